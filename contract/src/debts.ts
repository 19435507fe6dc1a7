import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams } from './fields.ts';
import { money } from './money.ts';

/** Maximum number of movements in a reply. */
export const maxListedDebtMovements = 50;

/** The provider advances what an account lacks for money that has left; later credits repay it. */
export const debtMovementKinds = ['advance', 'repayment'] as const;

const debtMovement = z.object({
  transactionId: id,
  kind: z.enum(debtMovementKinds),
  amount: money,
  /** What the company owed after it. */
  owedAfter: money,
  accountId: id,
  accountName: z.string(),
  description: z.string(),
  date: dateTime,
});
export type DebtMovement = z.infer<typeof debtMovement>;

/** What a company owes the provider. */
export const debt = z.object({
  owed: money,
  /** Since when it has owed without a break; null if it owes nothing. */
  since: z.nullable(dateTime),
  /** The newest first. */
  movements: z.array(debtMovement),
  /** Of all movements, also those that are not listed. */
  movementCount: z.number(),
});
export type Debt = z.infer<typeof debt>;

export const debts = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Company/{id}/debt',
    summary: 'Get what a company owes the provider, with its newest advances and repayments',
    access: company('staffRead', 'params.id', 'canViewAccounts', 'canManageAccounts'),
    params: idParams,
    reply: debt,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
};
