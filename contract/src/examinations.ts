import * as z from 'zod/mini';
import { credential, ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams } from './fields.ts';

/** How long an examination waits for orders, or for questions for events, in seconds. */
export const ordersWatchedFor = 180;

export const checkOutcomes = ['passed', 'failed', 'not-seen', 'waiting'] as const;

export const examinationParts = ['webhook', 'events', 'orders'] as const;

/** One thing that an examination tried, for the people who repair it. */
export const examinationCheck = z.object({
  name: z.string(),
  part: z.enum(examinationParts),
  title: z.string(),
  /** not-seen: it could not be tried, or the company did nothing that could be seen. waiting: not tried yet. */
  outcome: z.enum(checkOutcomes),
  /** What the examiner did. */
  sent: z.string(),
  /** What it saw; null while it waits. */
  cameBack: z.nullable(z.string()),
  /** What is to be repaired; null if nothing is. */
  toDo: z.nullable(z.string()),
});
export type ExaminationCheck = z.infer<typeof examinationCheck>;

const summary = {
  id,
  /** Null: the company has none, and asks for its events. */
  webhookId: z.nullable(id),
  /** The address that was examined, also if the webhook was changed since. */
  url: z.nullable(z.string()),
  state: z.enum(['running', 'finished']),
  startedAt: dateTime,
  /** A person, or the name of a key. */
  startedBy: z.nullable(z.string()),
  finishedAt: z.nullable(dateTime),
  /** Until then orders of the company are disturbed and watched; null: they are not. */
  watchesOrdersUntil: z.nullable(dateTime),
  /** Nothing failed, and the whole of the webhook or of the questions for events was seen. Null while it runs. */
  isPassed: z.nullable(z.boolean()),
  passed: z.int(),
  failed: z.int(),
  notSeen: z.int(),
};

export const examinationSummary = z.object(summary);
export type ExaminationSummary = z.infer<typeof examinationSummary>;
export const examination = z.object({ ...summary, checks: z.array(examinationCheck) });
export type Examination = z.infer<typeof examination>;

/** Whether the provider wants a passed examination before new keys of live mode. */
export const examinationRequirement = z.object({
  /** How old the examination may be; 0: none is required. */
  days: z.number(),
  lastPassedAt: z.nullable(dateTime),
  /** The provider wants none of this company. */
  isExempt: z.boolean(),
  isMet: z.boolean(),
});
export type ExaminationRequirement = z.infer<typeof examinationRequirement>;

/** As webhooks and keys. */
const access = ownCompany('canManageCompany');
const notFound = 'Examination not found';

/** Waits for orders with test keys, disturbs them, and sees what follows. */
const watchesOrders = z._default(z.boolean('Must be true or false'), true);

export const examinations = {
  list: endpoint({
    method: 'GET',
    path: '/Examinations',
    summary: "List the last 50 examinations of the company's webhooks, newest first; in test mode",
    access,
    reply: z.array(examinationSummary),
  }),
  start: endpoint({
    method: 'POST',
    path: '/Examinations',
    summary:
      'Examine a webhook of test mode by attacking it, or how events are asked for, and orders by disturbing them',
    access,
    body: z.strictObject({
      /** Null: of a shop that asks for its events. */
      webhookId: z.nullable(id),
      watchesOrders,
    }),
    reply: examination,
    notFound: 'Webhook not found',
  }),
  requirement: endpoint({
    method: 'GET',
    path: '/Examinations/requirement',
    summary:
      'Get whether new keys of live mode need a passed examination, and whether there is one',
    access,
    reply: examinationRequirement,
  }),
  get: endpoint({
    method: 'GET',
    path: '/Examinations/{id}',
    summary: 'Get an examination with what was sent, what came back and what to do; in test mode',
    access,
    params: idParams,
    reply: examination,
    notFound,
  }),
};

/** Of a company's own systems, signed with a key of test mode: for builds that run by themselves. */
export const examinationCalls = {
  startExamination: endpoint({
    method: 'POST',
    path: '/v1/Examinations',
    summary: 'Start an examination, with a key of test mode',
    access: credential('collect'),
    body: z.strictObject({
      /** Of a webhook of test mode; without it the questions for events are examined. */
      webhookUrl: z.optional(z.nullable(z.string())),
      watchesOrders,
    }),
    reply: examination,
    status: 202,
    notFound: 'Webhook not found',
  }),
  getExamination: endpoint({
    method: 'GET',
    path: '/v1/Examinations/{id}',
    summary: 'Get an examination with what was sent, what came back and what to do',
    access: credential('read'),
    params: idParams,
    reply: examination,
    notFound,
  }),
};
