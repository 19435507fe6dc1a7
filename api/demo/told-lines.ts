import type { StatementPlace } from '@sente/contract/network-statements';
import type { StatementLine } from '../src/network-statements/statement-line.ts';
import type { DemoClock } from './clock.ts';

/* What networks and the bank say about the days of their statements: the truth, and some planted differences. */

/** So many days have statements. */
export const days = 14;
/** The network's id of what is written to suspense. */
export const inSuspense = '30977120460';

export interface BookedRow {
  readonly network: StatementPlace;
  readonly days_ago: number;
  readonly reference: string | null;
  readonly phone: string | null;
  readonly effect: string;
  readonly at: Date;
  readonly kind: string;
  /** Of a settlement. */
  readonly our_reference: string | null;
  /** The reference of what it reverses. */
  readonly reversed: string | null;
}

type Row = Omit<StatementLine, 'lineNumber' | 'balanceAfter'>;

interface Told {
  readonly daysAgo: number;
  readonly rows: readonly Row[];
}

/** What a network or the bank says about each day, oldest first. */
export function toldBy(
  network: StatementPlace,
  booked: readonly BookedRow[],
  late: BookedRow | undefined,
  clock: DemoClock,
): readonly Told[] {
  return Array.from({ length: days }, (_, index) => days - index).map((daysAgo) => {
    const truth = booked.filter((row) => row.days_ago === daysAgo).map(toRow);
    const rows =
      network === 'BANK'
        ? plantAtBank(daysAgo, clock.on(daysAgo, 0.4).getTime(), truth)
        : plant(network, daysAgo, truth);
    const isLate = network === late?.network && daysAgo === late.days_ago;
    return { daysAgo, rows: isLate ? [...rows, toRow(late)] : rows };
  });
}

export function movedBy(told: readonly Told[]): bigint {
  return told.flatMap(({ rows }) => rows).reduce((sum, row) => sum + effectOf(row), 0n);
}

export function effectOf({ direction, amount, fee, status }: Row): bigint {
  if (status !== 'completed') return 0n;
  return (direction === 'in' ? amount : -amount) - (fee ?? 0n);
}

function toRow({ network, reference, phone, effect, at, our_reference, reversed }: BookedRow): Row {
  const moved = BigInt(effect);
  return {
    reference: reversed === null ? reference : `${reversed}R`,
    orderId: null,
    phone,
    atMs: at.getTime(),
    direction: moved > 0n ? 'in' : 'out',
    amount: moved > 0n ? moved : -moved,
    fee: null,
    kind: reversed === null ? 'payment' : 'reversal',
    status: 'completed',
    text: reversed === null ? textOf(network, moved, our_reference) : `Reversal of ${reversed}`,
  };
}

function textOf(network: StatementPlace, moved: bigint, ours: string | null): string {
  if (network !== 'BANK') return '';
  return moved > 0n ? 'Deposit' : `Payment ${ours ?? ''}`.trim();
}

/** Changes the statement of some days. */
function plant(network: StatementPlace, daysAgo: number, rows: readonly Row[]): readonly Row[] {
  const place = rows.findIndex(({ kind, reference }) => kind === 'payment' && reference !== null);
  const one = rows[place];
  if (!one) return rows;
  const others = rows.toSpliced(place, 1);
  const later = one.atMs + 60_000;
  switch (`${network} ${daysAgo}`) {
    // Left out.
    case 'MTN 2':
      return others;
    // Never ordered here, and a charge.
    case 'MTN 5':
      return [
        ...rows,
        {
          ...one,
          reference: '30977120451',
          phone: '256772404404',
          amount: 35_000_00n,
          atMs: later,
        },
        charge(one.atMs),
      ];
    // Never ordered here either; two people have written it to suspense.
    case 'MTN 7':
      return [
        ...rows,
        {
          ...one,
          reference: inSuspense,
          phone: '256772404405',
          amount: 60_000_00n,
          direction: 'in',
          atMs: later,
        },
      ];
    // Another amount.
    case 'MTN 9':
      return [...others, { ...one, amount: one.amount + 500_00n }];
    // Failed, as the network says.
    case 'MTN 11':
      return [...others, { ...one, status: 'failed' }];
    // Taken back.
    case 'AIRTEL 10':
      return [
        ...rows,
        {
          ...one,
          reference: `${one.reference}R`,
          direction: one.direction === 'in' ? 'out' : 'in',
          atMs: later + 3_600_000,
          kind: 'reversal',
          text: `Reversal of ${one.reference}`,
        },
      ];
    // With a fee.
    case 'AIRTEL 12':
      return [...others, { ...one, fee: 500_00n }];
    // Twice.
    case 'AIRTEL 5':
      return [...rows, { ...one, atMs: later }];
    // Money from the bank.
    case 'AIRTEL 8':
      return [...rows, { ...charge(one.atMs), ...topUp }];
    default:
      return rows;
  }
}

/** A charge, a deposit that nobody has booked, and the other side of what came to Airtel. */
function plantAtBank(daysAgo: number, atMs: number, rows: readonly Row[]): readonly Row[] {
  const bank = (fields: Partial<Row>): Row => ({ ...charge(atMs), ...fields });
  switch (daysAgo) {
    case 8:
      return [
        ...rows,
        bank({ ...topUp, direction: 'out', reference: 'FT26110934', text: 'Float to Airtel' }),
      ];
    case 6:
      return [...rows, bank({ reference: 'CHG26113', amount: 25_000_00n, text: 'Ledger fee' })];
    case 4:
      return [
        ...rows,
        bank({
          kind: 'payment',
          direction: 'in',
          reference: 'FT26115702',
          amount: 450_000_00n,
          text: 'Deposit',
        }),
      ];
    default:
      return rows;
  }
}

const topUp = {
  direction: 'in',
  amount: 5_000_000_00n,
  kind: 'transfer',
  reference: 'MP30977120777',
  text: 'Float deposit',
} as const;

function charge(atMs: number): Row {
  return {
    reference: '30977120452',
    orderId: null,
    phone: null,
    atMs,
    direction: 'out',
    amount: 1_500_00n,
    fee: null,
    kind: 'fee',
    status: 'completed',
    text: 'Monthly charge',
  };
}
