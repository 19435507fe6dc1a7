import type { ExaminationCheck } from '@sente/contract/examinations';
import type { Db } from '../db/database.ts';

export interface ExaminationRow {
  readonly id: string;
  readonly company_id: string;
  /** Null, as the url: questions for events are examined. */
  readonly webhook_id: string | null;
  readonly url: string | null;
  readonly started_by: string | null;
  readonly started_at: Date;
  readonly orders_until: Date | null;
  readonly finished_at: Date | null;
  readonly is_passed: boolean | null;
  readonly checks: readonly ExaminationCheck[];
}

const select = `select e.id, e.company_id, e.webhook_id, e.url,
    coalesce(u.first_name || ' ' || u.last_name, k.name) as started_by, e.started_at, e.orders_until, e.finished_at,
    e.is_passed, e.checks
  from examinations e left join users u on u.id = e.started_by
  left join company_credentials k on k.id = e.started_with`;

/** Newest first. */
export function listExaminations(
  db: Db,
  companyId: string,
  limit: number,
): Promise<ExaminationRow[]> {
  return db.rows<ExaminationRow>(
    `${select} where e.company_id = $1 order by e.started_at desc, e.id desc limit $2`,
    [companyId, limit],
  );
}

export function findExamination(
  db: Db,
  companyId: string,
  id: string,
): Promise<ExaminationRow | undefined> {
  return db.row<ExaminationRow>(`${select} where e.company_id = $1 and e.id = $2`, [companyId, id]);
}

/** Of all companies. */
export function listRunning(db: Db): Promise<ExaminationRow[]> {
  return db.rows<ExaminationRow>(`${select} where e.finished_at is null order by e.started_at`);
}

export async function insertExamination(
  db: Db,
  row: Pick<ExaminationRow, 'id' | 'company_id' | 'webhook_id' | 'url' | 'checks'> & {
    readonly userId: string | null;
    readonly credentialId: string | null;
    /** Null: orders are not watched. */
    readonly watchSeconds: number | null;
  },
): Promise<void> {
  await db.rows(
    `insert into examinations (id, company_id, webhook_id, url, started_by, started_with, orders_until, checks)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8)`,
    [
      row.id,
      row.company_id,
      row.webhook_id,
      row.url,
      row.userId,
      row.credentialId,
      row.watchSeconds,
      JSON.stringify(row.checks),
    ],
  );
}

export async function writeChecks(
  db: Db,
  id: string,
  checks: readonly ExaminationCheck[],
): Promise<void> {
  await db.rows('update examinations set checks = $2 where id = $1 and finished_at is null', [
    id,
    JSON.stringify(checks),
  ]);
}

export async function writeResult(
  db: Db,
  id: string,
  checks: readonly ExaminationCheck[],
  isPassed: boolean,
): Promise<void> {
  await db.rows(
    `update examinations set checks = $2, is_passed = $3, finished_at = now()
     where id = $1 and finished_at is null`,
    [id, JSON.stringify(checks), isPassed],
  );
}

export async function lastPassedAt(db: Db, companyId: string): Promise<Date | null> {
  const row = await db.row<{ at: Date | null }>(
    'select max(finished_at) as at from examinations where company_id = $1 and is_passed',
    [companyId],
  );
  return row?.at ?? null;
}
