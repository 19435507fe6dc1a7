import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { functionsFolder } from './functions.ts';
import { lockKeys } from './lock-keys.ts';

it('has each number once, and all numbers of the SQL functions', () => {
  const known: number[] = Object.values(lockKeys);
  expect(new Set(known).size).toBe(known.length);
  const used = readdirSync(functionsFolder).flatMap((file) => {
    const sql = readFileSync(new URL(file, functionsFolder), 'utf8');
    return [...sql.matchAll(/advisory\w*\((\d+)/g)].map(([, key]) => Number(key));
  });
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((key) => !known.includes(key))).toEqual([]);
});
