import { createHash } from 'node:crypto';
import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import { networkNames, networkWords, type NetworkName } from '@sente/contract/payments';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { bookForProvider } from '../src/ledger/suspense.ts';
import {
  addCounts,
  finishFile,
  insertLines,
} from '../src/network-statements/network-statements.queries.ts';
import { createEnds } from '../src/network-statements/statement-ends.ts';
import { createLineKeys, type StatementLine } from '../src/network-statements/statement-line.ts';
import { startingBankBalance } from '../src/payments/simulator/bank.ts';
import { startingFloat } from '../src/payments/simulator/wallets.ts';
import { carryOutCase } from '../src/reconciliation/case-actions.ts';
import { matchWithin } from '../src/reconciliation/run-matching.ts';
import type { DemoClock } from './clock.ts';
import { claimFile } from '../src/network-statements/claim-file.queries.ts';

/** So many days have statements. */
const days = 14;
/** At a network beyond what was collected there, in hundredths of UGX. */
const ownFloat = 20_000_000_00n;
/** The network's id of what is written to suspense. */
const inSuspense = '30977120460';
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
  for (const network of networkNames) await sweepAmid(db, network, clock);
  await matchWithin(within);
  const booked = await listBooked(db, clock.now);
  const late = await findFailed(db, clock.now);
  const statements = statementPlaces.map((network) => ({
    network,
    told: toldBy(
      network,
      booked.filter((row) => row.network === network),
      late,
      clock,
    ),
  }));
  for (const { network, told } of statements) {
    if (network !== 'BANK') await sweepBefore(db, network, movedBy(told), clock);
  }
  await matchWithin(within);
  for (const { network, told } of statements) {
    let balance = await openingOf(db, network, movedBy(told), clock.now);
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
  await settleToSuspense(db, clock);
}

/** As two people decide it, so that unknown payments show what a case wrote to suspense. */
async function settleToSuspense(db: Db, clock: DemoClock): Promise<void> {
  const found = await db.row<{ id: string; number: number; approver: string }>(
    `select c.id, c.number::int, u.id as approver from reconciliation_cases c
     join statement_lines l on l.id = c.line_id join users u on u.email = 'superadmin@sente.test'
     where l.reference = $1 and c.state = 'open'`,
    [inSuspense],
  );
  if (!found) return;
  const details = {
    caseId: found.id,
    number: found.number,
    caseKind: 'only-theirs',
    network: 'MTN',
    action: 'suspense',
  };
  const approval = await db.row<Parameters<typeof carryOutCase>[2]>(
    `insert into approvals (id, kind, subject, amount, details, note, asked_by, asked_at, expires_at, state, decided_by,
       decided_at)
     select $1, 'case', $2, $3, $4, 'Nobody asks for it yet.', u.id, $5, $5::timestamptz + interval '7 days', 'approved', $6, $7
     from users u where u.email = 'admin@sente.test' returning *`,
    [
      uuidV7(),
      found.id,
      60_000_00n,
      JSON.stringify(details),
      clock.minutesAgo(90),
      found.approver,
      clock.minutesAgo(60),
    ],
  );
  if (!approval) throw new Error('There is no administrator');
  // As a visitor, of whom the audit log has nothing: it is filled last, in the order of time.
  const approver = { userId: found.approver, isVisitor: true };
  await carryOutCase(db, approver as Parameters<typeof carryOutCase>[1], approval);
}

interface Told {
  readonly daysAgo: number;
  readonly rows: readonly Row[];
}

/** What a network or the bank says about each day, oldest first. */
function toldBy(
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

function movedBy(told: readonly Told[]): bigint {
  return told.flatMap(({ rows }) => rows).reduce((sum, row) => sum + effectOf(row), 0n);
}

/*
 * What companies collect is not left at a network: the provider moves it to its bank, before the days of the statements
 * and amid them. Without that the first statement would begin with less than the books have there, or below zero.
 */

async function sweepAmid(db: Db, network: NetworkName, clock: DemoClock): Promise<void> {
  const row = await db.row<{ effect: string }>(
    `select coalesce(sum(effect), 0) as effect from reconciliation_bookings
     where network = $1 and day >= kampala_day($2) - $3::integer`,
    [network, clock.now, days],
  );
  const begins = BigInt(startingFloat) * 100n - BigInt(row?.effect ?? 0);
  const amount = 2n * ownFloat - begins;
  await sweep(db, network, amount, { reference: 'FT2611', at: clock.on(days / 2, 0.5) });
}

async function sweepBefore(
  db: Db,
  network: NetworkName,
  moved: bigint,
  clock: DemoClock,
): Promise<void> {
  const opening = await openingOf(db, network, moved, clock.now);
  const amount = (await bookedBefore(db, network, clock.now)) + ownFloat - opening;
  await sweep(db, network, amount, { reference: 'FT2610', at: clock.on(days + 1, 0.5) });
}

async function sweep(
  db: Db,
  network: NetworkName,
  amount: bigint,
  { reference: start, at }: { reference: string; at: Date },
): Promise<void> {
  if (amount <= 0n) return;
  const reference = `${start}${network === 'MTN' ? '4417' : '4418'}`;
  const description = `Float from ${networkWords[network]} to the bank`;
  const key = `${network} to-bank ${reference}`;
  const money = { network, direction: 'payout', amount, key, reference, description, at } as const;
  await bookForProvider(db, money, 'settlement');
}

function effectOf({ direction, amount, fee, status }: Row): bigint {
  if (status !== 'completed') return 0n;
  return (direction === 'in' ? amount : -amount) - (fee ?? 0n);
}

/** So that a network and the bank end with what the simulator goes on from. */
async function openingOf(
  db: Db,
  network: StatementPlace,
  moved: bigint,
  now: Date,
): Promise<bigint> {
  const row = await db.row<{ effect: string }>(
    `select coalesce(sum(effect), 0) as effect from reconciliation_bookings
     where network = $1 and day >= kampala_day($2)`,
    [network, now],
  );
  const last = network === 'BANK' ? startingBankBalance : startingFloat;
  return BigInt(last) * 100n - moved - BigInt(row?.effect ?? 0);
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
