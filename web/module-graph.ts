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
/** The schema library's texts of other languages and what else nothing of ours uses. */
const isUnused =
  /\/node_modules\/zod\/v4\/(locales\/|core\/(compile|visit|memoizer|[\w-]*json-schema[\w-]*)\.js)/;
const isContract = /\/contract\/src\/([\w-]+)\.ts$/;
/** Without types, comments and long names, and compressed with its neighbours. */
const minified = 0.3;

/** All modules that the given ones import, statically or dynamically. */
export function readGraph(context: Rolldown.ChunkingContext, starts: readonly string[]): Graph {
  const graph = new Map<string, Module>();
  const add = (id: string): void => {
    if (graph.has(id)) return;
    const { code, importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    const imports = importedIds.flatMap((imported) => {
      if (isIconList.test(imported)) return iconsOf(code ?? '', imported, context);
      return isContract.test(imported) ? partsOf(code ?? '', imported, context) : [imported];
    });
    const bytes = isUnused.test(id) ? 0 : gzipSync(code ?? '').length * minified;
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

/** The parts of a module of the contract that another one uses (web/contract-plugin.ts). */
function partsOf(code: string, id: string, context: Rolldown.ChunkingContext): string[] {
  const index = context.getModuleInfo(id)?.code ?? '';
  const parts = [...index.matchAll(/export\s*\{([^}]*)\}\s*from\s*["']\.\/[\w-]+\.ts(\?\w+)["']/g)];
  // Not split.
  if (parts.length === 0) return [id];
  const [, name = ''] = isContract.exec(id) ?? [];
  const specifier = `(?:@sente/contract/${name}|\\./${name}\\.ts)`;
  const lists = [
    ...code.matchAll(new RegExp(`(?:\\{([^}]*)\\}\\s*from|import)\\s*["']${specifier}["']`, 'g')),
  ];
  if (lists.length === 0) throw new Error(`The names that are imported from ${id} are not seen`);
  const used = new Set(lists.flatMap(([, names = '']) => namesIn(names)));
  return parts.flatMap(([, names = '', part = '']) =>
    namesIn(names).some((each) => used.has(each)) ? [id + part] : [],
  );
}

/** As they are exported. */
function namesIn(list: string): string[] {
  return [...list.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].map(([, name = '']) => name);
}
