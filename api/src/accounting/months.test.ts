import type { AccountingMonth } from '@sente/contract/accounting';
import { kampalaDay } from '@sente/contract/kampala';
import { expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import { createTestApp } from '../../test/app.ts';
import { uuidV7 } from '../db/uuid.ts';
import { bookForProvider } from '../ledger/suspense.ts';

it('months of which no day is closed are listed from the first movement on, from the books', async () => {
  const test = await createTestApp();
  const staff = await createStaff(test.owner);
  const list = async (): Promise<AccountingMonth[]> =>
    (await test.call(staff, 'GET', '/Accounting/months')).body.data;
  const current = kampalaDay(Date.now()).slice(0, 7);
  expect((await list()).map(({ month }) => month)).toEqual([current]);

  const [year = 0, number = 0] = current.split('-').map(Number);
  const tenthOf = (ago: number) => new Date(Date.UTC(year, number - 1 - ago, 10, 9));
  for (const [ago, amount] of [
    [3, 7_000n],
    [1, 3_000n],
  ] as const) {
    const about = { network: 'MTN', direction: 'payout', description: 'Fee of MTN' } as const;
    const charge = { ...about, amount, key: uuidV7(), at: tenthOf(ago) };
    await bookForProvider(test.owner, charge, 'fees');
  }
  const months = await list();
  expect(months.map(({ month }) => month)).toEqual(
    [0, 1, 2, 3].map((ago) => tenthOf(ago).toISOString().slice(0, 7)),
  );
  expect(months.map(({ networkCharges }) => networkCharges)).toEqual([0, 30, 0, 70]);
  // What the network took is not taken off what was earned.
  expect(months.map(({ fees }) => fees)).toEqual([0, 0, 0, 0]);
  expect(months.every(({ isClosed }) => !isClosed)).toBe(true);
});
