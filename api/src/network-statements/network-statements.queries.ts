import type {
  StatementFile,
  StatementPlace,
  StatementWallet,
} from '@sente/contract/network-statements';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { afterLines, givenLines, valuesOf, type KeyedLine } from './given-lines.ts';
import type { BadLine } from './statement-line.ts';
import { StatementRefused } from './statement-refused.ts';

export interface NewFile {
  readonly id: string;
  readonly network: StatementPlace;
  readonly wallet: StatementWallet;
  readonly source: StatementFile['source'];
  readonly name: string;
  readonly checksum: string;
  readonly importedBy: string | null;
}

/** Whether the network told it when it was asked. */
export function isCalled(source: NewFile['source']): boolean {
  return source === 'call' || source === 'simulator';
}

/** Whether a line `o` of another file is about the same payment as a line `l`. */
const isTwin = `o.network = $1 and not o.is_withdrawn and o.file_id <> $2 and o.phone = l.p and o.amount = l.m
  and o.direction = l.d and o.status = l.s and o.at >= date_trunc('minute', l.a)
  and o.at < date_trunc('minute', l.a) + interval '1 minute'`;
/** How many there are, with or without the network's id. */
const twins = (condition: string): string =>
  `(select count(*) from statement_lines o where ${isTwin} and ${condition})`;

/** Whether a layout without the network's ids was imported. */
export async function hasLinesWithoutId(db: Db, network: StatementPlace): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (
       select from statement_lines
       where network = $1 and not is_withdrawn and reference is null and phone is not null
     ) as found`,
    [network],
  );
  return row?.found ?? false;
}

/** How many of them were new. Nobody withdraws meanwhile what is known already. */
export async function insertLines(
  db: Db,
  { id, network, source }: Pick<NewFile, 'id' | 'network' | 'source'>,
  lines: readonly KeyedLine[],
): Promise<number> {
  await db.rows('select pg_advisory_xact_lock_shared($1)', [lockKeys.statementLines]);
  const row = await db.row<{ added: number }>(
    `with added as (
       insert into statement_lines (network, file_id, line_number, line_key, reference, order_id,
         phone, at, direction, amount, fee, balance_after, kind, status, text)
       select $1, $2, n, k, r, o, p, a, d, m, f, b, kind, s, t
       from ${givenLines} l
       where (l.c is null or l.c > case when l.r is null then ${twins('o.reference is not null')}
         else ${twins('o.reference is null')} end)
         and not exists (select from statement_tellings x where x.network = $1 and x.line_key = l.k)
       on conflict (network, line_key) where not is_withdrawn do nothing
       returning 1
     )
     select count(*)::int as added from added`,
    [network, id, ...valuesOf(lines)],
    'insert_statement_lines',
  );
  const added = row?.added ?? 0;
  if (added < lines.length) await insertRepeats(db, { id, network, source }, lines);
  return added;
}

/** Notes whose lines it repeats. A call has its own copy of those of files. */
async function insertRepeats(
  db: Db,
  { id, network, source }: Pick<NewFile, 'id' | 'network' | 'source'>,
  lines: readonly KeyedLine[],
): Promise<void> {
  await db.rows(
    `insert into statement_repeats (file_id, of_file_id)
     select distinct $2::uuid, o.file_id
     from ${givenLines} l
     cross join lateral (
       select o.id, o.file_id from statement_lines o
       where o.network = $1 and o.line_key = l.k and not o.is_withdrawn and o.file_id <> $2
       union all
       select o.id, o.file_id from statement_lines o where l.c is not null and ${isTwin}
         and (o.reference is null) <> (l.r is null)
     ) o
     where not ${afterLines}::boolean or not exists (select from statement_tellings t where t.line_id = o.id)
     on conflict do nothing`,
    [network, id, ...valuesOf(lines), isCalled(source)],
  );
}

export async function insertBadLines(
  db: Db,
  fileId: string,
  lines: readonly BadLine[],
): Promise<void> {
  await db.rows(
    `insert into statement_bad_lines (file_id, line_number, content, problem)
     select $1, n, c, p from unnest($2::int[], $3::text[], $4::text[]) as l(n, c, p)`,
    [
      fileId,
      plainArray(lines.map(({ lineNumber }) => lineNumber)),
      textArray(lines.map(({ content }) => content)),
      textArray(lines.map(({ problem }) => problem)),
    ],
  );
}

export interface Counted {
  readonly new: number;
  readonly known: number;
  readonly bad: number;
}

export async function addCounts(
  db: Db,
  fileId: string,
  layout: string | null,
  counted: Counted,
): Promise<void> {
  const row = await db.row(
    `update statement_files set progressed_at = now(), layout = $2, new_lines = new_lines + $3,
       known_lines = known_lines + $4, bad_lines = bad_lines + $5
     where id = $1 and state = 'importing'
     returning id`,
    [fileId, layout, counted.new, counted.known, counted.bad],
  );
  if (!row) throw new StatementRefused('The import stood still for too long. Import it again.');
}

export interface Ends {
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  /** After the last line of each day that tells a balance. */
  readonly days: readonly {
    readonly day: string;
    readonly atMs: number;
    readonly balance: bigint;
    /** How many lines of the day there are, and what was there before them; null if that is uncertain. */
    readonly lines: number;
    readonly opening: bigint | null;
  }[];
  /** False if its lines do not lead from one balance to the other. */
  readonly isBalanced: boolean;
  /** The only one that it can be about; both if it does not tell. */
  readonly wallet: StatementWallet;
}

export async function finishFile(db: Db, fileId: string, ends: Ends): Promise<void> {
  await db.rows(
    `update statement_files set state = 'done', finished_at = now(),
       first_at = to_timestamp($2::bigint / 1000.0), last_at = to_timestamp($3::bigint / 1000.0),
       opening_balance = $4, closing_balance = $5, is_balanced = $6,
       wallet = case wallet when 'both' then $7 else wallet end
     where id = $1`,
    [
      fileId,
      ends.firstAtMs,
      ends.lastAtMs,
      ends.opening,
      ends.closing,
      ends.isBalanced,
      ends.wallet,
    ],
  );
  await db.rows(
    `insert into statement_balances (file_id, day, at, balance, lines, opening)
     select $1, day, to_timestamp(at / 1000.0), balance, lines, opening
     from unnest($2::date[], $3::bigint[], $4::bigint[], $5::int[], $6::bigint[])
       d (day, at, balance, lines, opening)
     on conflict (file_id, day) do update set at = excluded.at, balance = excluded.balance,
       lines = excluded.lines, opening = excluded.opening`,
    [
      fileId,
      plainArray(ends.days.map(({ day }) => day)),
      plainArray(ends.days.map(({ atMs }) => atMs)),
      plainArray(ends.days.map(({ balance }) => balance)),
      plainArray(ends.days.map(({ lines }) => lines)),
      plainArray(ends.days.map(({ opening }) => opening ?? undefined)),
    ],
  );
  await db.rows('select reconciliation_enqueue()');
}

export async function failFile(db: Db, fileId: string, problem: string): Promise<void> {
  await db.rows(
    `update statement_files set state = 'failed', finished_at = now(), problem = $2
     where id = $1 and state = 'importing'`,
    [fileId, problem],
  );
}
