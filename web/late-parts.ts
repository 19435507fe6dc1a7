import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const web = import.meta.dirname;
/** The import after it counts; the other ways to load late wait for somebody to open or choose something. */
const isByItself = /\blate(<[^(]*>)?\($/;

interface Source {
  readonly imports: readonly string[];
  readonly late: readonly string[];
}

const sources = new Map<string, Source>();

/**
 * The modules that these load by themselves after the first paint, with what those load: parts of pages that are
 * declared with `late` (web/src/ui/late.tsx). Modules are paths below the folder of the web.
 */
export function lateParts(modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    const { imports, late } = sourceOf(module);
    for (const part of late) found.add(part);
    [...imports, ...late].forEach(visit);
  };
  modules.forEach(visit);
  return [...found];
}

function sourceOf(module: string): Source {
  const known = sources.get(module);
  if (known) return known;
  const text = /\.tsx?$/.test(module) ? readFileSync(join(web, module), 'utf8') : '';
  const target = (path: string) => relative(web, join(web, dirname(module), path));
  const imports = [...text.matchAll(/^(?:import|export|\}) (?!type\b)[^;]*?from '(\.[^']+)'/gm)];
  const source = {
    imports: imports.map(([, path = '']) => target(path)),
    late: [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].flatMap(({ 1: path = '', index }) =>
      isByItself.test(callBefore(text, index)) ? [target(path)] : [],
    ),
  };
  for (const each of source.late) {
    if (!existsSync(join(web, each))) throw new Error(`${module} loads ${each}, which is no file`);
  }
  sources.set(module, source);
  return source;
}

/** The last call that is still open there and has a name that begins a declaration, with its parenthesis. */
function callBefore(text: string, index: number): string {
  const start = text.lastIndexOf('\nconst ', index);
  const exported = text.lastIndexOf('\nexport const ', index);
  const declaration = text.slice(Math.max(start, exported, 0), index);
  return /^[^(]*\(/.exec(declaration)?.[0] ?? '';
}
