import { readFileSync } from 'node:fs';
import type { Tokens } from 'marked';
import { expect, it } from 'vitest';
import { changelogPages } from './changelog.ts';
import { depthOf, parted, wholePage } from './guide-source.ts';

/* CHANGELOG.md is the only source of two pages, so its structure is fixed. */

const file = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
const releases = parted(wholePage(file).tokens, 2).parts.map(({ heading, tokens }) => ({
  name: heading.text,
  parts: parted(tokens, 3).parts.map((part) => ({
    name: part.heading.text,
    days: parted(part.tokens, 4),
  })),
}));
const ofApi = releases.flatMap(({ parts }) => parts.filter(({ name }) => name === 'Payments API'));
const entriesOf = (tokens: readonly { type: string }[]): string[] =>
  (tokens.filter(({ type }) => type === 'list') as Tokens.List[]).flatMap(({ items }) =>
    items.map(({ text }) => text),
  );

it('begins with what is not released, and each release has its day', () => {
  const [first, ...others] = releases.map(({ name }) => name);
  expect(first).toBe('Unreleased');
  for (const name of others) expect(name).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
});

it('has no parts but those of the format, changes of the payments API first', () => {
  const order = ['Payments API', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  for (const { parts } of releases) {
    const names = parts.map(({ name }) => name);
    expect(names).toEqual(order.filter((name) => names.includes(name)));
  }
  expect(ofApi).not.toEqual([]);
});

it('has the changes of the payments API by day, the newest first, each with its kind and a name', () => {
  for (const { days } of ofApi) {
    expect(days.before.filter(({ type }) => type !== 'space')).toEqual([]);
    const times = days.parts.map(({ heading }) => Date.parse(`${heading.text} 00:00 UTC`));
    expect(times).not.toContain(Number.NaN);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(times).size).toBe(times.length);
    for (const entry of days.parts.flatMap(({ tokens }) => entriesOf(tokens))) {
      expect(entry).toMatch(/^(Added|Changed|Deprecated|Removed|Fixed): /);
      // A call, field, code, event or file.
      expect(entry.replaceAll(/\s+/g, ' ')).toMatch(/`[^`]+`|HTTP|client|webhook/);
    }
  }
});

it('keeps what systems call out of the other parts', () => {
  const others = releases.flatMap(({ parts }) =>
    parts.filter(({ name }) => name !== 'Payments API'),
  );
  const misplaced = others
    .flatMap(({ days }) =>
      entriesOf([...days.before, ...days.parts.flatMap(({ tokens }) => tokens)]),
    )
    .filter((entry) =>
      /\/v1\/(Payments|Events|Examinations)|`(payment|bulk_payout|settlement)\./.test(entry),
    );
  expect(misplaced).toEqual([]);
});

it('is two pages without a change in both or in none', () => {
  const [changes, rest] = changelogPages(file);
  if (!changes || !rest) throw new Error('There are two pages');
  const count = (tokens: readonly { type: string }[]) => entriesOf(tokens).length;
  expect(count(changes.tokens)).toBeGreaterThan(20);
  expect(count(changes.tokens) + count(rest.tokens)).toBe(count(wholePage(file).tokens));
  expect(changes.tokens.filter((token) => depthOf(token) > 3)).toEqual([]);
  expect(changes.tokens.reduce((sum, { raw }) => sum + raw.length, 0)).toBeLessThan(12_000);
});
