import type { CaseKindName } from '@sente/contract/case-kinds';
import { expect, it } from 'vitest';
import { createChance, type Chance } from '../demo/chance.ts';
import { postAll } from '../src/ledger/posting.queries.ts';
import { headOffice, placeOf } from '../src/ledger/suspense.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { createNetworkWorld, type NetworkWorld, type TheirLine } from './network-world.ts';

const seed = Number(process.env['SENTE_MONTH_SEED'] ?? 19);
const dayMs = 86_400_000;
const first = Date.parse('2026-02-28T21:00:00Z');
const days = 31;
const movementsADay = 12;
const bankKinds = [
  'only-theirs',
  'only-ours',
  'amount',
  'doubled',
  'charge',
  'transfer',
  'reversal',
] as const satisfies readonly CaseKindName[];

it(`a month of the bank with differences of every kind is explained to the shilling (seed ${seed})`, async () => {
  const world = await createNetworkWorld(500_000_000);
  const { ours, lines, planted } = plant(ordinaryMonth(createChance(seed)));
  await book(world, ours);
  let balance = 80_000_000;
  for (let day = 0; day < days; day += 7) {
    const from = first + day * dayMs;
    const told = lines.filter(({ at }) => at >= from && at < from + 7 * dayMs);
    balance = await world.tell('BANK', told, balance, false);
  }
  await world.match();

  const open = async () => (await world.get('/cases?state=open&page=1&pageSize=100')).data;
  const found = (await open()).map(
    ({ kind, network, effect }: { kind: CaseKindName; network: string; effect: number }) =>
      `${kind} ${network} ${effect}`,
  );
  expect(found.toSorted()).toEqual(planted.toSorted());
  await expectExplained(world);

  await world.settle(...(await open()).map(({ id }: { id: string }) => id));
  await world.match();
  expect(await open()).toEqual([]);
  await expectExplained(world);
  const { data } = await world.get('/days?to=2026-03-31');
  const states = data.days.map(({ cells }: { cells: { network: string; state: string }[] }) =>
    cells.find(({ network }) => network === 'BANK'),
  );
  // Its lines have no time, so the last day is not over.
  expect(states.slice(1).map(({ state }: { state: string }) => state)).toEqual(
    Array.from({ length: days - 1 }, () => 'exact'),
  );
}, 60_000);

async function expectExplained(world: NetworkWorld): Promise<void> {
  const { data } = await world.get('/days?to=2026-03-31');
  for (const { day, cells } of data.days) {
    for (const { network, unexplained } of cells) expect([day, network, unexplained][2]).toBe(0);
  }
  const bridge = (await world.get('/bridge?network=BANK&day=2026-03-31')).data;
  expect(bridge).toMatchObject({ difference: 0 });
  expect(bridge.float).not.toBeNull();
}

/** A movement of the bank as it is booked here: a deposit, a settlement, or float to or from a network. */
interface Movement {
  readonly kind: 'deposit' | 'settlement' | 'float';
  readonly direction: 'in' | 'out';
  readonly amount: number;
  /** Some people type the bank's reference, others do not. */
  readonly reference: string | null;
  readonly at: number;
  readonly bookedAt: number;
}

function ordinaryMonth(chance: Chance): Movement[] {
  return Array.from({ length: days * movementsADay }, (_, index) => {
    const day = first + Math.floor(index / movementsADay) * dayMs;
    const kind = chance.pick(['deposit', 'deposit', 'settlement', 'float'] as const);
    const isIn = kind === 'deposit' || (kind === 'float' && chance.between(1, 2) === 1);
    // On the first and the last days what is booked later would be outside of the statements.
    const isLate = index > movementsADay && index < (days - 4) * movementsADay;
    return {
      kind,
      direction: isIn ? 'in' : 'out',
      amount: 100_000 + index * 500 + chance.between(0, 1) * 100,
      reference: chance.between(1, 3) > 1 ? `FT${7_000_000 + index}` : null,
      at: day,
      bookedAt: day + chance.between(1, isLate ? 40 : 20) * 3_600_000,
    };
  });
}

const signed = ({ direction, amount }: Movement): number => (direction === 'in' ? amount : -amount);

const lineOf = (
  { reference, direction, amount, at }: Movement,
  fields: Partial<TheirLine> = {},
): TheirLine => ({ reference: reference ?? '', phone: '', direction, amount, at, ...fields });

/** Changes one movement of each kind, away from both ends of the month. */
function plant(movements: readonly Movement[]) {
  const ours = new Set(movements);
  const lines = new Map(movements.map((movement) => [movement, [lineOf(movement)]]));
  const planted: string[] = [];
  for (const [index, kind] of bankKinds.entries()) {
    const from = (6 + index * 2) * movementsADay;
    const wanted = kind === 'reversal' ? 'settlement' : 'deposit';
    const one = movements
      .slice(from)
      .find((each) => each.kind === wanted && each.reference !== null);
    if (!one) throw new Error('The month is too short');
    const { told, effect, isOurs = true } = plants[kind](one);
    if (!isOurs) ours.delete(one);
    lines.set(one, [...told]);
    planted.push(`${kind} BANK ${effect}`);
  }
  return { ours: [...ours], lines: [...lines.values()].flat(), planted };
}

type Plant = (of: Movement) => { told: readonly TheirLine[]; effect: number; isOurs?: false };

const plants: Record<(typeof bankKinds)[number], Plant> = {
  'only-theirs': (of) => ({ told: [lineOf(of)], effect: signed(of), isOurs: false }),
  'only-ours': (of) => ({ told: [], effect: -signed(of) }),
  amount: (of) => ({ told: [lineOf(of, { amount: of.amount + 700 })], effect: 700 }),
  doubled: (of) => ({ told: [lineOf(of), lineOf(of, { at: of.at + dayMs })], effect: signed(of) }),
  charge: (of) => ({
    told: [
      lineOf(of),
      lineOf(of, { reference: 'CHG1', direction: 'out', amount: 2_300, text: 'Ledger fee' }),
    ],
    effect: -2_300,
  }),
  transfer: (of) => ({
    told: [
      lineOf(of),
      lineOf(of, { reference: 'FLT1', direction: 'out', amount: 7_654_321, text: 'Float to MTN' }),
    ],
    effect: -7_654_321,
  }),
  reversal: (of) => ({
    told: [
      lineOf(of),
      lineOf(of, {
        reference: 'RET1',
        direction: 'in',
        at: of.at + 2 * dayMs,
        text: `Returned ${of.reference}`,
      }),
    ],
    effect: of.amount,
  }),
};

async function book(world: NetworkWorld, movements: readonly Movement[]): Promise<void> {
  const provider = await headOffice(world.owner);
  const own = await systemAccountsOf(world.owner, provider);
  const theirs = await systemAccountsOf(world.owner, world.companyId);
  const postings = movements
    .toSorted((a, b) => a.bookedAt - b.bookedAt)
    .map((movement, index) => {
      const isFloat = movement.kind === 'float';
      const [companyId, accountId, bank] = isFloat
        ? [provider, placeOf(own, 'MTN'), own.settlement]
        : [world.companyId, world.accountId, theirs.settlement];
      const gained = BigInt(signed(movement)) * 100n;
      return {
        companyId,
        accountId,
        type: gained > 0n ? ('credit' as const) : ('debit' as const),
        amount: gained > 0n ? gained : -gained,
        legs: [
          { accountId, amount: gained },
          { accountId: bank, amount: -gained },
        ],
        kind: movement.kind,
        key: `bank:${index}`,
        reference: movement.reference,
        description: 'A movement of the bank',
        at: new Date(movement.bookedAt),
      };
    });
  for (let from = 0; from < postings.length; from += 100) {
    const outcomes = await postAll(world.owner, postings.slice(from, from + 100));
    expect(outcomes.every(({ status }) => status === 'completed')).toBe(true);
  }
}
