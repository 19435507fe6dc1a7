import { settlementsToPay, stoppedInBatch, stoppedSettlement } from '../approvals/batch-about.ts';
import type { Db } from '../db/database.ts';

/** Amounts in hundredths of UGX; bigint arrives as text. */
export interface BatchRow {
  readonly id: string;
  readonly state: 'waiting' | 'approved' | 'refused';
  readonly created_at: Date;
  readonly created_by_name: string;
  readonly approved_at: Date | null;
  readonly approved_by_name: string | null;
  readonly fetched_at: Date | null;
  readonly fetched_by_name: string | null;
  readonly approval_id: string | null;
  readonly count: number;
  readonly amount: string;
  readonly open_count: number;
  readonly paid_count: number;
  readonly returned_count: number;
  /** While it waits: what keeps one of its settlements from being paid. */
  readonly stopped: string | null;
}

const nameOf = (user: string): string =>
  `(select u.first_name || ' ' || u.last_name from users u where u.id = ${user})`;

const select = `select batch.id, batch.state, batch.created_at, batch.approved_at, batch.count, batch.amount, batch.fetched_at,
    ${nameOf('batch.created_by')} as created_by_name, ${nameOf('batch.fetched_by')} as fetched_by_name,
    a.id as approval_id, case when batch.state = 'approved' then ${nameOf('a.decided_by')} end as approved_by_name,
    coalesce(l.open_count, 0) as open_count, coalesce(l.paid_count, 0) as paid_count,
    coalesce(l.returned_count, 0) as returned_count,
    case when batch.state = 'waiting' then ${stoppedInBatch('batch.id')} end as stopped
  from settlement_batches batch
  left join lateral (
    select a.id, a.decided_by from approvals a where a.kind = 'settlement-batch' and a.subject = batch.id::text
    order by a.asked_at desc limit 1
  ) a on true
  left join lateral (
    select count(*) filter (where s.state = 'batched')::int as open_count,
      count(*) filter (where s.state = 'paid')::int as paid_count,
      count(*) filter (where s.state = 'returned')::int as returned_count
    from settlements s where s.batch_id = batch.id
  ) l on true`;

export function listBatches(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<BatchRow[]> {
  return db.rows<BatchRow>(
    `${select} order by batch.created_at desc, batch.id desc limit $1 offset $2`,
    [limit, offset],
  );
}

export async function countBatches(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from settlement_batches',
  );
  return row?.count ?? 0;
}

export function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return db.row<BatchRow>(`${select} where batch.id = $1`, [id]);
}

export async function findFile(db: Db, id: string): Promise<string | null> {
  const row = await db.row<{ file: string | null }>(
    'select file from settlement_batches where id = $1',
    [id],
  );
  return row?.file ?? null;
}

/** The first time counts. */
export async function noteFetched(db: Db, id: string, userId: string): Promise<void> {
  await db.rows(
    `update settlement_batches set fetched_at = now(), fetched_by = $2
     where id = $1 and state = 'approved' and fetched_at is null`,
    [id, userId],
  );
  await db.rows(
    `update settlements set at_bank_since = now()
     where batch_id = $1 and state = 'batched' and at_bank_since is null`,
    [id],
  );
}

export async function insertBatch(
  db: Db,
  batch: { readonly id: string; readonly createdBy: string; readonly amount: bigint },
  settlementIds: readonly string[],
): Promise<void> {
  await db.rows(
    'insert into settlement_batches (id, created_by, count, amount) values ($1, $2, $3, $4)',
    [batch.id, batch.createdBy, settlementIds.length, batch.amount],
  );
  await db.rows(
    `update settlements set state = 'batched', batch_id = $1
     where id = any($2::uuid[]) and state = 'requested'`,
    [batch.id, settlementIds],
  );
}

/** Undefined if it does not wait any more. */
export function approveBatch(
  db: Db,
  id: string,
  file: string,
): Promise<{ id: string } | undefined> {
  return db.row<{ id: string }>(
    `update settlement_batches set state = 'approved', approved_at = now(), file = $2
     where id = $1 and state = 'waiting' returning id`,
    [id, file],
  );
}

/** What keeps settlements from being paid now, if anything; one of them. */
export function findStopped(
  db: Db,
  settlementIds: readonly string[],
): Promise<{ reference: string; company: string; problem: string } | undefined> {
  return db.row(
    `select reference, company, problem from (
       select s.id, s.reference, c.name as company, ${stoppedSettlement} as problem
       from ${settlementsToPay}
       where s.id = any($1::uuid[])
     ) q where problem is not null order by id limit 1`,
    [settlementIds],
  );
}
