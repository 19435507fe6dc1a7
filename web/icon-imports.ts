import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const library = 'lucide-react';
const importStatement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${library}["'];?`, 'g');

/**
 * Turns `import { Eye } from 'lucide-react'` into an import of that one icon's file. Through the
 * library's list of 1,700 icons every page seems to need every icon, and the code that decides which
 * file a shared piece goes into (chunks.ts) cannot tell whose it is.
 */
export function iconImports(): Plugin {
  const listFile = fileURLToPath(import.meta.resolve(library)).replace(
    /cjs.*/,
    'esm/lucide-react.mjs',
  );
  const fileOf = readList(listFile);

  function importOne(specifier: string): string {
    const [name = '', local = name] = specifier.trim().split(/\s+as\s+/);
    const file = fileOf.get(name);
    if (!file) throw new Error(`${library} has no icon ${name}`);
    return `import ${local} from ${JSON.stringify(file)};`;
  }
  return {
    name: 'sente-icon-imports',
    apply: 'build',
    // Only then the types are gone.
    enforce: 'post',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes(library)) return null;
      const withFiles = code.replace(importStatement, (_statement, names: string) =>
        names
          .split(',')
          .filter((name) => name.trim() !== '')
          .map(importOne)
          .join(''),
      );
      return { code: withFiles, map: null };
    },
  };
}

/** The file of each name that the library's list exports. */
function readList(listFile: string): Map<string, string> {
  const fileOf = new Map<string, string>();
  const list = readFileSync(listFile, 'utf8');
  for (const [, names = '', file = ''] of list.matchAll(/export \{([^}]*)\} from '([^']+)'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) {
      fileOf.set(name, join(dirname(listFile), file));
    }
  }
  return fileOf;
}
