import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, id } from './fields.ts';
import { money } from './money.ts';

/** A mobile-money request. The field names are those that callers of the portal know. */
export const apiTransaction = z.object({
  record_id: id,
  transaction_id: z.string(),
  phone_number: z.string(),
  transaction_amount: money,
  network: z.string(),
  /** SUCCESS, FAILED, PENDING or PROCESSING; imported ones may say something else. */
  status: z.string(),
  record_date: dateTime,
  /** "1" once the company's webhook was delivered. */
  thirdparty_notified: z.string(),
});
export type ApiTransaction = z.infer<typeof apiTransaction>;

export const apiTransactions = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Transaction/{companyId}/transactions',
    summary: "A company's mobile-money requests",
    access: company('params.companyId', 'canViewTransactions'),
    params: companyIdParams,
    reply: z.array(apiTransaction),
    notFound: 'Company not found',
  }),
};
