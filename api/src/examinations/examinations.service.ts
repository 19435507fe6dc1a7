import {
  ordersWatchedFor,
  type Examination,
  type examinations,
  type ExaminationRequirement,
} from '@sente/contract/examinations';
import type { BodyOf } from '@sente/contract/endpoint';
import type { Database, Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound, refused } from '../http/app-error.ts';
import type { Handlers } from '../http/serve.ts';
import { audit } from '../security/audit.ts';
import { takeSendAgain } from '../security/send-again-throttle.ts';
import { findExamined } from '../webhooks/examined-events.ts';
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

    start: async ({ actor, body }) => {
      if (database.unscoped.mode === 'test') {
        await database.within(platformScope, (db) => takeSendAgain(db, companyOf(actor), 'many'));
      }
      return { data: await database.within(actor.scope, (db) => start(db, actor, body)) };
    },
  };
}

const onlyInTest =
  'An examination attacks a webhook and disturbs orders, so there is none in live mode. Switch to test mode.';

async function start(
  db: Db,
  actor: Actor,
  { webhookId, watchesOrders }: BodyOf<typeof examinations.start>,
): Promise<Examination> {
  const companyId = companyOf(actor);
  await holdOwnRecords(db, companyId);
  const webhook = await findExamined(db, { companyId, webhookId });
  if (!webhook) throw notFound('Webhook not found');
  if (db.mode === 'live') throw refused(onlyInTest);
  refuseUnfit(webhook);
  const [last] = await listExaminations(db, companyId, 1);
  if (last && !last.finished_at) {
    throw refused('An examination is under way already. Wait until it has ended.');
  }
  const id = uuidV7();
  await insertExamination(db, {
    id,
    company_id: companyId,
    webhook_id: webhookId,
    url: webhook.url,
    userId: actor.userId,
    watchSeconds: watchesOrders ? ordersWatchedFor : null,
    checks: waitingChecks(watchesOrders),
  });
  await audit(db, actor, {
    action: 'examinations.start',
    subject: { type: 'companies', id: companyId },
    companyId,
    details: { url: webhook.url, watchesOrders },
  });
  return mustFind(db, companyId, id);
}

type Webhook = NonNullable<Awaited<ReturnType<typeof findExamined>>>;

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

function companyOf({ companyId }: Actor): string {
  if (companyId === null) throw new Error('Only people of a company examine its webhooks');
  return companyId;
}
