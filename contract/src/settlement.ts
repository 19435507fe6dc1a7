import * as z from 'zod/mini';
import { dateTime, id } from './fields.ts';
import { money } from './money.ts';

/** Batched: in a batch for the bank, which may still wait for a second person. */
export const settlementStates = ['requested', 'batched', 'paid', 'returned', 'cancelled'] as const;
export type SettlementState = (typeof settlementStates)[number];
/** As on the screens and in exports. */
export const settlementWords: Readonly<Record<SettlementState, string>> = {
  requested: 'Requested',
  batched: 'In a batch',
  paid: 'Paid',
  returned: 'Returned',
  cancelled: 'Cancelled',
};

/** What is in a batch is at the bank once somebody took the file there. */
export function settlementWord({
  state,
  isAtBank,
}: {
  readonly state: SettlementState;
  readonly isAtBank: boolean;
}): string {
  return isAtBank && state === 'batched' ? 'At the bank' : settlementWords[state];
}

/** Money of a company on its way to its bank. */
export const settlement = z.object({
  id,
  /** On the bank's statement. */
  reference: z.string(),
  companyId: id,
  companyName: z.string(),
  accountId: id,
  accountName: z.string(),
  bank: z.string(),
  bankAccountName: z.string(),
  /** Its last four digits; whole for staff who approve batches. */
  bankAccountNumber: z.string(),
  /** What arrives; the account pays the fee on top. */
  amount: money,
  fee: money,
  /** What of the fee is tax. */
  tax: money,
  state: z.enum(settlementStates),
  /** Whether somebody has fetched the file for the bank that it is in. */
  isAtBank: z.boolean(),
  /** What keeps it from going to the bank now, such as "all payouts are stopped"; null if nothing does. */
  heldUpBy: z.nullable(z.string()),
  requestedAt: dateTime,
  /** Null for one that the schedule made. A company does not learn who of the provider it was. */
  requestedBy: z.nullable(z.string()),
  isScheduled: z.boolean(),
  transactionId: id,
  /** Only for staff. */
  batchId: z.nullable(id),
  bankReference: z.nullable(z.string()),
  paidAt: z.nullable(dateTime),
  /** When it was returned or cancelled, and why it was returned. */
  endedAt: z.nullable(dateTime),
  reason: z.nullable(z.string()),
  /** Only for staff: the request for its return that waits for a second person. */
  returnApprovalId: z.nullable(id),
});
export type Settlement = z.infer<typeof settlement>;
