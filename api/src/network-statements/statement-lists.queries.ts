import type {
  StatementBadLine,
  StatementFile,
  StatementLine as ListedLine,
  StatementPlace,
  StatementWallet,
} from '@sente/contract/network-statements';
import type { Db } from '../db/database.ts';

export interface StatementFileRow {
  readonly id: string;
  readonly network: StatementPlace;
  readonly wallet: StatementWallet;
  readonly source: StatementFile['source'];
  readonly name: string;
  readonly layout: string | null;
  readonly imported_by: string | null;
  readonly begun_at: Date;
  readonly finished_at: Date | null;
  readonly state: StatementFile['state'];
  readonly problem: string | null;
  readonly new_lines: number;
  readonly known_lines: number;
  readonly bad_lines: number;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly opening_balance: string | null;
  readonly closing_balance: string | null;
  readonly is_balanced: boolean;
  readonly withdrawal_id: string | null;
  readonly withdrawal_reason: string | null;
  readonly withdrawn_at: Date | null;
  readonly withdrawal_asked_by: string | null;
  readonly withdrawal_approved_by: string | null;
}

const nameOf = (user: string): string =>
  `(select u.first_name || ' ' || u.last_name from users u where u.id = ${user})`;

const columns = `f.id, f.network, f.wallet, f.source, f.name, f.layout, f.begun_at, f.finished_at, f.state,
  f.problem, f.new_lines, f.known_lines, f.bad_lines, f.first_at, f.last_at, f.opening_balance,
  f.closing_balance, f.is_balanced, f.withdrawn_at, ${nameOf('f.imported_by')} as imported_by,
  w.id as withdrawal_id, w.note as withdrawal_reason, ${nameOf('w.asked_by')} as withdrawal_asked_by,
  ${nameOf('w.decided_by')} as withdrawal_approved_by`;
/** With the request to withdraw it that was approved or waits. */
const from = `statement_files f left join lateral (
    select * from approvals a where a.id = f.withdrawal_id
    union all
    select * from approvals a where a.kind = 'statement' and a.subject = f.id::text and a.state = 'waiting'
  ) w on true`;

export function listFiles(
  db: Db,
  network: StatementPlace | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<StatementFileRow[]> {
  return db.rows<StatementFileRow>(
    `select ${columns} from ${from} where ($1::text is null or f.network = $1)
     order by f.begun_at desc, f.id desc limit $2 offset $3`,
    [network, limit, offset],
  );
}

export async function countFiles(db: Db, network: StatementPlace | null): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from statement_files where ($1::text is null or network = $1)`,
    [network],
  );
  return row?.count ?? 0;
}

export function findFile(db: Db, id: string): Promise<StatementFileRow | undefined> {
  return db.row<StatementFileRow>(`select ${columns} from ${from} where f.id = $1`, [id]);
}

export interface LineRow {
  readonly line_number: number;
  readonly at: Date;
  readonly direction: 'in' | 'out';
  readonly amount: string;
  readonly fee: string | null;
  readonly balance_after: string | null;
  readonly phone: string | null;
  readonly reference: string | null;
  readonly status: 'completed' | 'failed' | 'pending';
  readonly text: string;
  readonly found: ListedLine['found'];
  readonly case_id: string | null;
}

/** In the order of the file, in which they were stored. */
export function listLines(
  db: Db,
  fileId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LineRow[]> {
  return db.rows<LineRow>(
    `select l.*, r.state as found, r.case_id from (
       select * from statement_lines where file_id = $1 order by id limit $2 offset $3
     ) l
     left join reconciliation_lines r on r.line_id = l.id order by l.id`,
    [fileId, limit, offset],
  );
}

export async function countLines(db: Db, fileId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from statement_lines where file_id = $1',
    [fileId],
  );
  return row?.count ?? 0;
}

export function listBadLines(
  db: Db,
  fileId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<StatementBadLine[]> {
  return db.rows<StatementBadLine>(
    `select line_number as "lineNumber", content, problem from statement_bad_lines
     where file_id = $1 order by line_number limit $2 offset $3`,
    [fileId, limit, offset],
  );
}

/** Those that are kept, which may be fewer than there were. */
export async function countBadLines(db: Db, fileId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from statement_bad_lines where file_id = $1',
    [fileId],
  );
  return row?.count ?? 0;
}
