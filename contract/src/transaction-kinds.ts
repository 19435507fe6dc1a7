export const transactionTypes = ['credit', 'debit'] as const;
/** What the ledger books; a company that was taken over may have others. */
export const transactionKinds = [
  'collection',
  'payout',
  'deposit',
  'withdrawal',
  'charge',
  'reversal',
  'advance',
  'repayment',
  'suspense',
  'release',
  'transfer',
  'correction',
  'network-fee',
  'settlement',
  'float',
] as const;
/** What a list is narrowed to: one kind, or all but collections, which payers may decline. */
export const listedKinds = [...transactionKinds, 'no-collection'] as const;
/** What the ledger counts without an amount: no money came to the company, and none left it. */
export const leftOutKinds = [
  'advance',
  'repayment',
  'suspense',
  'transfer',
  'network-fee',
  'float',
] as const;
/** How much of a collection was refunded. */
export const refundedParts = ['whole', 'part'] as const;
export const transactionStatuses = ['completed', 'pending', 'failed'] as const;

/**
 * Which day of a transaction or payment counts in a list, and its order: that of its creation, or that
 * of its finish, on which the money moved and the statement shows it. Pending ones have no finish.
 */
export const dateKinds = ['created', 'finished'] as const;
export type DateKind = (typeof dateKinds)[number];

/** The labels of the back-office. */
export const backOfficeTypes = ['Credit', 'Debit'] as const;
export const backOfficeStatuses = ['Success', 'Failed', 'Pending'] as const;
