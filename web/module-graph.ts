import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

interface Module {
  /** About what it adds to a compressed file. */
  readonly bytes: number;
  readonly imports: readonly string[];
  /** Imported when wanted. */
  readonly late: readonly string[];
}

export type Graph = ReadonlyMap<string, Module>;

const isIconList = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
/** Without types, comments and long names, and compressed with its neighbours. */
const minified = 0.3;

/** All modules that the given ones need, at once or late. */
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

/** What the given modules need at once, and what that needs. */
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

/** The icons that a module takes from the library's list, which names all 1,700. */
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
