import { spawnSync } from 'node:child_process';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { checkLiabilities } from '@sente/contract/liability-proof';
import pino from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { closeDay } from '../../test/closed-days.ts';
import { createTransaction } from '../../test/factories.ts';
import { createNetworkWorld, type NetworkWorld } from '../../test/network-world.ts';
import { cleanEnvironment, pathOfProgram } from '../../test/program.ts';
import { checkLedgerIfDue } from '../ledger/check.ts';
import { checkSignedDays, findDayViolations } from './check-days.ts';

let world: NetworkWorld;
let owner: TestActor;
const logged: string[] = [];
const dayOf = (ago: number): string => kampalaDay(Date.now() - ago * dayMs);
const noonOf = (day: string): number => Date.parse(`${day}T09:00:00Z`);
const close = async (day: string): Promise<void> => {
  const { status, text } = await closeDay(world, world.staff, day);
  expect(status, text).toBe(200);
};
const problems = async (): Promise<readonly string[]> =>
  (await checkSignedDays(world.database)).problems;

/** Tables of signed days are append-only even for their owner. */
async function tamper(table: string, change: string, back: string): Promise<readonly string[]> {
  const set = (text: string) =>
    world.owner.rows(`do $$ begin
      alter table ${table} disable trigger user;
      update ${table} ${text};
      alter table ${table} enable trigger user;
    end $$`);
  await set(change);
  const found = await problems();
  await set(back);
  return found;
}

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  world = await createNetworkWorld(0, { logger });
  owner = await createMember(world.owner, { companyId: world.companyId });
  for (const ago of [4, 3, 2]) {
    const at = new Date(noonOf(dayOf(ago)));
    await createTransaction(world.owner, world.companyId, world.accountId, { amount: 5_000n, at });
  }
  const line = { reference: 'FT1', phone: '', direction: 'in', amount: 50 } as const;
  const lines = [4, 3, 2].map((ago) => ({ ...line, at: noonOf(dayOf(ago)) }));
  await world.tell('BANK', lines, 1_000);
  await close(dayOf(4));
  await close(dayOf(3));
});

it('a signed day has what networks and bank had beside its root, and names the day before', async () => {
  const keys = (await world.app.inject('/.well-known/sente-keys.json')).json().keys;
  const { rawPayload } = await world.app.inject({
    url: `/api/Company/${world.companyId}/liability-proofs/${dayOf(3)}`,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const checked = await checkLiabilities(new Uint8Array(rawPayload), keys);
  expect(checked).toMatchObject({
    verdict: 'proved',
    liability: {
      'Sente Liabilities': '3',
      Shares: '8',
      Liabilities: '100.00',
      Held: 'AIRTEL::unknown BANK:110000:statement MTN::unknown',
      Previous: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(checked.findings.map(({ text }) => text).join(' ')).toContain('UGX 1,100 at the bank');
});

it('the root is written to the log when it is signed', async () => {
  const { days } = (await world.app.inject('/.well-known/sente-liabilities.json')).json();
  const said = logged.filter((line) => line.includes('a day is signed'));
  for (const { root } of days) expect(said.join('\n')).toContain(root);
});

it('signed days are as the ledger says', async () => {
  expect(await checkSignedDays(world.database)).toEqual({ days: 2, problems: [] });
});

it('a stored figure, a leaf, a signed document and the ledger itself cannot change unseen', async () => {
  const day = dayOf(3);
  const where = `where day = '${day}'`;
  const changes = [
    [
      'day_proofs',
      `set liabilities = liabilities + 1 ${where}`,
      `set liabilities = liabilities - 1 ${where}`,
      'Liabilities is stored as',
    ],
    [
      'day_balances',
      `set balance = balance + 1 ${where}`,
      `set balance = balance - 1 ${where}`,
      'System Accounts is stored as',
    ],
    [
      'day_leaves',
      `set balance = balance + 1 ${where} and balance > 0`,
      `set balance = balance - 1 ${where} and balance > 0`,
      'The leaves do not make the signed root.',
    ],
    [
      'day_proofs',
      `set signature = set_byte(signature, 0, get_byte(signature, 0) # 1) ${where}`,
      `set signature = set_byte(signature, 0, get_byte(signature, 0) # 1) ${where}`,
      'The signature does not match',
    ],
    [
      'entries',
      'set amount = amount + 1 where number = 1',
      'set amount = amount - 1 where number = 1',
      'in the ledger',
    ],
  ] as const;
  for (const [table, change, back, problem] of changes) {
    const found = await tamper(table, change, back);
    expect(found.join('\n'), `${table} ${change}`).toContain(problem);
  }
  expect(await problems()).toEqual([]);
});

it('the hourly check of the books finds it as well: of the last days, and of all once a day', async () => {
  const where = `where day = '${dayOf(3)}'`;
  const set = (by: number) =>
    world.owner.rows(`do $$ begin
      alter table day_proofs disable trigger user;
      update day_proofs set liabilities = liabilities + ${by} ${where};
      alter table day_proofs enable trigger user;
    end $$`);
  await set(1);
  for (const isFirst of [true, false]) {
    const found = await world.asOwner((db) => findDayViolations(db, isFirst));
    expect(found).toMatchObject([
      { count: 1, example: expect.stringContaining('Liabilities is stored as') },
    ]);
  }
  const check = await checkLedgerIfDue(world.database, 0, findDayViolations);
  expect(check?.violations).toHaveLength(1);
  await set(-1);
  const again = await checkLedgerIfDue(world.database, 0, findDayViolations);
  expect(again?.violations).toEqual([]);
});

it('a day that was found wrong stays found until all days are right again, whoever checks', async () => {
  const where = `where day = '${dayOf(3)}'`;
  const set = (by: number) =>
    world.owner.rows(`do $$ begin
      alter table day_proofs disable trigger user;
      update day_proofs set liabilities = liabilities + ${by} ${where};
      alter table day_proofs enable trigger user;
    end $$`);
  const light = async () => (await world.app.inject('/readyz')).json().ledger.state;
  const recent: boolean[] = [];
  // As if the day were older than those that are checked every hour.
  const check = () =>
    checkLedgerIfDue(world.database, 0, async (db, isFull) => {
      recent.push(!isFull);
      return isFull ? findDayViolations(db, true) : [];
    });
  await check();
  await set(1);
  await check();
  expect(await light()).toBe('ok');
  const program = spawnSync(process.execPath, [pathOfProgram('verify')], {
    env: cleanEnvironment({ DATABASE_URL: world.url }),
    encoding: 'utf8',
  });
  expect(program.stdout).toContain('The ledger is right');
  expect(program.stdout).toContain('some are WRONG');
  expect(await light()).toBe('violated');
  await check();
  expect(await light()).toBe('violated');
  await set(-1);
  await check();
  expect(await light()).toBe('ok');
  await check();
  expect(recent).toEqual([true, true, false, false, true]);
  // A program, or a server of the release before, that checked without the days.
  await world.owner.rows(
    'insert into ledger_checks (duration_ms, entries, violations) values (1, 1, $1)',
    ['[]'],
  );
  await check();
  expect(recent.at(-1)).toBe(false);
});
