import { caseKindNames } from '@sente/contract/case-kinds';
import { checkLiabilities } from '@sente/contract/liability-proof';
import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import { networkNames } from '@sente/contract/payments';
import { expect, it } from 'vitest';
import { createChance } from '../demo/chance.ts';
import { checkSignedDays } from '../src/accounting/check-days.ts';
import { checkLedger } from '../src/ledger/check.ts';
import { postReversal, type Reversible } from '../src/ledger/reversal.ts';
import { runMatching } from '../src/reconciliation/run-matching.ts';
import { createMember } from './actors.ts';
import { createBankDesk, floatLines, ordinaryMovements, plantMovements } from './bank-month.ts';
import { closeDay } from './closed-days.ts';
import { createTransaction } from './factories.ts';
import {
  airtelFee,
  daysOfStatement,
  monthDays,
  monthStart,
  ordinaryPayments,
  plantPayments,
} from './network-month.ts';
import { createNetworkWorld, type NetworkWorld, type TheirLine } from './network-world.ts';

const seed = Number(process.env['SENTE_MONTH_SEED'] ?? 19);
const dayMs = 86_400_000;
const tariffs = (['collection', 'payout'] as const).map((direction) => ({
  network: 'AIRTEL' as const,
  direction,
  from: '2026-01-01',
  bands: [{ fee: airtelFee }],
}));
/** The statements of so many days come together; then their cases are settled and their days closed. */
const daysOfRound = 2 * daysOfStatement;
const dayOf = (index: number): string =>
  new Date(monthStart + index * dayMs + 3 * 3_600_000).toISOString().slice(0, 10);

it(`a month of networks and bank with differences of every kind is reconciled to the shilling (seed ${seed})`, async () => {
  const world = await createNetworkWorld(0);
  const chance = createChance(seed);
  const payments = plantPayments(ordinaryPayments(chance), chance);
  const movements = ordinaryMovements(chance);
  const bank = plantMovements(movements);
  const planted = [...payments.planted, ...bank.planted].toSorted();
  expect(new Set(payments.planted.map((one) => one.split(' ')[0])).size).toBe(caseKindNames.length);
  await bookMonth(world, payments.ours, bank.ours);
  for (const { id } of payments.reversed) await reverse(world, id);

  const linesOf: Record<StatementPlace, readonly TheirLine[]> = {
    MTN: [...payments.linesOf('MTN'), ...floatLines(movements, 'MTN')],
    AIRTEL: [...payments.linesOf('AIRTEL'), ...floatLines(movements, 'AIRTEL')],
    BANK: bank.lines,
  };
  const teller = createTeller(world, linesOf);
  const found: string[] = [];
  for (let from = 0; from < monthDays; from += daysOfRound) {
    await teller(from);
    found.push(...(await settleAll(world)));
    await expectExplained(world);
    // The next statements show that the last day is whole.
    await closeDays(world, Math.max(from - 1, 0), Math.min(from + daysOfRound, monthDays) - 2);
  }
  expect(found.toSorted()).toEqual(planted);

  await releaseAll(world);
  await match(world);
  expect(await listOpen(world)).toEqual([]);
  await expectExplained(world);
  const { flow } = (await world.get('/cases')).meta;
  expect(flow.before + flow.opened - flow.cleared).toBe(flow.open);
  await expectExact(world);
  await closeDays(world, monthDays - 1, monthDays - 1);
  await expectProved(world);
}, 180_000);

const match = (world: NetworkWorld) => runMatching(world.database, { tariffs });

/** Day by day, as in life: the chain numbers what is booked. */
async function bookMonth(
  world: NetworkWorld,
  payments: ReturnType<typeof plantPayments>['ours'],
  movements: ReturnType<typeof plantMovements>['ours'],
): Promise<void> {
  const opening = { amount: 500_000_000_00n, at: new Date(monthStart - 30 * dayMs) };
  await createTransaction(world.owner, world.companyId, world.accountId, opening);
  const atBank = await createBankDesk(world);
  for (let day = 0; day <= monthDays; day++) {
    const from = monthStart + day * dayMs;
    const isThen = ({ bookedAt }: { bookedAt: number }) =>
      bookedAt >= from && bookedAt < from + dayMs;
    await world.book(payments.filter(isThen).toSorted((a, b) => a.bookedAt - b.bookedAt));
    await atBank(movements.filter(isThen));
  }
}

/**
 * Tells the statements of a round. Airtel also tells its payments by call, before its statement or after it, with the time
 * at which they began: two minutes before they were paid.
 */
function createTeller(
  world: NetworkWorld,
  linesOf: Record<StatementPlace, readonly TheirLine[]>,
): (fromDay: number) => Promise<void> {
  const balances = { MTN: 10_000_000, AIRTEL: 10_000_000, BANK: 80_000_000 };
  const tell = async (place: StatementPlace, fromDay: number, days: number): Promise<void> => {
    const from = monthStart + fromDay * dayMs;
    const lines = linesOf[place].filter(({ at }) => at >= from && at < from + days * dayMs);
    const isCalledFirst = fromDay % daysOfRound === 0;
    const call = () =>
      place === 'AIRTEL'
        ? world.tellByCall(lines.map((line) => ({ ...line, at: line.at - 120_000 })))
        : undefined;
    if (isCalledFirst) await call();
    balances[place] = await world.tell(place, lines, balances[place], false);
    if (!isCalledFirst) await call();
  };
  return async (fromDay) => {
    for (const network of networkNames) {
      await tell(network, fromDay, daysOfStatement);
      await tell(network, fromDay + daysOfStatement, daysOfStatement);
    }
    await tell('BANK', fromDay, daysOfRound);
    await match(world);
  };
}

const listOpen = async (world: NetworkWorld) =>
  (await world.get('/cases?state=open&page=1&pageSize=100')).data as {
    id: string;
    kind: string;
    network: string;
    effect: number;
  }[];

/** What was found, once all of it is settled. */
async function settleAll(world: NetworkWorld): Promise<string[]> {
  await expectExplained(world);
  const open = await listOpen(world);
  await world.settle(...open.map(({ id }) => id));
  await match(world);
  expect(await listOpen(world)).toEqual([]);
  return open.map(({ kind, network, effect }) => `${kind} ${network} ${effect}`);
}

/** As staff do; it is dated today, months later. */
async function reverse(world: NetworkWorld, paymentId: string): Promise<void> {
  const original = await world.owner.row<Reversible>(
    `select t.id, t.company_id, t.account_id, t.type, t.amount, t.reference, t.description
     from payments p join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
     where p.id = $1`,
    [paymentId],
  );
  const outcome = await world.asOwner((db) => postReversal(db, original!));
  expect(outcome.status).toBe('completed');
}

/** The owners of what went to suspense are found. */
async function releaseAll(world: NetworkWorld): Promise<void> {
  const list = async () => (await world.call(world.staff, 'GET', '/NetworkNotices')).body.data;
  const act = (who: NetworkWorld['staff'], id: string, path: string, body: object) =>
    world.call(who, 'POST', `/NetworkNotices/${id}/${path}`, body);
  const { accountId } = world;
  const held = await list();
  expect(held.length).toBeGreaterThan(1);
  for (const { id } of held) {
    const asked = await act(world.staff, id, 'propose/release', { accountId, note: 'Found' });
    expect(asked.status, asked.text).toBe(200);
    const { proposal } = asked.body.data;
    const done = await act(world.second, id, 'confirm', { proposal: proposal.id });
    expect(done.status, done.text).toBe(200);
  }
  expect(await list()).toEqual([]);
  const suspense = await world.owner.row<{ sum: number }>(
    "select coalesce(sum(balance), 0)::int as sum from accounts where kind = 'suspense'",
  );
  expect(suspense?.sum).toBe(0);
}

interface Cell {
  readonly network: string;
  readonly state: string;
  readonly unexplained: number;
}
interface Day {
  readonly day: string;
  readonly cells: readonly Cell[];
}
const lastDay = dayOf(monthDays - 1);
const readDays = async (world: NetworkWorld): Promise<readonly Day[]> =>
  (await world.get(`/days?to=${lastDay}`)).data.days;

/** The first day is taken as it is; a day whose unexplained part does not change is explained as well. */
async function expectExplained(world: NetworkWorld): Promise<void> {
  const unexplained = (await readDays(world)).flatMap(({ day, cells }) =>
    cells.filter((cell) => cell.unexplained !== 0).map((cell) => ({ day, ...cell })),
  );
  expect(unexplained).toEqual([]);
  for (const place of statementPlaces) {
    const bridge = (await world.get(`/bridge?network=${place}&day=${lastDay}`)).data;
    expect(bridge, place).toMatchObject({ difference: 0 });
  }
}

/** A bank's lines have no time, so its last day is not over. */
async function expectExact(world: NetworkWorld): Promise<void> {
  const days = await readDays(world);
  expect(days).toHaveLength(monthDays);
  const others = days.flatMap(({ day, cells }) =>
    cells.filter(({ state }) => state !== 'exact').map(({ network }) => `${day} ${network}`),
  );
  expect(others).toEqual([`${lastDay} BANK`]);
}

async function closeDays(world: NetworkWorld, from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day++) {
    const { status, text } = await closeDay(world, world.staff, dayOf(day), world.second);
    expect(status, text).toBe(200);
  }
}

/** The chain, every signed day, the trial balance, and the company's own proof of what it is owed. */
async function expectProved(world: NetworkWorld): Promise<void> {
  const { violations } = await checkLedger(world.database);
  // The settlements of the month are written into the ledger without the requests that they had.
  const ofRequests = 'money that left by a settlement is of one that a second person approved';
  expect(violations.map(({ invariant }) => invariant)).toEqual([ofRequests]);
  expect(await checkSignedDays(world.database)).toEqual({ days: monthDays, problems: [] });
  const path = `/Accounting/trial-balance?day=${lastDay}`;
  const trial = (await world.call(world.staff, 'GET', path)).body.data;
  expect(trial).toMatchObject({ isClosed: true });
  expect(trial.debits).toBe(trial.credits);
  const member = await createMember(world.owner, { companyId: world.companyId });
  const answer = await world.app.inject({
    url: `/api/Company/${world.companyId}/liability-proofs/${lastDay}`,
    headers: { authorization: `Bearer ${member.token}` },
  });
  const { keys } = (await world.app.inject('/.well-known/sente-keys.json')).json();
  const proof = await checkLiabilities(new Uint8Array(answer.rawPayload), keys);
  expect(proof).toMatchObject({ verdict: 'proved', liability: { Day: lastDay } });
}
