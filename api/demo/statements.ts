import { createHash } from 'node:crypto';
import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import { networkNames, networkWords, type NetworkName } from '@sente/contract/payments';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { bookForProvider } from '../src/ledger/suspense.ts';
import { claimFile } from '../src/network-statements/claim-file.queries.ts';
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
import { days, effectOf, inSuspense, movedBy, toldBy, type BookedRow } from './told-lines.ts';

/** At a network beyond what was collected there, in hundredths of UGX. */
const ownFloat = 20_000_000_00n;
/** Nobody has downloaded Airtel's statement of this day yet. */
const withoutStatement = { network: 'AIRTEL', daysAgo: 3 } as const;

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
      if (lines.length > 0 && !isLeftOut) await store(db, network, lines, clock);
    }
  }
  await matchWithin(within);
  await settleToSuspense(db);
}

/** As two people decide it, at the moment in which it is found and booked, so that unknown payments show what a case wrote to suspense. */
async function settleToSuspense(db: Db): Promise<void> {
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
     select $1, 'case', $2, $3, $4, 'Nobody asks for it yet.', u.id, now(), now() + interval '7 days', 'approved', $5, now()
     from users u where u.email = 'admin@sente.test' returning *`,
    [uuidV7(), found.id, 60_000_00n, JSON.stringify(details), found.approver],
  );
  if (!approval) throw new Error('There is no administrator');
  // As a visitor, of whom the audit log has nothing: it is filled last, in the order of time.
  const approver = { userId: found.approver, isVisitor: true };
  await carryOutCase(db, approver as Parameters<typeof carryOutCase>[1], approval);
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
       date_trunc('second', created_at) + interval '40 seconds' as at, 'collection' as kind,
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
       date_trunc('second', b.booked_at) as at, b.kind, b.our_reference, o.reference as reversed
     from reconciliation_bookings b
     left join reconciliation_bookings o on o.transaction_id = b.reversal_of and o.network = b.network
     where b.day >= kampala_day($1) - $2::integer and b.day < kampala_day($1)
     order by b.booked_at, b.transaction_id`,
    [now, days],
  );
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
  clock: DemoClock,
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
  // People put it into the folder in the morning after.
  const morning = Date.parse(`${day}T00:00:00Z`) + 28.5 * 3_600_000;
  const at = new Date(Math.min(morning, clock.now.getTime()));
  await db.rows('update statement_files set begun_at = $2, finished_at = $2 where id = $1', [
    file.id,
    at,
  ]);
}
