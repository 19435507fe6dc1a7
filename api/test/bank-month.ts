import type { CaseKindName } from '@sente/contract/case-kinds';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import { expect } from 'vitest';
import type { Chance } from '../demo/chance.ts';
import { postAll } from '../src/ledger/posting.queries.ts';
import { headOffice, placeOf } from '../src/ledger/suspense.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { monthDays, monthStart, type Planted } from './network-month.ts';
import type { NetworkWorld, TheirLine } from './network-world.ts';

/* A month of the provider's bank: deposits, settlements of which some come back, and float of the networks. */

const dayMs = 86_400_000;
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

/** A movement of the bank as it is booked here. */
export interface Movement {
  readonly kind: 'deposit' | 'settlement' | 'float' | 'return';
  readonly direction: 'in' | 'out';
  readonly amount: number;
  /** Some people type the bank's reference, others do not. */
  readonly reference: string | null;
  readonly at: number;
  readonly bookedAt: number;
  /** Of float: its other side. */
  readonly network: NetworkName;
  /** Of a return: what the bank sent back. */
  readonly of?: Movement;
}

/** Every eighth settlement comes back two days later. */
export function ordinaryMovements(chance: Chance): Movement[] {
  const paid = paidMovements(chance);
  const settled = paid.filter(({ kind }) => kind === 'settlement');
  const returns = settled
    .filter((of, index) => index % 8 === 0 && of.at < monthStart + (monthDays - 6) * dayMs)
    .map((of): Movement => ({
      ...of,
      of,
      kind: 'return',
      direction: 'in',
      reference: null,
      at: of.at + 2 * dayMs,
      bookedAt: of.bookedAt + 2 * dayMs,
    }));
  return [...paid, ...returns];
}

function paidMovements(chance: Chance): Movement[] {
  return Array.from({ length: monthDays * movementsADay }, (_, index) => {
    const day = monthStart + Math.floor(index / movementsADay) * dayMs;
    const kind = chance.pick(['deposit', 'deposit', 'settlement', 'float'] as const);
    const isIn = kind === 'deposit' || (kind === 'float' && chance.between(1, 2) === 1);
    // On the first and the last days what is booked later would be outside of the statements.
    const isLate = index > movementsADay && index < (monthDays - 4) * movementsADay;
    return {
      kind,
      direction: isIn ? 'in' : 'out',
      amount: 100_000 + index * 500 + chance.between(0, 1) * 100,
      reference: chance.between(1, 3) > 1 ? `FT${7_000_000 + index}` : null,
      at: day,
      bookedAt: day + chance.between(1, isLate ? 40 : 20) * 3_600_000,
      network: networkNames[index % networkNames.length]!,
    };
  });
}

const signed = ({ direction, amount }: Movement): number => (direction === 'in' ? amount : -amount);

const lineOf = (
  { reference, direction, amount, at, of }: Movement,
  fields: Partial<TheirLine> = {},
): TheirLine => ({
  reference: reference ?? '',
  phone: '',
  direction,
  amount,
  at,
  ...(of && { text: `Returned ${of.reference ?? 'payment'}` }),
  ...fields,
});

/** The float on the statement of its network, half an hour before people booked it. */
export function floatLines(movements: readonly Movement[], network: NetworkName): TheirLine[] {
  return movements
    .filter((one) => one.kind === 'float' && one.network === network)
    .map(({ direction, amount, bookedAt }, index) => ({
      reference: `${network}F${index}`,
      phone: '256700000000',
      direction: direction === 'in' ? 'out' : 'in',
      amount,
      at: bookedAt - 1_800_000,
      text: 'Float transfer',
    }));
}

/** Changes one movement of each kind, away from both ends of the month. */
export function plantMovements(movements: readonly Movement[]) {
  const ours = new Set(movements);
  const lines = new Map(movements.map((movement) => [movement, [lineOf(movement)]]));
  const returned = new Set(movements.map(({ of }) => of));
  const planted: Planted[] = [];
  for (const [index, kind] of bankKinds.entries()) {
    const from = (6 + index * 2) * movementsADay;
    const wanted = kind === 'reversal' ? 'settlement' : 'deposit';
    const one = movements
      .slice(from)
      .find((each) => each.kind === wanted && each.reference !== null && !returned.has(each));
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

/** Books movements in the order in which people did, through the ledger. */
export async function createBankDesk(world: NetworkWorld) {
  const provider = await headOffice(world.owner);
  const own = await systemAccountsOf(world.owner, provider);
  const theirs = await systemAccountsOf(world.owner, world.companyId);
  const ids = new Map<Movement, string>();
  const postingOf = (movement: Movement) => {
    const isFloat = movement.kind === 'float';
    const [companyId, accountId, bank] = isFloat
      ? [provider, placeOf(own, movement.network), own.settlement]
      : [world.companyId, world.accountId, theirs.settlement];
    const gained = BigInt(signed(movement)) * 100n;
    const original = movement.of && ids.get(movement.of);
    return {
      companyId,
      accountId,
      type: gained > 0n ? ('credit' as const) : ('debit' as const),
      amount: gained > 0n ? gained : -gained,
      legs: [
        { accountId, amount: gained },
        { accountId: bank, amount: -gained },
      ],
      kind: original ? 'reversal' : movement.kind,
      key: original ? `reversal:${original}` : `bank:${(keys += 1)}`,
      ...(original && { reversalOf: original }),
      reference: movement.reference,
      description: 'A movement of the bank',
      at: new Date(movement.bookedAt),
    };
  };
  let keys = 0;
  return async (movements: readonly Movement[]): Promise<void> => {
    const some = movements.toSorted((a, b) => a.bookedAt - b.bookedAt);
    const outcomes = await postAll(world.owner, some.map(postingOf));
    expect(outcomes.every(({ status }) => status === 'completed')).toBe(true);
    for (const [index, { transactionId }] of outcomes.entries()) {
      ids.set(some[index]!, transactionId ?? '');
    }
  };
}
