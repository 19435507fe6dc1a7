import {
  ordersWatchedFor,
  type Examination,
  type examinationCalls,
  type examinations,
  type ExaminationRequirement,
} from '@sente/contract/examinations';
import type { Database, Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { platformScope, type Scope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { companyOf } from '../http/actor.ts';
import { invalidField, notFound, refused } from '../http/app-error.ts';
import type { Handlers } from '../http/serve.ts';
import { audit, writeAudit, type AuditEntry } from '../security/audit.ts';
import { takeSendAgain } from '../security/send-again-throttle.ts';
import { findExamined, findExaminedByUrl } from '../webhooks/examined-events.ts';
import { waitingChecks } from './examiner.ts';
import { toExamination, toSummary } from './examination-view.ts';
import { findExamination, insertExamination, listExaminations } from './examinations.queries.ts';

interface Tools {
  readonly database: Database;
  /** Whether new keys of live mode need one; decided by the live world. */
  readonly requirement: (companyId: string) => Promise<ExaminationRequirement>;
}

const shownInList = 50;
/** What the examination sends. */
const neededTypes = ['payment.succeeded', 'payment.failed'] as const;

/** A person of the company, or its own system with a key. */
interface Starter {
  readonly companyId: string;
  readonly userId: string | null;
  readonly credentialId: string | null;
  readonly scope: Scope;
  audit(db: Db, entry: AuditEntry): Promise<void>;
}

export function examinationsRoutes({
  database,
  requirement,
}: Tools): Handlers<typeof examinations> {
  return {
    list: async ({ actor }) => ({
      data: await database.within(actor.scope, async (db) =>
        (await listExaminations(db, companyOf(actor), shownInList)).map(toSummary),
      ),
    }),

    get: async ({ actor, params: { id } }) => ({
      data: await database.within(actor.scope, (db) => mustFind(db, companyOf(actor), id)),
    }),

    requirement: async ({ actor }) => ({ data: await requirement(companyOf(actor)) }),

    start: async ({ actor, body: { webhookId, watchesOrders } }) => {
      const starter: Starter = {
        companyId: companyOf(actor),
        userId: actor.userId,
        credentialId: null,
        scope: actor.scope,
        audit: (db, entry) => audit(db, actor, entry),
      };
      const find = async (db: Db) =>
        webhookId === null
          ? null
          : ((await findExamined(db, { companyId: companyOf(actor), webhookId })) ?? false);
      return { data: await start(database, starter, find, watchesOrders) };
    },
  };
}

/** Signed with a key of test mode. */
export function examinationCallsRoutes(database: Database): Handlers<typeof examinationCalls> {
  return {
    startExamination: async ({ caller, body: { webhookUrl, watchesOrders } }) => {
      const { companyId, credentialId, scope, origin } = caller;
      const who = { userId: null, email: null, companyId };
      const starter: Starter = {
        companyId,
        userId: null,
        credentialId,
        scope,
        audit: (db, entry) => writeAudit(db, who, origin, entry),
      };
      const find = async (db: Db) =>
        webhookUrl ? ((await findExaminedByUrl(db, companyId, webhookUrl)) ?? false) : null;
      return { data: await start(database, starter, find, watchesOrders) };
    },

    getExamination: async ({ caller: { companyId, scope }, params: { id } }) => ({
      data: await database.within(scope, (db) => mustFind(db, companyId, id)),
    }),
  };
}

const onlyInTest =
  'An examination attacks a webhook and disturbs orders, so there is none in live mode. Switch to test mode.';

type Webhook = NonNullable<Awaited<ReturnType<typeof findExamined>>>;

/** Null: there is none to examine. False: it was not found. */
type FindWebhook = (db: Db) => Promise<Webhook | null | false>;

async function start(
  database: Database,
  starter: Starter,
  find: FindWebhook,
  watchesOrders: boolean,
): Promise<Examination> {
  const { companyId, userId, credentialId, scope } = starter;
  if (database.unscoped.mode === 'test') {
    await database.within(platformScope, (db) => takeSendAgain(db, companyId, 'many'));
  }
  return database.within(scope, async (db) => {
    await holdOwnRecords(db, companyId);
    const webhook = await find(db);
    if (webhook === false) throw notFound('Webhook not found');
    if (db.mode === 'live') throw refused(onlyInTest);
    if (webhook) refuseUnfit(webhook);
    const [last] = await listExaminations(db, companyId, 1);
    if (last && !last.finished_at) {
      throw refused('An examination is under way already. Wait until it has ended.');
    }
    const id = uuidV7();
    const url = webhook?.url ?? null;
    await insertExamination(db, {
      id,
      company_id: companyId,
      webhook_id: webhook?.id ?? null,
      url,
      userId,
      credentialId,
      watchSeconds: watchesOrders ? ordersWatchedFor : null,
      checks: waitingChecks(webhook ? 'webhook' : 'events', watchesOrders),
    });
    await starter.audit(db, {
      action: 'examinations.start',
      subject: { type: 'companies', id: companyId },
      companyId,
      details: { url, watchesOrders },
    });
    return mustFind(db, companyId, id);
  });
}

function refuseUnfit({ is_active: isActive, event_types: types }: Webhook): void {
  if (!isActive) throw invalidField('webhookId', 'This webhook is switched off');
  if (types && !neededTypes.every((type) => types.includes(type))) {
    throw invalidField('webhookId', `This webhook must receive ${neededTypes.join(' and ')}`);
  }
}

async function mustFind(db: Db, companyId: string, id: string): Promise<Examination> {
  const row = await findExamination(db, companyId, id);
  if (!row) throw notFound('Examination not found');
  return toExamination(row);
}
