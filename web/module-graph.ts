import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

interface Module {
  /** Approximate contribution to a compressed file. */
  readonly bytes: number;
  readonly imports: readonly string[];
  /** Imported dynamically. */
  readonly late: readonly string[];
}

export type Graph = ReadonlyMap<string, Module>;

const isIconList = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
/** Without types, comments and long names, and compressed with its neighbours. */
const minified = 0.3;

/** All modules that the given ones import, statically or dynamically. */
export function readGraph(context: Rolldown.ChunkingContext, starts: readonly string[]): Graph {
  const graph = new Map<string, Module>();
  const add = (id: string): void => {
    if (graph.has(id)) return;
    const { code, importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    const imports = importedIds.flatMap((imported) =>
      isIconList.test(imported) ? iconsOf(code ?? '', imported, context) : [imported],
    );
    const bytes = gzipSync(code ?? '').length * minified;
    graph.set(id, { bytes, imports, late: dynamicallyImportedIds });
    [...imports, ...dynamicallyImportedIds].forEach(add);
  };
  starts.forEach(add);
  return graph;
}

/** The static imports of the given modules, transitively. */
export function closureOf(graph: Graph, starts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.get(id)?.imports.forEach(add);
  };
  starts.forEach(add);
  return found;
}

/** The icons that a module uses from the library's index, which lists all 1,700. */
function iconsOf(code: string, list: string, context: Rolldown.ChunkingContext): string[] {
  const listed = context.getModuleInfo(list)?.code ?? '';
  const [, names = ''] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code) ?? [];
  return [...names.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].flatMap(([, name = '']) => {
    const file = new RegExp(`default as ${name}\\b[^']*["']\\./(icons/[^"']+)["']`).exec(
      listed,
    )?.[1];
    if (!file) throw new Error(`${name} is not in the list of icons, or the list has another form`);
    return [list.replace(/[^/]+$/, file)];
  });
}
