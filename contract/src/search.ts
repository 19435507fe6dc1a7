import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id } from './fields.ts';
import { money } from './money.ts';
import { backOfficeStatuses, backOfficeTypes } from './transaction-kinds.ts';

/** Maximum number of results of each kind. */
export const maxFound = 5;

export const found = z.object({
  companies: z.array(z.object({ id, name: z.string(), email: z.string() })),
  users: z.array(
    z.object({ id, name: z.string(), email: z.string(), companyName: z.nullable(z.string()) }),
  ),
  accounts: z.array(
    z.object({
      id,
      companyId: id,
      accountName: z.string(),
      accountNumber: z.string(),
      companyName: z.string(),
    }),
  ),
  transactions: z.array(
    z.object({
      id,
      companyId: id,
      accountId: id,
      companyName: z.string(),
      reference: z.nullable(z.string()),
      description: z.string(),
      type: z.enum(backOfficeTypes),
      amount: money,
      status: z.enum(backOfficeStatuses),
      date: dateTime,
    }),
  ),
  /** What waits for a second person. */
  approvals: z.array(
    z.object({ id, sentence: z.string(), companyName: z.nullable(z.string()), askedAt: dateTime }),
  ),
});
export type Found = z.infer<typeof found>;

export const search = {
  all: endpoint({
    method: 'GET',
    path: '/Search',
    summary: 'Search companies, users, accounts, transactions and waiting approvals',
    access: staff('staffRead'),
    query: z.strictObject({
      search: z
        .string('Type something to search for')
        .check(z.trim(), z.minLength(1, 'Type something to search for'), z.maxLength(200)),
    }),
    reply: found,
  }),
};
