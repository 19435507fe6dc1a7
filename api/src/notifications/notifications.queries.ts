import type {
  KindChoices,
  NotificationKindName,
  Switches,
} from '@sente/contract/notification-kinds';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { NewsData } from './notify.ts';

export interface EventRow {
  readonly id: string;
  readonly kind: NotificationKindName;
  readonly company_id: string | null;
  readonly user_id: string | null;
  readonly subject_id: string | null;
  readonly data: NewsData;
}

export function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  return db.row<EventRow>(
    `select id, kind, company_id, user_id, subject_id, data from notification_events where id = $1`,
    [id],
  );
}

export interface NewNotification {
  readonly userId: string;
  readonly kind: NotificationKindName;
  readonly bell: boolean;
  readonly mail: boolean;
}

/** Returns whose mail is new: a job that is repeated tells nobody twice. */
export async function insertNotifications(
  db: Db,
  eventId: string,
  told: readonly NewNotification[],
): Promise<string[]> {
  const rows = await db.rows<{ user_id: string; mail_state: string }>(
    `insert into notifications (id, user_id, event_id, kind, is_in_bell, mail_state, created_at)
     select n.id, n.user_id, e.id, n.kind, n.bell, case when n.mail then 'waiting' else 'none' end,
       e.created_at
     from notification_events e cross join unnest($2::uuid[], $3::uuid[], $4::text[], $5::boolean[], $6::boolean[])
       n (id, user_id, kind, bell, mail)
     where e.id = $1
     on conflict (event_id, user_id) do nothing
     returning user_id, mail_state`,
    [
      eventId,
      told.map(() => uuidV7()),
      told.map(({ userId }) => userId),
      told.map(({ kind }) => kind),
      told.map(({ bell }) => bell),
      told.map(({ mail }) => mail),
    ],
  );
  for (const row of rows) db.changed({ topic: 'news', userId: row.user_id });
  return rows.filter((row) => row.mail_state === 'waiting').map((row) => row.user_id);
}

/** The new sign-ins that the person has not read become one entry of the bell. */
export async function foldSignIns(db: Db, eventId: string, userId: string): Promise<void> {
  await db.rows('select notifications_fold($1, $2)', [eventId, userId]);
}

const fewAnHour = 3;

/** Of these, who has got more than a few of this kind within the hour. */
export async function listFlooded(
  db: Db,
  userIds: readonly string[],
  kind: NotificationKindName,
): Promise<string[]> {
  const rows = await db.rows<{ user_id: string }>(
    `select user_id from notifications
     where user_id = any($1) and kind = $2 and created_at > now() - interval '1 hour'
     group by user_id having count(*) > ${fewAnHour}`,
    [userIds, kind],
  );
  return rows.map(({ user_id }) => user_id);
}

export async function queueMails(
  db: Db,
  userIds: readonly string[],
  isUrgent: boolean,
): Promise<void> {
  if (userIds.length > 0) await db.rows('select notifications_mail($1, $2)', [userIds, isUrgent]);
}

export interface NotificationRow extends Omit<EventRow, 'user_id'> {
  /** The name of the company that it is about. */
  readonly company: string | null;
  /** What only staff read. It is not kept in the event, so it goes when its record is deleted. */
  readonly staff_data: NewsData | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

const columns = `n.id, n.kind, e.company_id, e.subject_id, e.data, n.created_at, n.read_at,
  (select c.name from companies c where c.id = e.company_id) as company,
  case e.kind
    when 'payouts-stopped' then (
      select jsonb_build_object('reason', b.reason) from payout_brakes b where b.id = e.subject_id
    )
    when 'new-enquiry' then (
      select jsonb_build_object('name', q.name,
        'reason', left(regexp_replace(q.message, '\\s+', ' ', 'g'), 200))
      from enquiries q where q.id = e.subject_id
    )
  end as staff_data`;

/** Who reads the bell, and what they may see now. */
export interface BellReader {
  readonly userId: string;
  readonly isStaff: boolean;
  readonly companyId: string | null;
  readonly kinds: readonly NotificationKindName[];
}

/**
 * The own notifications without what the person may not see any more: of a company that they left, or of a
 * kind that a permission was taken away for. Sign-ins are their own in every company.
 */
const inBell = `n.user_id = $1 and n.is_in_bell and n.kind = any($2) and exists (
  select from notification_events e where e.id = n.event_id
    and ($3 or e.company_id is null or e.company_id = $4 or e.kind = 'new-sign-in')
)`;
const byReader = ({ userId, isStaff, companyId, kinds }: BellReader) => [
  userId,
  kinds,
  isStaff,
  companyId,
];

export function listInBell(
  db: Db,
  reader: BellReader,
  page: { readonly limit: number; readonly offset: number },
): Promise<NotificationRow[]> {
  return db.rows<NotificationRow>(
    `select ${columns} from notifications n join notification_events e on e.id = n.event_id
     where ${inBell}
     order by n.created_at desc, n.id desc limit $5 offset $6`,
    [...byReader(reader), page.limit, page.offset],
  );
}

export async function countInBell(
  db: Db,
  reader: BellReader,
): Promise<{ readonly total: number; readonly unread: number }> {
  const row = await db.row<{ total: number; unread: number }>(
    `select count(*)::int as total, count(*) filter (where n.read_at is null)::int as unread
     from notifications n where ${inBell}`,
    byReader(reader),
  );
  return row ?? { total: 0, unread: 0 };
}

interface Unread {
  readonly count: number;
  /** Of the newest one. */
  readonly newest: Date | null;
}

export async function findUnread(db: Db, reader: BellReader): Promise<Unread> {
  const row = await db.row<Unread>(
    `select count(*)::int as count, max(n.created_at) as newest
     from notifications n where ${inBell} and n.read_at is null`,
    byReader(reader),
  );
  return row ?? { count: 0, newest: null };
}

/** False if the person has no such notification. */
export async function markRead(db: Db, reader: BellReader, id: string): Promise<boolean> {
  const row = await db.row(
    `update notifications n set read_at = coalesce(n.read_at, now())
     where ${inBell} and n.id = $5 returning n.id`,
    [...byReader(reader), id],
  );
  return row !== undefined;
}

/** Times are sent in milliseconds. */
export async function markReadUntil(db: Db, userId: string, until: Date): Promise<void> {
  await db.rows(
    `update notifications set read_at = now()
     where user_id = $1 and is_in_bell and read_at is null
       and date_trunc('milliseconds', created_at) <= $2`,
    [userId, until],
  );
}

/** What waits for the person's next mail, oldest first. */
export function lockForMail(db: Db, userId: string): Promise<NotificationRow[]> {
  return db.rows<NotificationRow>(
    `select ${columns} from notifications n join notification_events e on e.id = n.event_id
     where n.user_id = $1 and n.mail_state = 'waiting'
     order by n.created_at, n.id for update of n`,
    [userId],
  );
}

export async function markMailed(db: Db, ids: readonly string[], isSent: boolean): Promise<void> {
  await db.rows(
    `update notifications set mail_state = case when $2 then 'done' else 'none' end,
       mailed_at = case when $2 then now() end
     where id = any($1)`,
    [ids, isSent],
  );
}

export interface SavedSettings {
  readonly switches: Switches;
  readonly choices: KindChoices;
}

export async function readSettings(db: Db, userId: string): Promise<SavedSettings> {
  const row = await db.row<SavedSettings>(
    'select settings as switches, kinds as choices from notification_settings where user_id = $1',
    [userId],
  );
  return row ?? { switches: {}, choices: {} };
}

/** Keeps the switches of the other portal and the kinds that are not named. */
export async function saveSettings(db: Db, userId: string, saved: SavedSettings): Promise<void> {
  await db.rows(
    `insert into notification_settings as s (user_id, settings, kinds) values ($1, $2, $3)
     on conflict (user_id) do update
     set settings = s.settings || excluded.settings, kinds = s.kinds || excluded.kinds,
       updated_at = now()`,
    [userId, JSON.stringify(saved.switches), JSON.stringify(saved.choices)],
  );
}
