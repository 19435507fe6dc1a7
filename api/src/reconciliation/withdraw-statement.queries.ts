import type {
  StatementFile,
  StatementPlace,
  StatementWallet,
} from '@sente/contract/network-statements';
import type { Db } from '../db/database.ts';
import { isCovered } from './cases.queries.ts';

/* Takes the lines of a statement out of the matching. Whoever calls it holds the lock of the matching. */

export interface LockedFile {
  readonly id: string;
  readonly network: StatementPlace;
  readonly wallet: StatementWallet;
  readonly source: StatementFile['source'];
  readonly state: StatementFile['state'];
  readonly name: string;
  readonly new_lines: number;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
  readonly finished_at: Date | null;
  readonly is_balanced: boolean;
}

export function lockFile(db: Db, id: string): Promise<LockedFile | undefined> {
  return db.row<LockedFile>(
    `select id, network, wallet, source, state, name, new_lines, first_at, last_at, finished_at, is_balanced
     from statement_files where id = $1 for update`,
    [id],
  );
}

/** Until `markWithdrawn`: so that what is left says what it covers without it. */
export async function markUncovered(db: Db, id: string): Promise<void> {
  await db.rows('update statement_files set is_balanced = false where id = $1', [id]);
}

/**
 * The numbers of cases that were settled with its lines, by people or as a tariff says, and of those that people
 * settled because a booking was missing in the time that only it covers.
 */
export async function listSettledCases(db: Db, { id, network }: LockedFile): Promise<string[]> {
  const rows = await db.rows<{ number: string }>(
    `select c.number from reconciliation_cases c
     join statement_lines s on s.id = c.line_id and s.file_id = $1
     left join reconciliation_lines l on l.line_id = s.id
     where c.state = 'settled' and (c.settled_by = 'people' or l.state = 'settled')
     union
     select c.number from reconciliation_cases c
     join statement_files f on f.id = $1 and c.opened_at >= f.finished_at
     join reconciliation_bookings b on b.transaction_id = c.transaction_id and b.network = c.network
     where c.network = $2 and c.kind = 'only-ours' and c.state = 'settled' and c.settled_by = 'people'
       and c.action <> 'match' and b.booked_at >= f.first_at - interval '1 day'
       and b.began_at <= f.last_at + interval '1 day' and not ${isCovered}
     order by number`,
    [id, network],
  );
  return rows.map(({ number }) => number);
}

/** Days that were closed after it had told their balance, and those whose signed figures rest on it. */
export async function listClosedDays(db: Db, file: LockedFile): Promise<string[]> {
  const rows = await db.rows<{ day: string }>(
    `select day::text from closed_days
     where day between kampala_day($1) and kampala_day($2) and closed_at >= $3
     union select day::text from day_proof_files where file_id = $4
     order by 1`,
    [file.first_at, file.last_at, file.finished_at, file.id],
  );
  return rows.map(({ day }) => day);
}

/** The names of later files with lines that it told first: they have no copy of these. */
export async function listRepeating(db: Db, id: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select f.name from statement_repeats r join statement_files f on f.id = r.file_id
     where r.of_file_id = $1 and f.state <> 'withdrawn' order by f.begun_at desc`,
    [id],
  );
  return rows.map(({ name }) => name);
}

const lines = `select l.* from statement_lines s join reconciliation_lines l on l.line_id = s.id
  where s.file_id = $1`;

const endCases = (ended: string): string => `with ended as (
    update reconciliation_cases c set state = 'settled', settled_at = now(), settled_by = 'withdrawal',
      withdrawn_with = $1, wait_until = null
    where c.state = 'open' and ${ended}
    returning c.id
  )
  update reconciliation_bookings b
  set case_id = null, state = case b.state when 'case' then 'open' else b.state end
  from ended e where b.case_id = e.id`;

/** The open cases about its lines. */
export async function endCasesOf(db: Db, id: string): Promise<void> {
  await db.rows(
    endCases('c.line_id in (select s.id from statement_lines s where s.file_id = $1)'),
    [id],
  );
}

/** Those about bookings that nothing that is left calls missing. */
export async function endUncoveredCases(
  db: Db,
  id: string,
  network: StatementPlace,
): Promise<void> {
  await db.rows(
    endCases(`c.network = $2 and c.kind = 'only-ours' and exists (
      select from reconciliation_bookings b
      where b.transaction_id = c.transaction_id and b.network = c.network and not ${isCovered}
    )`),
    [id, network],
  );
}

/** What was paired with its lines waits for others. */
export async function reopenBookings(db: Db, id: string): Promise<void> {
  await db.rows(
    `update reconciliation_bookings b
     set state = 'open', line_id = null, line_day = null, how = null, case_id = null
     from (${lines}) l where b.line_id = l.line_id and b.network = l.network`,
    [id],
  );
}

/**
 * What was set off against its lines. Which pairs there were is not stored, so all that could be one are looked at
 * again; at the bank also the batches, with whose lines returns are set off.
 */
export async function reopenNetted(db: Db, id: string, network: StatementPlace): Promise<void> {
  await db.rows(
    `with own as materialized (${lines}), batched as materialized (
       select b.line_id from reconciliation_bookings b
       where $2 = 'BANK' and b.how = 'batch' and b.line_id is not null and (
         exists (select from own o where o.state = 'netted')
         or exists (select from reconciliation_bookings c join own o on o.line_id = c.line_id where c.how = 'batch')
       )
     ), booked as (
       update reconciliation_bookings b set state = 'open', line_id = null, line_day = null, how = null
       where b.how = 'batch' and b.line_id in (select line_id from batched)
     )
     update reconciliation_lines r set state = 'open'
     where r.network = $2 and (
       r.line_id in (select line_id from batched)
       or r.state = 'netted' and (
         exists (select from batched)
         or exists (
           select from own o where o.state = 'netted' and o.effect = -r.effect
             and o.at between r.at - interval '31 days' and r.at + interval '31 days'
         )
       )
     )`,
    [id, network],
  );
}

export async function dropLines(db: Db, id: string): Promise<void> {
  await db.rows(
    `with gone as (
       delete from reconciliation_lines l using statement_lines s
       where s.file_id = $1 and l.line_id = s.id
       returning l.network, l.day, l.effect, l.state
     ), sums as (
       select network, day, count(*) as lines, sum(effect) as effect from gone
       where state <> 'said' group by network, day
     ), days as (
       update reconciliation_days d
       set lines = d.lines - s.lines, line_effect = d.line_effect - s.effect
       from sums s where d.network = s.network and d.day = s.day
     )
     update statement_lines set is_withdrawn = true where file_id = $1 and not is_withdrawn`,
    [id],
  );
}

/**
 * After the lines of a file were withdrawn: what calls told of them as well is now told by the calls alone, and
 * what it told of their lines is forgotten.
 */
export async function giveLinesToCalls(db: Db, fileId: string): Promise<void> {
  await db.rows('delete from statement_tellings where file_id = $1', [fileId]);
  await db.rows(
    `with left_over as (
       delete from statement_tellings t using statement_lines o
       where o.id = t.line_id and o.file_id = $1
       returning t.*, o.reference, o.direction, o.amount, o.status
     ), given as (
       insert into statement_lines (network, file_id, line_number, line_key, reference, order_id, phone, at,
         direction, amount, fee, kind, status, text)
       select network, file_id, line_number, line_key, reference, order_id, phone, at, direction, amount, fee,
         kind, status, text
       from left_over
       on conflict (network, line_key) where not is_withdrawn do nothing
       returning file_id
     )
     update statement_files set matched_at = null where id in (select file_id from given)`,
    [fileId],
  );
}

/** The days that it told are read again, without those of which nothing else tells. */
export async function dropBalances(
  db: Db,
  { id, network, wallet }: Pick<LockedFile, 'id' | 'network' | 'wallet'>,
): Promise<void> {
  await db.rows(
    `with told as (
       select day from statement_balances where file_id = $1
       union select kampala_day(at) from statement_lines where file_id = $1
     ), gone as (
       delete from reconciliation_balances b
       where b.network = $2 and b.wallet = $3 and b.day in (select day from told)
         and not exists (
           select from statement_balances o join statement_files f on f.id = o.file_id
           where o.day = b.day and f.id <> $1 and f.network = $2 and f.wallet = $3 and f.state = 'done'
         )
         and not exists (
           select from statement_lines s join statement_files f on f.id = s.file_id
           -- What a call told may have begun on an earlier day than that on which it counts.
           join reconciliation_lines r on r.line_id = s.id and r.day = b.day
           where s.network = $2 and not s.is_withdrawn and s.status = 'completed' and f.wallet = $3
             and s.at >= (b.day - 2)::timestamp at time zone interval '3 hours'
             and s.at < (b.day + 1)::timestamp at time zone interval '3 hours'
         )
     )
     update reconciliation_balances b set is_stale = true
     where b.network = $2 and b.day in (select day from told)`,
    [id, network, wallet],
  );
}

export async function markWithdrawn(
  db: Db,
  { id, is_balanced }: LockedFile,
  approvalId: string,
): Promise<void> {
  await db.rows(
    `update statement_files set state = 'withdrawn', withdrawn_at = now(), withdrawal_id = $2, is_balanced = $3
     where id = $1`,
    [id, approvalId, is_balanced],
  );
  await db.rows('delete from statement_repeats where file_id = $1', [id]);
  await db.rows('select reconciliation_enqueue()');
}
