import type { MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import type { NotificationKindName } from '@sente/contract/notification-kinds';
import type { Notification, notifications } from '@sente/contract/notifications';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { linkOf } from './news-links.ts';
import { toneOf } from './news-tone.ts';
import { wordsOf } from './news-texts.ts';
import {
  countInBell,
  findUnread,
  listInBell,
  markRead,
  markReadUntil,
  type BellReader,
  type NotificationRow,
} from './notifications.queries.ts';
import { kindsFor } from './preferences.ts';

export interface NotificationsService {
  list(
    actor: Actor,
    query: QueryOf<typeof notifications.list>,
  ): Promise<{ data: Notification[]; meta: MetaOf<typeof notifications.list> }>;
  summary(actor: Actor): Promise<ReplyOf<typeof notifications.summary>>;
  read(actor: Actor, id: string): Promise<void>;
  readAll(actor: Actor, until: string): Promise<ReplyOf<typeof notifications.readAll>>;
}

/** `countApprovals`: how many requests the person can decide. */
export function createNotificationsService(
  database: Database,
  countApprovals: (db: Db, actor: Actor) => Promise<number>,
): NotificationsService {
  return {
    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        const { total, unread } = await countInBell(db, readerOf(actor));
        const paging = pagingOf({ ...query, page: query.page ?? 1 }, total);
        const rows = await listInBell(db, readerOf(actor), {
          limit: paging.pageSize,
          offset: (paging.page - 1) * paging.pageSize,
        });
        return {
          data: rows.map((row) => toNotification(row, actor.isStaff)),
          meta: { ...paging, unreadCount: unread },
        };
      }),

    summary: (actor) =>
      database.within(actor.scope, async (db) => {
        const { count, newest } = await findUnread(db, readerOf(actor));
        return {
          unreadCount: count,
          newestUnread: newest?.toISOString() ?? null,
          approvalsForReader: await countApprovals(db, actor),
        };
      }),

    read: (actor, id) =>
      database.within(actor.scope, async (db) => {
        if (!(await markRead(db, readerOf(actor), id))) throw notFound('Notification not found');
      }),

    readAll: (actor, until) =>
      database.within(actor.scope, async (db) => {
        await markReadUntil(db, actor.userId, new Date(until));
        return { unreadCount: (await findUnread(db, readerOf(actor))).count };
      }),
  };
}

/** Kinds of what visitors of the open demo do not see elsewhere either: who wrote, and who signed in. */
const hiddenFromVisitors: ReadonlySet<NotificationKindName> = new Set([
  'new-enquiry',
  'new-sign-in',
  'protection',
]);

function readerOf(actor: Actor): BellReader {
  const { userId, isStaff, companyId, isVisitor } = actor;
  const kinds = kindsFor(actor).filter((kind) => !isVisitor || !hiddenFromVisitors.has(kind));
  return { userId, isStaff, companyId, kinds };
}

function toNotification(row: NotificationRow, isStaff: boolean): Notification {
  return {
    id: row.id,
    kind: row.kind,
    ...wordsOf(row, isStaff),
    tone: toneOf(row),
    link: linkOf(row, isStaff),
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}
