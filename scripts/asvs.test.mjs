import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';

const page = readFileSync(inRoot('docs/asvs.md'), 'utf8');

/** How many rows the standard has, by level. */
const rowsOf = { 1: 70, 2: 183 };

function readLevel(level) {
  const part = page.split(`## Level ${level}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = [...part.matchAll(/^\| (\d+\.\d+\.\d+) \| (yes|no) \| (.+) \| (.+) \|$/gm)].map(
    ([, id, met, how, tests]) => ({ id, isMet: met === 'yes', how, tests }),
  );
  const others = /^Do not apply: (.+)$/m.exec(part)?.[1] ?? '';
  return { rows, others: [...others.matchAll(/\d+\.\d+\.\d+/g)].map(([id]) => id) };
}

describe.each([1, 2])('the ASVS page, level %i', (level) => {
  const { rows, others } = readLevel(level);

  it('has every row of the standard once, and counts them rightly', () => {
    const ids = [...rows.map(({ id }) => id), ...others];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(rowsOf[level]);
    const met = rows.filter(({ isMet }) => isMet).length;
    const counts = [level, rowsOf[level], others.length, rows.length, met];
    expect(page).toContain(`| ${counts.join(' | ')} |`);
  });

  it('names a test that exists for what is met, and a reason for what is not', () => {
    for (const { id, isMet, how, tests } of rows) {
      const files = [...tests.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file);
      expect(files.length > 0, id).toBe(isMet);
      for (const file of files) expect(existsSync(inRoot(file)), `${id}: ${file}`).toBe(true);
      if (!isMet) expect(how.length, id).toBeGreaterThan(60);
    }
  });

  it('leads to places that exist', () => {
    const links = rows.flatMap(({ how }) => [...how.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)]);
    const slug = (text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    for (const [, file, place] of links) {
      const path = file === '' ? inRoot('docs/asvs.md') : inRoot('docs', file);
      expect(existsSync(path), file).toBe(true);
      if (!place) continue;
      const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)];
      expect(headings.map(([, text]) => slug(text))).toContain(place);
    }
  });
});
