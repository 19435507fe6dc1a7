import { caseKindNames, type CaseKindName } from '@sente/contract/case-kinds';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import type { Chance } from '../demo/chance.ts';
import { aPayment, lineOf, type OurPayment, type TheirLine } from './network-world.ts';

/* A month of payments, and what the networks say about them, with a difference in every hundredth. */

const dayMs = 86_400_000;
export const monthDays = 31;
/** Midnight in Kampala, the first of March. */
export const monthStart = Date.parse('2026-02-28T21:00:00Z');
const paymentsADay = 45;
export const daysOfStatement = 4;

/** What Airtel takes with every payment, in UGX, as its tariff says. */
export const airtelFee = 50;

/** What is planted: the kind of the case that it must become, where, and what the books lack. */
export type Planted = `${CaseKindName} ${NetworkName | 'BANK'} ${number}`;

/**
 * At any time of the day; we hear of each within three minutes, so some are booked on the next day. Each
 * network has one at both ends, so that its statements cover the first and the last day.
 */
export function ordinaryPayments(chance: Chance): OurPayment[] {
  const ends = networkNames.flatMap((network) =>
    [monthStart, monthStart + monthDays * dayMs].map((at) => aPayment({ at, network })),
  );
  const others = Array.from({ length: monthDays * paymentsADay }, (_, index) => {
    const at =
      monthStart + Math.floor(index / paymentsADay) * dayMs + chance.between(0, 86_399) * 1_000;
    return aPayment({
      at,
      network: chance.pick(networkNames),
      direction: chance.between(1, 10) > 4 ? 'collection' : 'payout',
      amount: chance.between(5, 2_000) * 100,
      bookedAt: at + chance.between(1, 180) * 1_000,
    });
  });
  // On both sides of each midnight, every fourth of which is between two statements.
  const atMidnights = Array.from({ length: 2 * (monthDays - 1) }, (_, index) => {
    const midnight = monthStart + (Math.floor(index / 2) + 1) * dayMs;
    const at = midnight + (index % 2 === 0 ? -30_000 : 10_000);
    const network = networkNames[Math.floor(index / 8) % 2]!;
    return aPayment({ at, network, amount: 70_000 + index * 100, bookedAt: at + 45_000 });
  });
  return [...ends, ...others, ...atMidnights];
}

const hourOf = ({ at }: OurPayment): number => ((at - monthStart) % dayMs) / 3_600_000;
const isAtNoon = (payment: OurPayment): boolean => hourOf(payment) > 8 && hourOf(payment) < 16;
/** Within a minute of it, but not at the ends of the month. */
const isAtMidnight = (payment: OurPayment): boolean =>
  payment.amount >= 70_000 &&
  payment.amount < 70_000 + 200 * monthDays &&
  (hourOf(payment) > 23.98 || hourOf(payment) < 0.02);

const isAtSeam = ({ at }: OurPayment): boolean =>
  Math.round((at - monthStart) / dayMs) % daysOfStatement === 0;

/** Changes one payment of a hundred, each kind in turn. */
export function plantPayments(payments: readonly OurPayment[], chance: Chance) {
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
    const taken = network === 'AIRTEL' && withFee.has(kind) ? airtelFee : 0;
    planted.push(`${kind} ${network} ${change.effect - taken}`);
  }
  const linesOf = (network: NetworkName): TheirLine[] =>
    [...theirs.values()]
      .flatMap((one) => (one.network === network ? one.lines : []))
      .map((line) => withFeeOf(network, line));
  return { ours: [...ours], linesOf, planted, reversed };
}

/** What Airtel takes with a payment, unless something else is planted. */
const withFeeOf = (network: NetworkName, line: TheirLine): TheirLine =>
  network === 'AIRTEL' && line.text === undefined ? { fee: airtelFee, ...line } : line;

/** Where the fee of the line is not that of a pair that agrees otherwise. */
const withFee: ReadonlySet<CaseKindName> = new Set([
  'only-theirs',
  'late-success',
  'amount',
  'doubled',
  'after-reversal',
]);

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
