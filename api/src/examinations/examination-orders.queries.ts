import type { Db } from '../db/database.ts';

export type Disturbance = 'answer lost' | 'paid late' | 'refused';

/** The first orders of an examination are disturbed, each in its own way. */
export const disturbances: readonly Disturbance[] = ['answer lost', 'paid late', 'refused'];

export interface WatchedOrder {
  /** As text: bigint. */
  readonly id: string;
  readonly key_hash: string;
  readonly wish: string;
  readonly disturbance: Disturbance | null;
  readonly at: Date;
  /** Of its payment; null if there is none. */
  readonly finished_at: Date | null;
}

/** The examination that watches the orders of a company now. One order after the other, so that each has its turn. */
export function lockWatching(db: Db, companyId: string): Promise<{ id: string } | undefined> {
  return db.row<{ id: string }>(
    `select id from examinations where company_id = $1 and finished_at is null and orders_until > now()
     for no key update`,
    [companyId],
  );
}

export function listWatched(db: Db, examinationId: string): Promise<WatchedOrder[]> {
  return db.rows<WatchedOrder>(
    `select o.id, o.key_hash, o.wish, o.disturbance, o.at, p.finished_at
     from examination_orders o
     left join payments p on p.key_hash = o.key_hash
     where o.examination_id = $1 order by o.id`,
    [examinationId],
  );
}

export async function insertWatched(
  db: Db,
  order: {
    readonly examinationId: string;
    readonly companyId: string;
    readonly keyHash: string;
    readonly wish: string;
    readonly disturbance: Disturbance | null;
  },
): Promise<string | null> {
  const row = await db.row<{ id: string }>(
    `insert into examination_orders (examination_id, company_id, key_hash, wish, disturbance)
     values ($1, $2, $3, $4, $5) returning id`,
    [order.examinationId, order.companyId, order.keyHash, order.wish, order.disturbance],
  );
  return row?.id ?? null;
}

/** It was not accepted. */
export async function deleteWatched(db: Db, id: string): Promise<void> {
  await db.rows('delete from examination_orders where id = $1', [id]);
}

export async function findDisturbance(
  db: Db,
  paymentId: string | null,
): Promise<Disturbance | null> {
  const row = await db.row<{ disturbance: Disturbance }>(
    `select o.disturbance from payments p
     join examination_orders o on o.key_hash = p.key_hash and o.disturbance is not null
     where p.id = $1 limit 1`,
    [paymentId],
  );
  return row?.disturbance ?? null;
}
