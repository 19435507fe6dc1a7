import type { ExportedListName, ExportFormat, FileExport } from '@sente/contract/file-exports';
import type { Db } from '../db/database.ts';

export interface ExportRow {
  readonly id: string;
  readonly user_id: string;
  readonly company_id: string | null;
  readonly list: ExportedListName;
  readonly format: ExportFormat;
  readonly filters: Record<string, string>;
  readonly state: FileExport['state'];
  readonly row_count: number;
  readonly total_count: number | null;
  readonly is_cut: boolean;
  readonly after_id: string | null;
  readonly part_count: number;
  /** bigint arrives as text. */
  readonly size_bytes: string;
  readonly sheet_crc: string;
  readonly sheet_bytes: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Of the person, whatever the scope shows. */
export function listExports(db: Db, userId: string): Promise<ExportRow[]> {
  return db.rows<ExportRow>(
    `select * from exports where user_id = $1 and expires_at > now() order by created_at desc, id desc`,
    [userId],
  );
}

export function findExport(db: Db, userId: string, id: string): Promise<ExportRow | undefined> {
  return db.row<ExportRow>(
    'select * from exports where id = $1 and user_id = $2 and expires_at > now()',
    [id, userId],
  );
}

export interface NewExport {
  readonly id: string;
  readonly userId: string;
  readonly companyId: string | null;
  readonly list: ExportedListName;
  readonly format: ExportFormat;
  readonly filters: Readonly<Record<string, string>>;
  readonly totalCount: number | null;
  readonly lifeHours: number;
}

/** With the job that writes it. */
export async function insertExport(db: Db, wanted: NewExport): Promise<ExportRow | undefined> {
  const row = await db.row<ExportRow>(
    `insert into exports (id, user_id, company_id, list, format, filters, total_count, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8)) returning *`,
    [
      wanted.id,
      wanted.userId,
      wanted.companyId,
      wanted.list,
      wanted.format,
      JSON.stringify(wanted.filters),
      wanted.totalCount,
      wanted.lifeHours,
    ],
  );
  await enqueue(db, wanted.id, wanted.userId);
  return row;
}

export async function enqueue(db: Db, id: string, userId: string): Promise<void> {
  await db.rows('select exports_enqueue($1, $2)', [id, userId]);
}

export async function deleteExport(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db.row('delete from exports where id = $1 and user_id = $2 returning id', [
    id,
    userId,
  ]);
  return row !== undefined;
}

/** All but those that are being written and the newest others. */
export async function deleteOldest(db: Db, userId: string, kept: number): Promise<void> {
  await db.rows(
    `delete from exports where id in (
       select id from exports where user_id = $1
       order by state in ('waiting', 'writing') desc, created_at desc, id desc offset $2)`,
    [userId, kept],
  );
}

export async function readPart(db: Db, id: string, number: number): Promise<Buffer | undefined> {
  const row = await db.row<{ content: Buffer }>(
    'select content from export_parts where export_id = $1 and number = $2',
    [id, number],
  );
  return row?.content;
}

const unfinished = `select * from exports where id = $1 and state in ('waiting', 'writing')`;

export function findUnfinished(db: Db, id: string): Promise<ExportRow | undefined> {
  return db.row<ExportRow>(unfinished, [id]);
}

/** Undefined if another server writes it, or has written more than these parts. */
export function holdExport(db: Db, id: string, parts: number): Promise<ExportRow | undefined> {
  return db.row<ExportRow>(`${unfinished} and part_count = $2 for update skip locked`, [id, parts]);
}

export async function insertPart(
  db: Db,
  id: string,
  number: number,
  content: Buffer,
): Promise<void> {
  await db.rows('insert into export_parts (export_id, number, content) values ($1, $2, $3)', [
    id,
    number,
    content,
  ]);
}

export type Progress = Pick<
  ExportRow,
  'state' | 'row_count' | 'is_cut' | 'after_id' | 'part_count'
> & {
  readonly sizeBytes: number;
  readonly crc: number;
  readonly length: number;
};

export async function storeProgress(db: Db, id: string, progress: Progress): Promise<void> {
  await db.rows(
    `update exports set state = $2, row_count = $3, is_cut = $4, after_id = $5, part_count = $6,
       size_bytes = $7, sheet_crc = $8, sheet_bytes = $9,
       finished_at = case when $2 = 'done' then now() end
     where id = $1`,
    [
      id,
      progress.state,
      progress.row_count,
      progress.is_cut,
      progress.after_id,
      progress.part_count,
      progress.sizeBytes,
      progress.crc,
      progress.length,
    ],
  );
}

export async function markFailed(db: Db, id: string): Promise<void> {
  await db.rows(
    `with failed as (
       update exports set state = 'failed', finished_at = now()
       where id = $1 and state in ('waiting', 'writing') returning id
     )
     select id from failed`,
    [id],
  );
}

interface Asker {
  readonly user_id: string;
  readonly company_id: string | null;
  readonly is_staff: boolean;
  readonly may_read: boolean;
  /** Whole numbers of bank accounts. */
  readonly sees_numbers: boolean;
}

/** Whether a person `u` has a permission. */
const has = (permission: string): string => `exists (
  select from user_roles ur
  join role_permissions rp on rp.role_id = ur.role_id
  join permissions p on p.id = rp.permission_id
  where ur.user_id = u.id and p.name = ${permission}
)`;

/** Who asked for it, with what the person may do now. */
export function findAsker(db: Db, id: string): Promise<Asker | undefined> {
  return db.row<Asker>(
    `select u.id as user_id, u.company_id, s.is_staff,
       u.is_active and (c.id is null or c.archived_at is null)
       and u.company_id is not distinct from e.company_id
       and ${has("case when s.is_staff then 'staffRead' else 'canViewTransactions' end")} as may_read,
       s.is_staff and ${has("'staffMoney'")} as sees_numbers
     from exports e join users u on u.id = e.user_id left join companies c on c.id = u.company_id
     cross join lateral (
       select u.is_staff and (u.company_id is null or c.is_head_office) as is_staff
     ) s
     where e.id = $1`,
    [id],
  );
}
