import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { examinationSummary } from './examinations.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { dateTime, idParams, stopBody } from './fields.ts';

/** Why the new keys of live mode of a company need no examination. */
export const examinationException = z.object({
  reason: z.string(),
  since: dateTime,
  askedBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
});
export type ExaminationException = z.infer<typeof examinationException>;

/** Counts and times only: what a company tries out is its own. */
export const companyTestActivity = z.object({
  /** False: this server has no test mode. */
  isOn: z.boolean(),
  /** False: nobody of the company was in it yet, and everything else is zero. */
  isUsed: z.boolean(),
  keys: z.number(),
  webhooks: z.number(),
  paymentLinks: z.number(),
  payments: z.number(),
  payments30Days: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  /** Signed requests of the last 30 days. */
  requests30Days: z.number(),
  refusedRequests30Days: z.number(),
  /** The last payment, signed request or examination. */
  lastActivityAt: z.nullable(dateTime),
  examinations: z.number(),
  lastExamination: z.nullable(examinationSummary),
  lastPassedAt: z.nullable(dateTime),
  /** How old the passed examination may be that new keys of live mode need; 0: none is needed. */
  examinationDays: z.number(),
  exception: z.nullable(examinationException),
});
export type CompanyTestActivity = z.infer<typeof companyTestActivity>;

export const testActivity = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Company/{id}/test-mode',
    summary: 'Get what a company does in test mode: counts, the last activity and examination',
    access: staff('staffRead'),
    params: idParams,
    reply: companyTestActivity,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  askForException: endpoint({
    method: 'POST',
    path: '/Company/{id}/examination-exception',
    summary:
      'Ask that new keys of live mode of a company need no examination; waits for a second person',
    access: staff('staffFees'),
    params: idParams,
    body: stopBody,
    reply: z.null(),
    meta: awaitsApproval,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  endException: endpoint({
    method: 'DELETE',
    path: '/Company/{id}/examination-exception',
    summary: 'End the exception of a company: its new keys of live mode need an examination again',
    access: staff('staffFees'),
    params: idParams,
    reply: z.null(),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
};
