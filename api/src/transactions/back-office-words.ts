/* The back-office has words of its own for what is stored. */

export const typeWords = { credit: 'Credit', debit: 'Debit' } as const;
export const statusWords = { completed: 'Success', failed: 'Failed', pending: 'Pending' } as const;
