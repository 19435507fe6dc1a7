import type { BodyOf } from '@sente/contract/endpoint';
import type { SavedView, savedViews, ViewedList } from '@sente/contract/saved-views';
import type { Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';

const columns = `id, name, filters, hidden_columns as "hiddenColumns"`;

export function listViews(db: Db, userId: string, list: ViewedList): Promise<SavedView[]> {
  return db.rows<SavedView>(
    `select ${columns} from saved_views where user_id = $1 and list = $2 order by lower(name), id`,
    [userId, list],
  );
}

/** Waits for others that save for the same person, so that the limit holds. */
export async function countViews(db: Db, userId: string, list: ViewedList): Promise<number> {
  await holdOwnRecords(db, userId);
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from saved_views where user_id = $1 and list = $2',
    [userId, list],
  );
  return row?.count ?? 0;
}

export function insertView(
  db: Db,
  userId: string,
  list: ViewedList,
  view: SavedView,
): Promise<SavedView | undefined> {
  return db.row<SavedView>(
    `insert into saved_views (id, user_id, list, name, filters, hidden_columns)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [view.id, userId, list, view.name, view.filters, view.hiddenColumns],
  );
}

export function updateView(
  db: Db,
  userId: string,
  id: string,
  change: BodyOf<typeof savedViews.update>,
): Promise<SavedView | undefined> {
  return db.row<SavedView>(
    `update saved_views set name = coalesce($3, name), filters = coalesce($4, filters),
       hidden_columns = coalesce($5, hidden_columns)
     where id = $2 and user_id = $1 returning ${columns}`,
    [userId, id, change.name ?? null, change.filters ?? null, change.hiddenColumns ?? null],
  );
}

export async function deleteView(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db.row('delete from saved_views where id = $2 and user_id = $1 returning id', [
    userId,
    id,
  ]);
  return row !== undefined;
}
