export const transactionTypes = ['credit', 'debit'] as const;
export const transactionStatuses = ['completed', 'pending', 'failed'] as const;

/** The labels of the back-office. */
export const backOfficeTypes = ['Credit', 'Debit'] as const;
export const backOfficeStatuses = ['Success', 'Failed', 'Pending'] as const;
