import type { EnquiryBody, EnquiryState } from '@sente/contract/enquiries';
import type { Db } from '../db/database.ts';

export interface EnquiryRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly received_at: Date;
  readonly answered_at: Date | null;
  readonly answered_by: string | null;
  readonly note: string | null;
  readonly answer: string | null;
  readonly problem: string | null;
  readonly is_undelivered: boolean;
}

interface EnquiryCounts {
  readonly found: number;
  readonly new: number;
  readonly undelivered: number;
}

export interface EnquiryFilter {
  readonly search: string;
  readonly state: EnquiryState | null;
}

/** Without a company for a visitor of the public site. */
export async function insertEnquiry(
  db: Db,
  id: string,
  { name, email, message }: EnquiryBody,
  companyId: string | null = null,
): Promise<void> {
  await db.rows(
    'insert into enquiries (id, name, email, message, company_id) values ($1, $2, $3, $4, $5)',
    [id, name, email, message, companyId],
  );
}

export type OwnEnquiryRow = Pick<
  EnquiryRow,
  'id' | 'name' | 'message' | 'received_at' | 'answered_at' | 'answer'
>;

/** The newest first. */
export function listOwnEnquiries(
  db: Db,
  companyId: string,
  limit: number,
): Promise<OwnEnquiryRow[]> {
  return db.rows<OwnEnquiryRow>(
    `select id, name, message, received_at, answered_at, answer from enquiries
     where company_id = $1 order by received_at desc, id desc limit $2`,
    [companyId, limit],
  );
}

/** Each answer has a mail of its own: one that was given up is not sent a second time. */
const mailKey =
  "'enquiry-answer:' || e.id || ':' || (extract(epoch from e.answered_at) * 1000000)::bigint";
const isItsMail = `e.answer is not null and m.event_key = ${mailKey}`;
const isGivenUp = `${isItsMail} and m.state = 'gave_up'`;
const isUndelivered = `exists (select from mails m where ${isGivenUp})`;

/** For the upkeep: an answer that did not arrive waits for somebody, however long, and so does its mail. */
export const oldEnquiries = `select e.id from enquiries e
  where e.answered_at < now() - interval '12 months' and not ${isUndelivered}
  order by e.answered_at limit 1000`;
export const oldMails = `select m.id from mails m
  where m.created_at < now() - interval '90 days'
    and not exists (select from enquiries e where ${isGivenUp})`;

/** Searched as one text with a separator that nobody can type. */
const matches = `($1 = '' or position(lower($1) in lower(
    e.name || chr(1) || e.email || chr(1) || e.message || chr(1) || coalesce(e.note, '')
      || chr(1) || coalesce(e.answer, '')
      || chr(1) || coalesce((select c.name from companies c where c.id = e.company_id), ''))) > 0)
  and ($2::text is null or $2 = case
    when e.answered_at is null then 'new' when ${isUndelivered} then 'undelivered' else 'answered' end)`;

const columns = `e.id, e.name, e.email, e.message, e.company_id,
  (select c.name from companies c where c.id = e.company_id) as company_name, e.received_at, e.answered_at, e.note, e.answer,
  (select m.problem from mails m where ${isItsMail} and m.state <> 'sent') as problem,
  ${isUndelivered} as is_undelivered,
  (select u.first_name || ' ' || u.last_name from users u where u.id = e.answered_by) as answered_by`;

export function listEnquiries(
  db: Db,
  { search, state }: EnquiryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<EnquiryRow[]> {
  return db.rows<EnquiryRow>(
    `select ${columns} from enquiries e where ${matches}
     order by e.received_at desc, e.id desc limit $3 offset $4`,
    [search, state, limit, offset],
  );
}

/** How many match, and how many wait for somebody in all. */
export async function countEnquiries(
  db: Db,
  { search, state }: EnquiryFilter,
): Promise<EnquiryCounts> {
  const row = await db.row<EnquiryCounts>(
    `select (select count(*)::int from enquiries e where ${matches}) as found,
       (select count(*)::int from enquiries where answered_at is null) as new,
       (select count(*)::int from enquiries e where ${isUndelivered}) as undelivered`,
    [search, state],
  );
  return row ?? { found: 0, new: 0, undelivered: 0 };
}

export async function countWaiting(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from enquiries e where e.answered_at is null or ${isUndelivered}`,
  );
  return row?.count ?? 0;
}

export function findEnquiry(db: Db, id: string): Promise<EnquiryRow | undefined> {
  return db.row<EnquiryRow>(`select ${columns} from enquiries e where e.id = $1`, [id]);
}

/**
 * The key of its mail; null if it was answered already: two people who answer at the same time are told so. What did
 * not arrive is answered once more.
 */
export async function markAnswered(
  db: Db,
  id: string,
  { userId, note, text }: { userId: string; note: string | null; text: string | null },
): Promise<string | null> {
  const row = await db.row<{ key: string }>(
    `update enquiries e set answered_at = now(), answered_by = $2, note = $3, answer = $4
     where e.id = $1 and (e.answered_at is null or ${isUndelivered}) returning ${mailKey} as key`,
    [id, userId, note, text],
  );
  return row?.key ?? null;
}

/** False unless it was answered in another way than by mail. */
export async function markUnanswered(db: Db, id: string): Promise<boolean> {
  const row = await db.row(
    `update enquiries set answered_at = null, answered_by = null, note = null
     where id = $1 and answered_at is not null and answer is null returning id`,
    [id],
  );
  return row !== undefined;
}

/** `isNow`: not together with those of the next minutes. Without an address nobody gets a mail. */
export async function queueTelling(
  db: Db,
  contactEmail: string | null,
  isNow: boolean,
): Promise<void> {
  await db.rows('select enquiries_tell($1, $2)', [contactEmail, isNow]);
}

export type UntoldEnquiry = Pick<EnquiryRow, 'id' | 'name' | 'email' | 'message' | 'company_name'>;

/** What staff are told of now, oldest first. What somebody has answered meanwhile is no news. */
export function takeUntold(db: Db): Promise<UntoldEnquiry[]> {
  return db.rows<UntoldEnquiry>(
    `with told as (
       update enquiries set told_at = now() where told_at is null
       returning id, name, email, message, company_id, received_at, answered_at
     )
     select id, name, email, message,
       (select c.name from companies c where c.id = company_id) as company_name
     from told where answered_at is null order by received_at, id`,
  );
}

export async function deleteEnquiry(db: Db, id: string): Promise<boolean> {
  return (await db.row('delete from enquiries where id = $1 returning id', [id])) !== undefined;
}
