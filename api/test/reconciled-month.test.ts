import { networkNames, type NetworkName } from '@sente/contract/payments';
import { caseKindNames, type CaseKindName } from '@sente/contract/case-kinds';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createChance, type Chance } from '../demo/chance.ts';
import { postReversal, type Reversible } from '../src/ledger/reversal.ts';
import { importByCall } from '../src/network-statements/call.ts';
import type { Connector } from '../src/payments/networks/connector.ts';
import { runMatching } from '../src/reconciliation/run-matching.ts';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from './network-world.ts';

const seed = Number(process.env['SENTE_MONTH_SEED'] ?? 19);
const dayMs = 86_400_000;
const first = Date.parse('2026-02-28T21:00:00Z');
const days = 31;
const paymentsADay = 45;
const daysOfStatement = 4;

/** What Airtel takes with every payment, in UGX, as its tariff says. */
const fee = 50;
const tariffs = (['collection', 'payout'] as const).map((direction) => ({
  network: 'AIRTEL' as const,
  direction,
  from: '2026-01-01',
  bands: [{ fee }],
}));

/** What is planted: the kind of the case that it must become, and what the books lack. */
type Planted = readonly [kind: CaseKindName, network: NetworkName, effect: number];

it(`a month with differences of every kind is reconciled to the shilling (seed ${seed})`, async () => {
  const world = await createNetworkWorld(500_000_000);
  const chance = createChance(seed);
  const payments = ordinaryMonth(chance);
  const { ours, theirs, planted, reversed } = plant(payments, chance);
  await world.book(ours.toSorted((a, b) => a.bookedAt - b.bookedAt));
  for (const { id } of reversed) await reverse(world, id);
  for (const network of networkNames) await tellMonth(world, network, theirs);

  const open = async () => (await world.get('/cases?state=open&page=1&pageSize=100')).data;
  const found = (await open()).map(
    ({ kind, network, effect }: { kind: CaseKindName; network: NetworkName; effect: number }) =>
      [kind, network, effect] as const,
  );
  expect(sorted(found)).toEqual(sorted(planted));
  expect(new Set(planted.map(([kind]) => kind)).size).toBe(caseKindNames.length);
  await expectExplained(world);

  await world.settle(...(await open()).map(({ id }: { id: string }) => id));
  await match(world);
  expect(await open()).toEqual([]);
  await expectExplained(world);

  await releaseAll(world);
  await match(world);
  expect(await open()).toEqual([]);
  await expectExplained(world);
  const { flow } = (await world.get('/cases')).meta;
  expect(flow.before + flow.opened - flow.cleared).toBe(flow.open);
  const { data } = await world.get('/days?to=2026-03-31');
  const states = data.days.flatMap(({ cells }: { cells: { network: string; state: string }[] }) =>
    cells.filter(({ network }) => network !== 'BANK').map(({ state }) => state),
  );
  expect(states).toEqual(Array.from({ length: 2 * days }, () => 'exact'));
}, 180_000);

const match = (world: NetworkWorld) => runMatching(world.database, { tariffs });

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

const sorted = (all: readonly Planted[]): string[] => all.map((one) => one.join(' ')).toSorted();

/** The first day is taken as it is; a day whose unexplained part does not change is explained as well. */
async function expectExplained(world: NetworkWorld): Promise<void> {
  const { data } = await world.get('/days?to=2026-03-31');
  const unexplained = data.days.flatMap(({ cells }: { cells: { unexplained: number }[] }) =>
    cells.map((cell) => cell.unexplained),
  );
  expect(unexplained).toEqual(Array.from({ length: 3 * days }, () => 0));
  for (const network of networkNames) {
    const bridge = (await world.get(`/bridge?network=${network}&day=2026-03-31`)).data;
    expect(bridge, network).toMatchObject({ difference: 0 });
  }
}

/**
 * At any time of the day; we hear of each within three minutes, so some are booked on the next day. Each
 * network has one at both ends, so that its statements cover the first and the last day.
 */
function ordinaryMonth(chance: Chance): OurPayment[] {
  const ends = networkNames.flatMap((network) =>
    [first, first + days * dayMs].map((at) => aPayment({ at, network })),
  );
  const others = Array.from({ length: days * paymentsADay }, (_, index) => {
    const at = first + Math.floor(index / paymentsADay) * dayMs + chance.between(0, 86_399) * 1_000;
    return aPayment({
      at,
      network: chance.pick(networkNames),
      direction: chance.between(1, 10) > 4 ? 'collection' : 'payout',
      amount: chance.between(5, 2_000) * 100,
      bookedAt: at + chance.between(1, 180) * 1_000,
    });
  });
  // On both sides of each midnight, every fourth of which is between two statements.
  const atMidnights = Array.from({ length: 2 * (days - 1) }, (_, index) => {
    const midnight = first + (Math.floor(index / 2) + 1) * dayMs;
    const at = midnight + (index % 2 === 0 ? -30_000 : 10_000);
    const network = networkNames[Math.floor(index / 8) % 2]!;
    return aPayment({ at, network, amount: 70_000 + index * 100, bookedAt: at + 45_000 });
  });
  return [...ends, ...others, ...atMidnights];
}

const hourOf = ({ at }: OurPayment): number => ((at - first) % dayMs) / 3_600_000;
const isAtNoon = (payment: OurPayment): boolean => hourOf(payment) > 8 && hourOf(payment) < 16;
/** Within a minute of it, but not at the ends of the month. */
const isAtMidnight = (payment: OurPayment): boolean =>
  payment.amount >= 70_000 &&
  payment.amount < 70_000 + 200 * days &&
  (hourOf(payment) > 23.98 || hourOf(payment) < 0.02);

const isAtSeam = ({ at }: OurPayment): boolean =>
  Math.round((at - first) / dayMs) % daysOfStatement === 0;

/** Changes one payment of a hundred, each kind in turn. */
function plant(payments: readonly OurPayment[], chance: Chance) {
  const shuffled = payments
    .map((payment) => ({ payment, place: chance.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ payment }) => payment);
  // Each kind at both, in turn.
  const places = [shuffled.filter(isAtMidnight), shuffled.filter(isAtNoon)] as const;
  const count = Math.max(2 * caseKindNames.length, Math.ceil(payments.length / 100));
  const ours = new Set(payments);
  const theirs = new Map<OurPayment, { network: NetworkName; lines: readonly TheirLine[] }>(
    payments.map((payment) => [payment, { network: payment.network, lines: [lineOf(payment)] }]),
  );
  const planted: Planted[] = [];
  const reversed: OurPayment[] = [];
  for (let index = 0; index < count; index++) {
    const kind = caseKindNames[index % caseKindNames.length]!;
    // MTN writes neither fees nor failures.
    const onlyAirtel = kind === 'fee' || kind === 'not-paid';
    const from = places[Math.floor(index / caseKindNames.length) % 2]!;
    // What is missing between two statements is missing only if they are joined.
    const isBetween = kind === 'only-ours' && from === places[0];
    const place = from.findIndex(
      (one) =>
        (!(onlyAirtel || isBetween) || one.network === 'AIRTEL') && (!isBetween || isAtSeam(one)),
    );
    const [payment] = from.splice(place, 1);
    if (!payment) throw new Error('The month is too short');
    const { network } = payment;
    const change = plants[kind](payment, index);
    ours.delete(payment);
    if (change.ours) ours.add(change.ours);
    theirs.set(payment, { network, lines: change.lines });
    if (kind === 'after-reversal') reversed.push(payment);
    const taken = network === 'AIRTEL' && withFee.includes(kind) ? fee : 0;
    planted.push([kind, network, change.effect - taken]);
  }
  return { ours: [...ours], theirs: [...theirs.values()], planted, reversed };
}

/** Where the fee of the line is not that of a pair that agrees otherwise. */
const withFee: readonly CaseKindName[] = [
  'only-theirs',
  'late-success',
  'amount',
  'doubled',
  'after-reversal',
];

type Plant = (
  payment: OurPayment,
  index: number,
) => { ours: OurPayment | null; lines: readonly TheirLine[]; effect: number };

const signed = ({ direction, amount }: OurPayment): number =>
  direction === 'collection' ? amount : -amount;
const minute = 60_000;

const plants: Record<CaseKindName, Plant> = {
  'only-theirs': (of) => ({ ours: null, lines: [lineOf(of)], effect: signed(of) }),
  'only-ours': (of) => ({ ours: of, lines: [], effect: -signed(of) }),
  'late-success': (of) => ({
    ours: { ...of, isPaid: false },
    lines: [lineOf(of)],
    effect: signed(of),
  }),
  'not-paid': (of) => ({
    ours: of,
    lines: [{ ...lineOf(of), isFailed: true }],
    effect: -signed(of),
  }),
  amount: (of) => ({
    ours: of,
    lines: [{ ...lineOf(of), amount: of.amount + 700 }],
    effect: Math.sign(signed(of)) * 700,
  }),
  doubled: (of) => ({
    ours: of,
    lines: [lineOf(of), { ...lineOf(of), at: of.at + minute }],
    effect: signed(of),
  }),
  'after-reversal': (of) => ({ ours: of, lines: [lineOf(of)], effect: signed(of) }),
  fee: (of, index) => ({
    ours: of,
    lines: [{ ...lineOf(of), fee: 100 + index }],
    effect: -100 - index,
  }),
  charge: (of, index) => ({
    ours: of,
    lines: [
      lineOf(of),
      {
        ...lineOf(of),
        reference: `C${index}`,
        phone: '256700000000',
        direction: 'out',
        amount: 900 + index,
        text: 'Charge',
      },
    ],
    effect: -900 - index,
  }),
  transfer: (of, index) => ({
    ours: of,
    lines: [
      lineOf(of),
      {
        ...lineOf(of),
        reference: `T${index}`,
        phone: '256700000000',
        direction: 'in',
        amount: 1_000_000 + index,
        text: 'Float deposit',
      },
    ],
    effect: 1_000_000 + index,
  }),
  reversal: (of) => ({
    ours: of,
    lines: [
      lineOf(of),
      {
        ...lineOf(of),
        reference: `${of.reference}B`,
        direction: of.direction === 'collection' ? 'out' : 'in',
        at: of.at + 30 * minute,
        text: `Reversal of ${of.reference}`,
      },
    ],
    effect: -signed(of),
  }),
};

/** In statements of some days each. Airtel also tells its payments by call, before its statement or after it. */
async function tellMonth(
  world: NetworkWorld,
  network: NetworkName,
  theirs: readonly { network: NetworkName; lines: readonly TheirLine[] }[],
): Promise<void> {
  const all = theirs
    .flatMap((one) => (one.network === network ? one.lines : []))
    .map((line) => (network === 'AIRTEL' && line.text === undefined ? { fee, ...line } : line));
  let balance = 10_000_000;
  for (let day = 0; day < days; day += daysOfStatement) {
    const from = first + day * dayMs;
    const lines = all.filter(({ at }) => at >= from && at < from + daysOfStatement * dayMs);
    const isCalledFirst = day % (2 * daysOfStatement) === 0;
    if (network === 'AIRTEL' && isCalledFirst) await call(world, lines);
    balance = await world.tell(network, lines, balance, false);
    if (network === 'AIRTEL' && !isCalledFirst) await call(world, lines);
  }
  await match(world);
}

/** A network is outside of what is tested: it lists what its statement tells. */
async function call(world: NetworkWorld, lines: readonly TheirLine[]): Promise<void> {
  const listed = lines
    .filter(({ text }) => text === undefined)
    .map((line) => ({
      reference: line.reference,
      orderId: null,
      service: line.direction === 'in' ? 'COLLECTION' : 'B2C',
      status: line.isFailed ? 'TF' : 'TS',
      atMs: line.at,
      amount: String(line.amount),
      fee: String(line.fee ?? 0),
      payer: line.phone,
      payee: line.phone,
    }));
  const airtel = { network: 'AIRTEL', isSimulated: false, transactions: async () => listed };
  await importByCall(world.database, [airtel as unknown as Connector], pino({ level: 'silent' }));
}
