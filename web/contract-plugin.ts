import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { partsOf, type Parts } from './contract-parts.ts';

const contract = `${import.meta.dirname}/../contract/src`;
const isContract = /\/contract\/src\/([\w-]+\.ts)(\?plain|\?schemas)?$/;

/**
 * Splits each module of the contract for the built portal into its schemas and the rest, so that a page that
 * validates nothing loads no schema and not their library: 15 kB. The parts of endpoints that only the server
 * reads are left out.
 */
export function contractInParts(): Plugin {
  const known = new Map<string, Parts>();
  const read = (file: string): Parts => {
    const found = known.get(file);
    if (found) return found;
    const parts = partsOf(file, readFileSync(`${contract}/${file}`, 'utf8'), isSchema);
    known.set(file, parts);
    return parts;
  };
  const isSchema = (from: string, name: string) =>
    from.startsWith('zod') || (from.startsWith('./') && read(basename(from)).schemaNames.has(name));
  return {
    name: 'sente-contract',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [, file = '', part] = isContract.exec(id) ?? [];
      if (!file) return null;
      const { index, plain, schemas, schemaNames } = read(file);
      const whole = schemaNames.size > 0 ? schemas : plain;
      const code = part === '?plain' ? plain : part === '?schemas' ? schemas : (index ?? whole);
      return { code, moduleType: 'ts', moduleSideEffects: false };
    },
  };
}
