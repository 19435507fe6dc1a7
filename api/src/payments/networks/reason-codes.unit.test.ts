import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { networkReasonCodes, ownReasonCodes } from './reason-codes.ts';

const known: readonly string[] = [...networkReasonCodes, ...ownReasonCodes];
const payments = new URL('../', import.meta.url);

it('reason codes in the company guide are exactly the defined ones', () => {
  const guide = readFileSync(new URL('../../../docs/payments-api.md', payments), 'utf8');
  const table = /\| `reasonCode` \| meaning \|\n(.*?)\n\n/s.exec(guide)?.[1] ?? '';
  const named = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  expect(named.toSorted()).toEqual(known.toSorted());
});

it('reason codes are all that the server writes', () => {
  const sources = readdirSync(payments, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/test\.ts$|^simulator/.test(name),
  );
  const written = sources.flatMap((name) => {
    const text = readFileSync(new URL(name, payments), 'utf8');
    return [...text.matchAll(/(?:failing\(|reasonCode: )'([A-Z_]+)'/g)].map(([, code]) => code);
  });
  expect(written.length).toBeGreaterThan(3);
  for (const code of written) expect(known).toContain(code);
});
