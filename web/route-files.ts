import type { Rollup, ViteDevServer } from 'vite';

/** The modules of a route: its page and its layout. */
interface RouteModules {
  readonly path: string;
  readonly modules: readonly string[];
}

interface RouteFiles {
  readonly path: string;
  /** In addition to those in the portal's HTML. */
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

interface Late {
  readonly load: () => Promise<unknown>;
}

interface Route {
  readonly path: string;
  readonly layout?: Late;
  readonly page?: Late;
}

/** Read from the routes themselves, so that no second list can go stale. */
export async function loadRoutes(server: ViteDevServer): Promise<RouteModules[]> {
  const read = async (file: string, ...area: string[]): Promise<RouteModules[]> => {
    const { routes } = await server.ssrLoadModule(`/src/app/${file}`);
    return (routes as readonly Route[]).map(({ path, layout, page }) => ({
      path,
      modules: [...area, ...[layout, page].filter((late) => late !== undefined).map(moduleOf)],
    }));
  };
  return [
    ...(await read('public-area.tsx')),
    ...(await read('admin-routes.ts', '/src/app/admin-area.tsx')),
    ...(await read('client-routes.ts', '/src/app/client-area.tsx')),
  ];
}

/** The import in the text of `() => import('...')`. */
function moduleOf({ load }: Late): string {
  const module = /["'](\/src\/[^"']+)["']/.exec(String(load))?.[1];
  if (!module) throw new Error(`There is no import in ${String(load)}`);
  return module;
}

export function filesPerRoute(
  bundle: Rollup.OutputBundle,
  routes: readonly RouteModules[],
): RouteFiles[] {
  const chunks = chunksOf(bundle);
  const shell = new Set(closureOf(chunks, ['/index.html']));
  return routes.map(({ path, modules }) => ({
    path,
    files: closureOf(chunks, modules).filter((file) => !shell.has(file)),
    modules,
  }));
}

/** The entry files of every portal page. */
export function shellFiles(bundle: Rollup.OutputBundle): string[] {
  return closureOf(chunksOf(bundle), ['/index.html']);
}

function chunksOf(bundle: Rollup.OutputBundle): Rollup.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk');
}

/** The files of these modules and of all their imports. */
function closureOf(chunks: readonly Rollup.OutputChunk[], modules: readonly string[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = byName.get(fileName);
    if (!chunk || found.has(fileName)) return;
    found.add(fileName);
    for (const imported of chunk.imports) add(imported);
  };
  for (const module of modules) {
    const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web${module}`));
    if (!start) throw new Error(`The build has no chunk of its own for ${module}`);
    add(start.fileName);
  }
  return [...found].map((fileName) => `/${fileName}`);
}
