import { mostOwnEnquiries, type AskBody, type OwnEnquiry } from '@sente/contract/enquiries';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { companyOf, type Actor } from '../http/actor.ts';
import { audit } from '../security/audit.ts';
import { takeEnquiryNews } from '../security/throttle.ts';
import { insertEnquiry, listOwnEnquiries, type OwnEnquiryRow } from './enquiries.queries.ts';
import { takeOwnEnquiry } from './enquiry-budgets.ts';

/** What people of a company ask in the portal, and read the answer of. */
export interface OwnEnquiries {
  ask(actor: Actor, body: AskBody): Promise<OwnEnquiry>;
  listOwn(actor: Actor): Promise<OwnEnquiry[]>;
}

export function createOwnEnquiries(
  database: Database,
  tellStaff: (db: Db, isNow: boolean) => Promise<void>,
): OwnEnquiries {
  return {
    async ask(actor, { message }) {
      const companyId = companyOf(actor);
      // Apart from the rest, so that a refused one counts as well.
      await database.within(platformScope, (db) => takeOwnEnquiry(db, companyId));
      const isNow = await database.within(platformScope, takeEnquiryNews);
      return database.within(actor.scope, async (db) => {
        const id = uuidV7();
        await insertEnquiry(db, id, { name: actor.name, email: actor.email, message }, companyId);
        // Not what was written: the enquiry is deleted one day, the log is not.
        const subject = { type: 'enquiries', id };
        await audit(db, actor, { action: 'enquiries.ask', subject, companyId });
        await tellStaff(db, isNow);
        // A colleague may have asked at the same moment.
        const own = await listOwnEnquiries(db, companyId, mostOwnEnquiries);
        const stored = own.find((row) => row.id === id);
        if (!stored) throw new Error('The enquiry was not stored');
        return toOwnEnquiry(stored);
      });
    },

    listOwn: (actor) =>
      database.within(actor.scope, async (db) =>
        (await listOwnEnquiries(db, companyOf(actor), mostOwnEnquiries)).map(toOwnEnquiry),
      ),
  };
}

function toOwnEnquiry(row: OwnEnquiryRow): OwnEnquiry {
  return {
    id: row.id,
    askedBy: row.name,
    message: row.message,
    askedAt: row.received_at.toISOString(),
    answer: row.answered_at && { at: row.answered_at.toISOString(), text: row.answer },
  };
}
