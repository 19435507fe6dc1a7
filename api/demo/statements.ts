import { createHash } from 'node:crypto';
import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import {
  addCounts,
  finishFile,
  insertLines,
} from '../src/network-statements/network-statements.queries.ts';
import { createEnds } from '../src/network-statements/statement-ends.ts';
import { createLineKeys, type StatementLine } from '../src/network-statements/statement-line.ts';
import { startingFloat } from '../src/payments/simulator/wallets.ts';
import { matchWithin } from '../src/reconciliation/run-matching.ts';
import type { DemoClock } from './clock.ts';
import { claimFile } from '../src/network-statements/claim-file.queries.ts';

/** So many days have statements. */
const days = 14;
/** At the bank beyond what is booked before the first of them, in hundredths of UGX. */
const ownMoney = 40_000_000_00n;
/** Nobody has downloaded Airtel's statement of this day yet. */
const withoutStatement = { network: 'AIRTEL', daysAgo: 3 } as const;

interface BookedRow {
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

/**
 * Statements of the networks and the bank for two weeks, written from the ledger with a handful of differences, so
 * that the reconciliation has days of every colour.
 */
export async function seedStatements(db: Db, clock: DemoClock): Promise<void> {
  const within = <T>(work: (db: Db) => Promise<T>): Promise<T> => work(db);
  // Takes what is booked.
  await matchWithin(within);
  const booked = await listBooked(db, clock.now);
  const late = await findFailed(db, clock.now);
  for (const network of statementPlaces) {
    const told = Array.from({ length: days }, (_, index) => days - index).map((daysAgo) => {
      const truth = booked.filter((row) => row.network === network && row.days_ago === daysAgo);
      const rows =
        network === 'BANK'
          ? plantAtBank(daysAgo, clock.on(daysAgo, 0.4).getTime(), truth.map(toRow))
          : plant(network, daysAgo, truth.map(toRow));
      const isLate = network === late?.network && daysAgo === late.days_ago;
      return { daysAgo, rows: isLate ? [...rows, toRow(late)] : rows };
    });
    const moved = told.flatMap(({ rows }) => rows).reduce((sum, row) => sum + effectOf(row), 0n);
    const before = await bookedBefore(db, network, clock.now);
    let balance = await openingOf(db, network, { before, moved, now: clock.now });
    for (const { daysAgo, rows } of told) {
      const lines = rows
        .toSorted((a, b) => a.atMs - b.atMs)
        .map((row, index): StatementLine => {
          balance += effectOf(row);
          return { ...row, lineNumber: index + 2, balanceAfter: balance };
        });
      const isLeftOut =
        network === withoutStatement.network && daysAgo === withoutStatement.daysAgo;
      if (lines.length > 0 && !isLeftOut) await store(db, network, lines);
    }
  }
  await matchWithin(within);
}

function effectOf({ direction, amount, fee, status }: Row): bigint {
  if (status !== 'completed') return 0n;
  return (direction === 'in' ? amount : -amount) - (fee ?? 0n);
}

/** So that a network ends with what the simulator tells when it is asked. */
async function openingOf(
  db: Db,
  network: StatementPlace,
  { before, moved, now }: { before: bigint; moved: bigint; now: Date },
): Promise<bigint> {
  if (network === 'BANK') return ownMoney + before;
  const row = await db.row<{ effect: string }>(
    `select coalesce(sum(effect), 0) as effect from reconciliation_bookings
     where network = $1 and day >= kampala_day($2)`,
    [network, now],
  );
  return BigInt(startingFloat) * 100n - moved - BigInt(row?.effect ?? 0);
}

/** A payment that failed here, and that the statement says was paid. */
function findFailed(db: Db, now: Date): Promise<BookedRow | undefined> {
  return db.row<BookedRow>(
    `select network, kampala_day($1) - kampala_day(created_at) as days_ago, '30977120499' as reference,
       phone_number as phone, amount as effect,
       date_trunc('minute', created_at) + interval '1 minute' as at, 'collection' as kind,
       null as our_reference, null as reversed
     from payments
     where status = 'FAILED' and direction = 'collection' and origin <> 'import' and network = 'MTN'
       and created_at > $1::timestamptz - interval '12 days' and created_at < $1::timestamptz - interval '2 days'
       and not exists (select from payment_reviews r where r.payment_id = payments.id)
     order by created_at desc limit 1`,
    [now],
  );
}

async function bookedBefore(db: Db, network: StatementPlace, now: Date): Promise<bigint> {
  const row = await db.row<{ effect: string }>(
    `select coalesce(sum(effect), 0) as effect from reconciliation_bookings
     where network = $1 and day < kampala_day($2) - $3::integer`,
    [network, now, days],
  );
  return BigInt(row?.effect ?? 0);
}

function listBooked(db: Db, now: Date): Promise<BookedRow[]> {
  return db.rows<BookedRow>(
    `select b.network, kampala_day($1) - b.day as days_ago, b.reference, b.phone, b.effect,
       date_trunc('minute', b.booked_at) as at, b.kind, b.our_reference, o.reference as reversed
     from reconciliation_bookings b
     left join reconciliation_bookings o on o.transaction_id = b.reversal_of and o.network = b.network
     where b.day >= kampala_day($1) - $2::integer and b.day < kampala_day($1)
     order by b.booked_at, b.transaction_id`,
    [now, days],
  );
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

const layouts = {
  MTN: 'MTN portal table',
  AIRTEL: 'Airtel statement',
  BANK: 'Bank statement',
} as const;

async function store(
  db: Db,
  network: StatementPlace,
  lines: readonly StatementLine[],
): Promise<void> {
  const day = new Date((lines[0]?.atMs ?? 0) + 3 * 3_600_000).toISOString().slice(0, 10);
  const name = `${network.toLowerCase()}-${day}.csv`;
  const checksum = createHash('sha256').update(name).digest('hex');
  const file = {
    id: uuidV7(),
    network,
    wallet: 'both',
    source: 'folder',
    name,
    checksum,
    importedBy: null,
  } as const;
  await claimFile(db, file);
  const keyOf = createLineKeys();
  const ends = createEnds();
  for (const line of lines) ends.take(line);
  const added = await insertLines(
    db,
    file,
    lines.map((line) => ({ ...line, key: keyOf(line), occurrence: null })),
  );
  const counted = { new: added, known: lines.length - added, bad: 0 };
  await addCounts(db, file.id, layouts[network], counted);
  await finishFile(db, file.id, ends.read());
}
