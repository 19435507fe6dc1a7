import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { decide } from '../../test/settlements.ts';
import { checkLedger } from '../ledger/check.ts';

let test: TestApp;
let clerk: TestActor;
let second: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  clerk = await createStaff(test.owner, 'Finance');
  second = await createStaff(test.owner, 'Finance');
});

const transfer = (fields: object = {}) =>
  test.call(clerk, 'POST', '/FloatTransfers', {
    network: 'MTN',
    direction: 'to-network',
    amount: 5_000_000,
    bankReference: 'FT100',
    ...fields,
  });

const balances = async () => {
  const rows = await test.owner.rows<{ name: string; balance: string }>(
    `select coalesce(a.network, a.kind) as name, a.balance from accounts a
     join companies c on c.id = a.company_id and c.is_head_office where a.balance <> 0`,
  );
  return Object.fromEntries(rows.map(({ name, balance }) => [name, Number(balance) / 100]));
};

it('is booked between the bank and the network once a second person has approved it', async () => {
  const asked = await transfer();
  expect(asked.status, asked.text).toBe(200);
  const { id, sentence } = asked.body.data;
  expect(sentence).toBe(
    "Book UGX 5,000,000 that went from the bank to the MTN wallet, with the bank's reference FT100.",
  );
  expect((await transfer()).status).toBe(409);
  expect((await decide(test, clerk, id)).status).toBe(409);
  expect(await balances()).toEqual({});
  const dbg = await decide(test, second, id);
  expect(dbg.status, dbg.text).toBe(200);
  // Both are below zero by what they hold.
  expect(await balances()).toEqual({ MTN: -5_000_000, settlement: 5_000_000 });
  const back = (await transfer({ direction: 'to-bank', amount: 1_000_000, bankReference: 'FT101' }))
    .body.data;
  expect((await decide(test, second, back.id)).status).toBe(200);
  expect(await balances()).toEqual({ MTN: -4_000_000, settlement: 4_000_000 });
  expect((await checkLedger(test.database)).violations).toEqual([]);
});

it("the same bank's reference is booked once", async () => {
  const first = (await transfer({ bankReference: 'FT200' })).body.data;
  await decide(test, second, first.id);
  for (const amount of [5_000_000, 6_000_000]) {
    const again = (await transfer({ bankReference: 'FT200', amount })).body.data;
    const answer = await decide(test, second, again.id);
    expect(answer.body.message).toBe(
      "A transfer with this bank's reference was booked before. Reject the request.",
    );
    await decide(test, second, again.id, 'reject');
  }
  expect(await balances()).toEqual({ MTN: -9_000_000, settlement: 9_000_000 });
});

it("a transfer that was booked wrongly is taken back and booked rightly, also with the bank's same reference", async () => {
  const book = async (fields: object) => {
    const { id } = (await transfer({ bankReference: 'FT300', ...fields })).body.data;
    const answer = await decide(test, second, id);
    return { id, answer };
  };
  const wrong = await book({ network: 'AIRTEL', amount: 50_000 });
  expect(wrong.answer.status, wrong.answer.text).toBe(200);
  // It is one movement of the bank, to whichever network and in whichever direction.
  for (const fields of [{}, { network: 'AIRTEL', direction: 'to-bank' }]) {
    const { id, answer } = await book({ amount: 500_000, ...fields });
    expect(answer.body.message).toBe(
      "A transfer with this bank's reference was booked before. Reject the request.",
    );
    await decide(test, second, id, 'reject');
  }
  const { id = '' } =
    (await test.owner.row<{ id: string }>(
      "select id from transactions where reference = 'FT300' and reversal_of is null",
    )) ?? {};
  expect((await reverseWithTwo(test, clerk, id, 'Wrong amount')).status).toBe(200);
  const right = await book({ network: 'AIRTEL', amount: 500_000 });
  expect(right.answer.status, right.answer.text).toBe(200);
  expect(await balances()).toEqual({ MTN: -9_000_000, AIRTEL: -500_000, settlement: 9_500_000 });
  const again = await book({ network: 'AIRTEL', amount: 500_000 });
  expect(again.answer.status).toBe(409);
});

it("of two requests with the bank's same reference only one waits", async () => {
  expect((await transfer({ bankReference: 'FT400' })).status).toBe(200);
  const other = await transfer({ bankReference: 'FT400', network: 'AIRTEL', direction: 'to-bank' });
  expect(other.status).toBe(409);
});
