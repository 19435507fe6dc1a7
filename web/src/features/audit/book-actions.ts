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
  'reconciliation.days': ['Listed days of the reconciliation', 'list days of the reconciliation'],
  'reconciliation.bridge': ['Read the float of a day', 'read the float of a day'],
  'reconciliation.cases': ['Listed the cases', 'list the cases'],
  'reconciliation.case': ['Read a case', 'read a case'],
  'reconciliation.preview': ['Looked at what settles a case', 'look at what settles a case'],
  'reconciliation.propose': ['Proposed how to settle a case', 'propose how to settle a case'],
  'reconciliation.settle': ['Settled a case', 'settle a case'],
  'networkStatements.list': ['Listed the statements', 'list the statements'],
  'networkStatements.get': ['Read a statement', 'read a statement'],
  'networkStatements.badLines': ['Listed bad lines', 'list bad lines'],
  'networkStatements.upload': ['Imported a statement', 'import a statement'],
} as const;
