import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  companyIdParams,
  dateTime,
  day,
  id,
  idParams,
  optionalText,
  requiredText,
} from './fields.ts';
import { money, moneyInput } from './money.ts';

/** A movement on a company's account. */
export const transaction = z.object({
  id,
  reference: z.nullable(z.string()),
  description: z.string(),
  type: z.enum(['credit', 'debit']),
  amount: money,
  status: z.enum(['completed', 'pending', 'failed']),
  date: dateTime,
});
export type Transaction = z.infer<typeof transaction>;

/** A quick action of the client portal: money in by mobile money, or out after approval. */
export const transactionRequestBody = z.strictObject({
  kind: z.enum(['add-money', 'send-money', 'withdraw']),
  accountId: id,
  amount: moneyInput('Amount must be greater than 0').check(
    z.gt(0, 'Amount must be greater than 0'),
  ),
  phoneNumber: requiredText('Phone number is required', 20),
  network: requiredText('Network is required', 20),
  note: optionalText(200),
});

const notFound = 'Transaction not found';

export const transactions = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Transaction/company/{companyId}',
    summary: "A company's transactions, newest first; the last 30 days unless dates are given",
    access: company('params.companyId', 'canViewTransactions'),
    params: companyIdParams,
    query: z.strictObject({ startDate: z.optional(day), endDate: z.optional(day) }),
    reply: z.array(transaction),
    notFound: 'Company not found',
  }),
  request: endpoint({
    method: 'POST',
    path: '/Transaction/company/{companyId}/requests',
    summary: 'Ask for money to be collected or paid out',
    access: company('params.companyId', 'canManageAccounts'),
    params: companyIdParams,
    body: transactionRequestBody,
    reply: transaction,
    notFound: 'Company not found',
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/Transaction/{id}/approve',
    summary: 'Release a waiting payout, as a second person',
    access: staff,
    params: idParams,
    reply: transaction,
    notFound,
  }),
  reject: endpoint({
    method: 'PUT',
    path: '/Transaction/{id}/reject',
    summary: 'Refuse a waiting payout and give the held money back',
    access: staff,
    params: idParams,
    reply: transaction,
    notFound,
  }),
};
