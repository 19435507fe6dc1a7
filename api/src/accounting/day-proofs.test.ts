import { checkLiabilities } from '@sente/contract/liability-proof';
import { checkFiles } from '@sente/contract/proof-files';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { closeDay } from '../../test/closed-days.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';

let test: TestApp;
let staff: TestActor;
/** The newest last; the first has nothing. */
let owners: TestActor[];
const closedDay = kampalaDay(Date.now() - 2 * dayMs);
const end = Date.parse(`${closedDay}T21:00:00Z`);
const amounts = [0n, 100_050n, 7n, 2_000_000n, 33n];

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  owners = [];
  for (const amount of amounts) {
    const companyId = await createCompany(test.owner);
    owners.push(await createMember(test.owner, { companyId }));
    const accountId = await createAccount(test.owner, companyId);
    const second = await createAccount(test.owner, companyId);
    if (amount === 0n) continue;
    const at = new Date(end - 3_600_000);
    await createTransaction(test.owner, companyId, accountId, { amount: amount - 1n, at });
    // The last moment of the day, on another account, and the first one of the next day.
    await createTransaction(test.owner, companyId, second, { amount: 1n, at: new Date(end - 1) });
    await createTransaction(test.owner, companyId, accountId, { amount: 500n, at: new Date(end) });
  }
  expect((await closeDay(test, staff, closedDay)).status).toBe(200);
});

const keys = async () => (await test.app.inject('/.well-known/sente-keys.json')).json().keys;

async function download(actor: TestActor, companyId = actor.companyId, day = closedDay) {
  const answer = await test.app.inject({
    url: `/api/Company/${companyId}/liability-proofs/${day}`,
    headers: { authorization: `Bearer ${actor.token}` },
  });
  return { status: answer.statusCode, file: new Uint8Array(answer.rawPayload), answer };
}

it('every company proves that its balance of all accounts is in the signed total', async () => {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  const published = await keys();
  for (const [index, owner] of owners.entries()) {
    const { file, answer } = await download(owner);
    expect(answer.headers['content-disposition']).toContain(
      `proof-of-liabilities-${closedDay}.csv`,
    );
    const { verdict, findings, liability } = await checkLiabilities(file, published);
    expect({ verdict, findings }).toMatchObject({ verdict: 'proved' });
    expect(Number(liability?.Balance) * 100).toBeCloseTo(Number(amounts[index]));
    expect(liability).toMatchObject({
      Day: closedDay,
      Companies: String(amounts.length),
      Liabilities: `${total / 100n}.${String(total % 100n).padStart(2, '0')}`,
      'Below Zero': '0.00',
    });
  }
});

it('the root is the same for all and published without amounts', async () => {
  const { days } = (await test.app.inject('/.well-known/sente-liabilities.json')).json();
  expect(days).toEqual([
    {
      day: closedDay,
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      key: (await keys())[0].id,
      madeAt: expect.any(String),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous: '',
    },
  ]);
  const given = { name: 'proof.csv', bytes: (await download(owners[1]!)).file };
  const check = (roots: unknown) => checkFiles([given], published, roots as typeof days);
  const published = await keys();
  expect((await check(days)).verdict).toBe('proved');
  expect((await check(null)).verdict).toBe('partly');
  for (const change of [
    { root: 'ab'.repeat(32) },
    { hash: 'ab'.repeat(32) },
    { day: '2020-01-01' },
  ]) {
    expect((await check([{ ...days[0], ...change }])).verdict).toBe('failed');
  }
  const { liability } = await checkLiabilities((await download(owners[1]!)).file, await keys());
  expect(liability?.Root).toBe(days[0].root);
});

it('the list shows the own balances; others are not found', async () => {
  const [first, second] = owners;
  const path = `/Company/${second?.companyId}/liability-proofs`;
  expect((await test.call(second!, 'GET', path)).body.data).toMatchObject([
    { day: closedDay, balance: 1000.5, liabilities: 21_000.9 },
  ]);
  expect((await test.call(staff, 'GET', path)).body.data).toHaveLength(1);
  expect((await test.call(first!, 'GET', path)).status).toBe(404);
  expect((await download(first!, second?.companyId)).status).toBe(404);
  expect((await download(second!, undefined, '2026-01-31')).status).toBe(404);
  // A company of today was not there.
  const later = await createMember(test.owner);
  expect((await download(later)).status).toBe(404);
});

it('nobody changes what was signed', async () => {
  for (const table of ['day_proofs', 'day_balances', 'day_leaves']) {
    await expect(test.owner.rows(`delete from ${table}`)).rejects.toThrow(/append-only/);
  }
});
