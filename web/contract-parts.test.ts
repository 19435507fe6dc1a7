import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { partsOf, serverOnly } from './contract-parts.ts';

const code = `
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { type Day, day, dayWord } from './day.ts';

export type Found = z.infer<typeof found>;
const notFound = 'Not found';
/** In words. */
export const words = ['one', 'two'] as const;
export const found = z.object({ day, word: z.enum(words), why: z.optional(z.string(notFound)) });
export function wordOf(found: Found): string {
  return words[0] + dayWord(found.day as Day);
}
export const calls = {
  find: endpoint({ method: 'GET', path: '/Found', summary: 'Find', reply: found, bodyLimitBytes: 9 }),
};
`;
const parts = partsOf('found.ts', code, (from, name) => from.startsWith('zod') || name === 'day');

it('splits a module into its schemas and the rest', () => {
  expect(parts.index).toBe(`export { words, wordOf, calls } from './found.ts?plain';
export { found } from './found.ts?schemas';`);
  expect(parts.plain).not.toMatch(/zod|z\./);
  expect(parts.plain).toContain("import { dayWord } from './day.ts'");
  expect(parts.plain).toContain('export { notFound }');
  expect(parts.schemas).toContain("import { notFound, words } from './found.ts?plain'");
  expect(parts.schemas).toContain("import { day } from './day.ts'");
});

it('leaves out what only the server reads of an endpoint, and marks what has no effect', () => {
  expect(parts.plain).toContain(
    "find: /* @__PURE__ */ endpoint({ method: 'GET', path: '/Found', bodyLimitBytes: 9 })",
  );
});

it('the portal reads nothing of an endpoint that its build leaves out', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname });
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => !/\.test\.|^src\/testing\//.test(file)).flatMap(readsIn)).toEqual(
    [],
  );
});

function readsIn(file: string): string[] {
  const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
  const names = [...text.matchAll(/import \{([^}]*)\} from '@sente\/contract\//g)].flatMap(
    ([, list = '']) => list.match(/\w+/g) ?? [],
  );
  const read = new RegExp(
    `(?<!typeof )\\b(${names.join('|')})\\.\\w+\\.(${[...serverOnly].join('|')})\\b`,
  );
  const found = names.length > 0 && read.exec(text);
  return found ? [`${file}: ${found[0]}`] : [];
}
