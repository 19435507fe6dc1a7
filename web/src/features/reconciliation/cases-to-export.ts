import { caseActionLabel, caseKinds, caseTexts } from '@sente/contract/case-kinds';
import { placeNames } from '@sente/contract/network-statements';
import type { ReconciliationCase } from '@sente/contract/reconciliation';
import type { ExportColumn, ExportedList } from '../../api/export-csv.ts';
import { type CasesRequest, fetchCases } from './reconciliation-queries.ts';

const columns: readonly ExportColumn<ReconciliationCase>[] = [
  ['Case', ({ number }) => number],
  ['Kind', ({ kind, network }) => caseTexts(kind, network).label],
  ['Finding', ({ kind }) => caseKinds[kind].finding],
  ['Network or Bank', ({ network }) => placeNames[network]],
  ['Day', ({ day }) => day],
  ['Company', ({ company }) => company?.name],
  ['Number', ({ phoneNumber }) => phoneNumber],
  ['Reference', ({ reference }) => reference],
  ['Difference (UGX)', ({ effect }) => effect],
  ['Due', ({ dueOn }) => dueOn],
  ['Works on It', ({ assignee }) => assignee?.name],
  ['State', ({ state, proposed }) => (proposed ? 'waits for approval' : state)],
  ['Action', ({ action, network }) => action && caseActionLabel(action, network)],
  ['Settled', ({ settledAt }) => settledAt],
  ['Case ID', ({ id }) => id],
];

/** All cases that pass the filters, in the order of the list. */
export function casesToExport(request: CasesRequest): ExportedList<ReconciliationCase> {
  return {
    fileName: 'reconciliation-cases.csv',
    columns,
    fetchPage: async (after, signal) => {
      const page = Number(after ?? 1);
      const { rows, totalCount, totalPages } = await fetchCases({ ...request, page }, 100, signal);
      return { rows, total: totalCount, nextAfter: page < totalPages ? String(page + 1) : null };
    },
  };
}
