import { networkNames, type NetworkName } from '@sente/contract/payments';
import { caseKindNames, type CaseKindName } from '@sente/contract/case-kinds';
import { expect, it } from 'vitest';
import { createChance, type Chance } from '../demo/chance.ts';
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
const paymentsADay = 60;
const daysOfStatement = 4;

/** What is planted: the kind of the case that it must become, and what the books lack. */
type Planted = readonly [kind: CaseKindName, network: NetworkName, effect: number];

it(`a month with differences of every kind is reconciled to the shilling (seed ${seed})`, async () => {
  const world = await createNetworkWorld(500_000_000);
  const chance = createChance(seed);
  const payments = ordinaryMonth(chance);
  const { ours, theirs, planted } = plant(payments, chance);
  await world.book(ours.toSorted((a, b) => a.bookedAt - b.bookedAt));
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
  await world.match();
  expect(await open()).toEqual([]);
  await expectExplained(world);
  const { flow } = (await world.get('/cases')).meta;
  expect(flow.before + flow.opened - flow.cleared).toBe(flow.open);
  const { data } = await world.get('/days?to=2026-03-31');
  const states = data.days.flatMap(({ cells }: { cells: { network: string; state: string }[] }) =>
    cells.filter(({ network }) => network !== 'BANK').map(({ state }) => state),
  );
  expect(states).toEqual(Array.from({ length: 2 * days }, () => 'exact'));
}, 60_000);

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
  return [...ends, ...others];
}

/** Away from midnight, so that the statement of the day surely covers it. */
const isAtNoon = ({ at }: OurPayment): boolean => {
  const hour = ((at - first) % dayMs) / 3_600_000;
  return hour > 8 && hour < 16;
};

/** Changes one payment of a hundred, each kind in turn. */
function plant(payments: readonly OurPayment[], chance: Chance) {
  const atNoon = payments
    .filter(isAtNoon)
    .map((payment) => ({ payment, place: chance.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ payment }) => payment);
  const count = Math.ceil(payments.length / 100);
  const ours = new Set(payments);
  const theirs = new Map<OurPayment, { network: NetworkName; lines: readonly TheirLine[] }>(
    payments.map((payment) => [payment, { network: payment.network, lines: [lineOf(payment)] }]),
  );
  const planted: Planted[] = [];
  for (let index = 0; index < count; index++) {
    const kind = caseKindNames[index % caseKindNames.length]!;
    // MTN writes neither fees nor failures.
    const onlyAirtel = kind === 'fee' || kind === 'not-paid';
    const place = atNoon.findIndex(({ network }) => !onlyAirtel || network === 'AIRTEL');
    const [payment] = atNoon.splice(place, 1);
    if (!payment) throw new Error('The month is too short');
    const { network } = payment;
    const change = plants[kind](payment, index);
    ours.delete(payment);
    if (change.ours) ours.add(change.ours);
    theirs.set(payment, { network, lines: change.lines });
    planted.push([kind, network, change.effect]);
  }
  return { ours: [...ours], theirs: [...theirs.values()], planted };
}

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

/** In statements of some days each. */
async function tellMonth(
  world: NetworkWorld,
  network: NetworkName,
  theirs: readonly { network: NetworkName; lines: readonly TheirLine[] }[],
): Promise<void> {
  const all = theirs.flatMap((one) => (one.network === network ? one.lines : []));
  let balance = 10_000_000;
  for (let day = 0; day < days; day += daysOfStatement) {
    const from = first + day * dayMs;
    const lines = all.filter(({ at }) => at >= from && at < from + daysOfStatement * dayMs);
    balance = await world.tell(network, lines, balance, false);
  }
  await world.match();
}
