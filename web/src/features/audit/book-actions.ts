/** Of the books and of what everybody may know of them; the action, and its form after "Tried to". */
export const bookActions = {
  'accounting.days': ['Listed the days of the books', 'list the days of the books'],
  'accounting.closeDay': ['Closed a day of the books', 'close a day of the books'],
  'accounting.trialBalance': ['Read the trial balance', 'read the trial balance'],
  'accounting.months': ['Listed the months of the books', 'list the months of the books'],
  'accounting.liabilityProofs': [
    'Listed the proofs of liabilities',
    'list the proofs of liabilities',
  ],
  'accounting.liabilityProof': [
    'Downloaded a proof of liabilities',
    'download a proof of liabilities',
  ],
  'status.now': ['Read the status', 'read the status'],
  'status.history': ['Read the status of days', 'read the status of days'],
} as const;
