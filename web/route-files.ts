import type { Rollup, ViteDevServer } from 'vite';

/** The modules of a route: its page and the frame around it. */
interface RouteModules {
  readonly path: string;
  readonly modules: readonly string[];
}

interface RouteFiles {
  readonly path: string;
  /** Beyond those that the page of the portal names by itself. */
  readonly files: readonly string[];
}

interface Lazy {
  readonly load?: () => Promise<unknown>;
}

interface Route {
  readonly path: string;
  readonly layout: string;
  readonly page: Lazy;
}

/** Reads from the route table itself which modules show a route, so that no list can grow old. */
export async function loadRoutes(server: ViteDevServer): Promise<RouteModules[]> {
  const { routes } = await server.ssrLoadModule('/src/app/routes.ts');
  const { layouts } = await server.ssrLoadModule('/src/app/layouts.tsx');
  return (routes as readonly Route[]).map(({ path, layout, page }) => ({
    path,
    modules: [moduleOf((layouts as Record<string, Lazy>)[layout]), moduleOf(page)].filter(
      (module) => module !== null,
    ),
  }));
}

/** The one import in the text of `() => import('...')`; null for a frame that needs no code. */
function moduleOf(lazy: Lazy | undefined): string | null {
  if (!lazy?.load) return null;
  const module = /["'](\/src\/[^"']+)["']/.exec(String(lazy.load))?.[1];
  if (!module) throw new Error(`No import is to be found in ${String(lazy.load)}`);
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
  }));
}

/** What every page of the portal begins with. */
export function shellFiles(bundle: Rollup.OutputBundle): string[] {
  return closureOf(chunksOf(bundle), ['/index.html']);
}

function chunksOf(bundle: Rollup.OutputBundle): Rollup.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk');
}

/** The files of these modules and of all that they import. */
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
