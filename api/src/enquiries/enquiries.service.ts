import type {
  AnswerBody,
  Enquiry,
  EnquiryBody,
  ReplyBody,
  enquiries,
} from '@sente/contract/enquiries';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { timeWords } from '@sente/contract/kampala';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor, Origin } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import type { Letter } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import { takeEnquiryNews } from '../security/throttle.ts';
import { takeEnquiry } from './enquiry-budgets.ts';
import {
  countEnquiries,
  countWaiting,
  deleteEnquiry,
  findEnquiry,
  insertEnquiry,
  listEnquiries,
  markAnswered,
  markUnanswered,
  queueTelling,
  type EnquiryRow,
} from './enquiries.queries.ts';
import { createOwnEnquiries, type OwnEnquiries } from './own-enquiries.service.ts';

type List = typeof enquiries.list;

export interface EnquiriesService extends OwnEnquiries {
  send(body: EnquiryBody, origin: Origin): Promise<void>;
  list(actor: Actor, query: QueryOf<List>): Promise<{ data: Enquiry[]; meta: MetaOf<List> }>;
  answer(actor: Actor, id: string, body: AnswerBody): Promise<Enquiry>;
  /** By mail. */
  reply(actor: Actor, id: string, body: ReplyBody): Promise<Enquiry>;
  /** New again, without its note. */
  reopen(actor: Actor, id: string): Promise<Enquiry>;
  remove(actor: Actor, id: string): Promise<void>;
}

export function createEnquiriesService(
  database: Database,
  mailer: Mailer,
  contactEmail: string | null,
): EnquiriesService {
  /** Staff are told in the portal, and by mail where one is sent. */
  const tellStaff = (db: Db, isNow: boolean): Promise<void> =>
    queueTelling(db, mailer.delivery === 'none' ? null : contactEmail, isNow);
  return {
    ...createOwnEnquiries(database, tellStaff),
    async send(body, { address }) {
      if (contactEmail === null) throw notFound('Enquiries are not taken here');
      // A field that people do not see: no budget of theirs is spent by who fills it in.
      if (body.company) return;
      // Apart from the rest, so that a refused one counts as well.
      await database.within(platformScope, (db) => takeEnquiry(db, address));
      const isNow = await database.within(platformScope, takeEnquiryNews);
      await database.within(platformScope, async (db) => {
        await insertEnquiry(db, uuidV7(), body);
        await tellStaff(db, isNow);
      });
    },

    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        const filter = { search: query.search ?? '', state: query.state ?? null };
        const counts = await countEnquiries(db, filter);
        const paging = pagingOf(query, counts.found);
        const { page, pageSize } = paging;
        const rows = await listEnquiries(db, filter, {
          limit: pageSize,
          offset: (page - 1) * pageSize,
        });
        const meta = {
          ...paging,
          newCount: counts.new,
          undeliveredCount: counts.undelivered,
          areTaken: contactEmail !== null,
          sendsMail: mailer.delivery !== 'none',
        };
        return { data: rows.map(toEnquiry), meta };
      }),

    answer: (actor, id, { note }) =>
      database.within(actor.scope, async (db) => {
        await close(db, actor, id, { action: 'enquiries.answer', note, text: null });
        return toEnquiry(await findOrRefuse(db, id));
      }),

    reply: (actor, id, body) =>
      database.within(actor.scope, (db) => reply(db, actor, id, { body, mailer, contactEmail })),

    reopen: (actor, id) => database.within(actor.scope, (db) => reopen(db, actor, id)),

    remove: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const before = await findOrRefuse(db, id);
        if (!(await deleteEnquiry(db, id))) throw notFound('Enquiry not found');
        await audit(db, actor, {
          action: 'enquiries.remove',
          ...about(id),
          details: { receivedAt: before.received_at.toISOString() },
        });
      }),
  };
}

/* For the upkeep. */
export { oldEnquiries, oldMails } from './enquiries.queries.ts';

/** How many nobody has answered, or whose answer was not delivered. */
export function countWaitingEnquiries(db: Db): Promise<number> {
  return countWaiting(db);
}

interface Reply {
  readonly body: ReplyBody;
  readonly mailer: Mailer;
  readonly contactEmail: string | null;
}

async function reply(
  db: Db,
  actor: Actor,
  id: string,
  { body: { text }, mailer, contactEmail }: Reply,
): Promise<Enquiry> {
  const sendsMail = mailer.delivery !== 'none';
  // Somebody of a company reads the answer in the portal.
  if (!sendsMail && (await findOrRefuse(db, id)).company_id === null) {
    throw refused('No mail can be sent from here.');
  }
  const { enquiry, eventKey } = await close(db, actor, id, {
    action: 'enquiries.reply',
    note: null,
    text,
  });
  if (sendsMail) {
    await mailer.queue(db, {
      to: enquiry.email,
      userId: null,
      kind: 'enquiry-answer',
      eventKey,
      usefulForMs: 72 * 3_600_000,
      letter: answerLetter(enquiry, { text, by: actor.name, contactEmail }),
    });
  }
  return toEnquiry(await findOrRefuse(db, id));
}

interface Answered {
  readonly action: 'enquiries.answer' | 'enquiries.reply';
  readonly note: string | null;
  readonly text: string | null;
}

/** Returns what was written, and the key of the mail that answers it. */
async function close(
  db: Db,
  actor: Actor,
  id: string,
  { action, note, text }: Answered,
): Promise<{ readonly enquiry: EnquiryRow; readonly eventKey: string }> {
  const enquiry = await findOrRefuse(db, id);
  const eventKey = await markAnswered(db, id, { userId: actor.userId, note, text });
  if (eventKey === null) throw refused('This enquiry is answered already.');
  // Not who wrote it, nor what was answered: the enquiry is deleted one day, the log is not.
  const details = { receivedAt: enquiry.received_at.toISOString() };
  await audit(db, actor, { action, ...about(id), details });
  return { enquiry, eventKey };
}

async function reopen(db: Db, actor: Actor, id: string): Promise<Enquiry> {
  const before = await findOrRefuse(db, id);
  if (!(await markUnanswered(db, id))) {
    const isMailed = before.answer !== null;
    throw refused(
      isMailed
        ? 'The answer was mailed, which cannot be undone.'
        : 'Nobody has answered this enquiry.',
    );
  }
  const details = { receivedAt: before.received_at.toISOString() };
  await audit(db, actor, { action: 'enquiries.reopen', ...about(id), details });
  return toEnquiry(await findOrRefuse(db, id));
}

/** Without what the visitor wrote: nothing was checked about the address, and it may be somebody else's. */
function answerLetter(
  { name, company_id: companyId, received_at: receivedAt }: EnquiryRow,
  { text, by, contactEmail }: { text: string; by: string; contactEmail: string | null },
): Letter {
  const where = companyId === null ? 'wrote on our site' : 'asked in the client portal';
  const asked = `This answers what you ${where} on ${timeWords(receivedAt)} in Kampala.`;
  return {
    subject: 'Your enquiry about Sente',
    paragraphs: [`Hello ${name},`, text, by],
    notes: [contactEmail ? `${asked} To write back, use ${contactEmail}.` : asked],
  };
}

function about(id: string) {
  return { subject: { type: 'enquiries', id } };
}

async function findOrRefuse(db: Db, id: string): Promise<EnquiryRow> {
  const row = await findEnquiry(db, id);
  if (!row) throw notFound('Enquiry not found');
  return row;
}

function toEnquiry(row: EnquiryRow): Enquiry {
  const { id, name, email, message, answered_at } = row;
  const answer = answered_at && {
    at: answered_at.toISOString(),
    by: row.answered_by ?? '',
    note: row.note,
    text: row.answer,
    problem: row.problem,
    isUndelivered: row.is_undelivered,
  };
  const company =
    row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' };
  return { id, name, email, message, company, receivedAt: row.received_at.toISOString(), answer };
}
