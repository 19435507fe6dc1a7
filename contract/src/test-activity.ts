import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { examinationSummary } from './examinations.ts';
import { dateTime, idParams } from './fields.ts';

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
  /** The last payment or signed request. */
  lastActivityAt: z.nullable(dateTime),
  examinations: z.number(),
  lastExamination: z.nullable(examinationSummary),
  lastPassedAt: z.nullable(dateTime),
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
};
