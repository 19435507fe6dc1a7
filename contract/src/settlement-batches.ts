import * as z from 'zod/mini';
import { staff } from './access.ts';
import { approval } from './approval.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf } from './fields.ts';
import { money } from './money.ts';
import { pageMeta, pageQuery } from './paging.ts';
import { chosenNetwork } from './payments.ts';
import { settlement } from './settlement.ts';
import { bankReference, settlementAmount } from './settlements.ts';

export const maxInBatch = 500;

/** Refused: a second person did not approve it, and its settlements are requested again. */
export const batchStates = ['waiting', 'approved', 'refused'] as const;

/** Settlements that go to the bank in one file. */
export const settlementBatch = z.object({
  id,
  state: z.enum(batchStates),
  createdAt: dateTime,
  createdBy: z.string(),
  approvedAt: z.nullable(dateTime),
  approvedBy: z.nullable(z.string()),
  /** When somebody fetched the file first, and who: before that, nothing is at the bank. */
  fetchedAt: z.nullable(dateTime),
  fetchedBy: z.nullable(z.string()),
  /** The request for the second person. */
  approvalId: z.nullable(id),
  count: z.number(),
  amount: money,
  /** Neither paid nor returned yet. */
  openCount: z.number(),
  paidCount: z.number(),
  returnedCount: z.number(),
  /** Why it cannot go on now, as a sentence; null if it can. Approved: why its file cannot be fetched. */
  heldUpBy: z.nullable(z.string()),
});
export type SettlementBatch = z.infer<typeof settlementBatch>;

const wholeBatch = z.extend(settlementBatch, { settlements: z.array(settlement) });
export type WholeBatch = z.infer<typeof wholeBatch>;

const notFound = 'Batch not found';

export const settlementBatches = {
  list: endpoint({
    method: 'GET',
    path: '/SettlementBatches',
    summary: 'List the batches of settlements, newest first',
    access: staff('staffRead'),
    query: z.strictObject(pageQuery),
    reply: z.array(settlementBatch),
    meta: z.object(pageMeta),
  }),
  get: endpoint({
    method: 'GET',
    path: '/SettlementBatches/{id}',
    summary: 'Get a batch with its settlements',
    access: staff('staffRead'),
    params: idParams,
    reply: wholeBatch,
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/SettlementBatches',
    summary: 'Make a batch of requested settlements; a second person approves it',
    access: staff('staffMoney'),
    body: z.strictObject({
      settlements: z
        .array(id)
        .check(
          z.minLength(1, 'Select at least one'),
          z.maxLength(maxInBatch, `At most ${maxInBatch} at once`),
        ),
    }),
    reply: settlementBatch,
    notFound: 'Settlement not found',
  }),
  file: endpoint({
    method: 'GET',
    path: '/SettlementBatches/{id}/file',
    summary: 'Get the file for the bank; its content never changes',
    access: staff('staffMoney'),
    visitors: 'refused',
    params: idParams,
    reply: z.string(),
    replyType: 'text/csv',
    notFound,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/SettlementBatches/{id}/paid',
    summary: 'Book all open settlements of an approved batch as paid by the bank',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ bankReference }),
    reply: wholeBatch,
    notFound,
  }),
};

export const floatDirections = ['to-network', 'to-bank'] as const;

/** Money of the provider between its bank and its wallet at a network. */
export const floatTransferBody = z.strictObject({
  network: chosenNetwork,
  direction: oneOf(floatDirections),
  amount: settlementAmount,
  bankReference,
});
export type FloatTransferBody = z.output<typeof floatTransferBody>;

export const floatTransfers = {
  create: endpoint({
    method: 'POST',
    path: '/FloatTransfers',
    summary:
      "Ask to book a transfer between the provider's bank and its wallet at a network; a second person approves it",
    access: staff('staffMoney'),
    body: floatTransferBody,
    reply: approval,
  }),
};
