import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTarget, move, postNow, readDays } from '../../test/movements.ts';
import { platformScope } from '../db/scope.ts';
import { postWithAdvance } from './advances.ts';
import { findViolations } from './invariants.ts';
import type { Posting } from './posting.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

const violations = () => test.database.within(platformScope, findViolations, 'ledger check');
const onDay = (day: number): Date => new Date(`2026-03-0${day}T09:00:00Z`);

const post = (posting: Posting) => postNow(test.owner, posting);

it('the migration corrects what older versions counted', async () => {
  const target = await createTarget(test.owner);
  const wrong = await post(move(target, 400n, { at: onDay(1) }));
  await post(move(target, -400n, { at: onDay(2) }));
  const reversal = move(target, -400n, { at: onDay(6), reversalOf: wrong, kind: 'reversal' });
  const outcome = await test.database.within(platformScope, (db) => postWithAdvance(db, reversal));
  await post(move(target, 700n, { at: onDay(7) }));
  const reversalOf = outcome.transactionId ?? '';
  await post(move(target, 400n, { at: onDay(8), reversalOf, kind: 'reversal' }));
  const right = await readDays(test.owner, target);
  expect(right.map(({ left_out }) => left_out)).toEqual([1, 0, 1, 1, 0, 1, 1]);

  // The older versions subtracted on the day of the reversal and did not know what is left out.
  await test.owner.rows(
    `select ledger_count(array[$1, $1, $1]::uuid[], '{2026-03-01,2026-03-06,2026-03-08}',
       '{credit,credit,debit}', '{completed,completed,completed}', '{0,0,0}', '{400,-400,-400}',
       '{0,0,0}')`,
    [target.companyId],
  );
  for (const table of ['company_day_figures', 'company_figures', 'platform_day_figures']) {
    await test.owner.rows(`update ${table} set left_out = 0`);
  }
  expect((await readDays(test.owner, target)).some(({ amount }) => amount < 0)).toBe(true);
  expect(await violations()).not.toEqual([]);
  await test.asOwner(async (db) => {
    for (const statement of await correctionsOfTheMigration()) await db.rows(statement);
  });
  expect(await readDays(test.owner, target)).toEqual(right);
  expect(await violations()).toEqual([]);
});

async function correctionsOfTheMigration(): Promise<string[]> {
  const file = new URL('../../migrations/0017_figures_without_reversals.sql', import.meta.url);
  const sql = await readFile(file, 'utf8');
  const corrections = sql.slice(sql.indexOf('-- Corrects the existing figures'));
  return corrections.split(/;\n/).filter((statement) => statement.trim() !== '');
}
