import { approvals } from '@sente/contract/approvals';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import { caseKindNames, type CaseAction } from '@sente/contract/case-kinds';
import type { Direction } from '@sente/contract/paging';
import {
  reconciliation,
  type CaseSortKey,
  type ReconciliationCase,
} from '@sente/contract/reconciliation';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';

export const casesPageSize = 20;
export const shownCaseStates = ['open', 'settled', 'all'] as const;
export const shownCaseKinds = ['all', ...caseKindNames] as const;
export const shownAssignees = ['all', 'me', 'none'] as const;
export const shownDues = ['all', 'overdue'] as const;
export const shownNetworks = ['all', ...statementPlaces] as const;

export interface CasesRequest {
  readonly search: string;
  readonly state: (typeof shownCaseStates)[number];
  readonly kind: (typeof shownCaseKinds)[number];
  readonly network: (typeof shownNetworks)[number];
  /** Empty for all. */
  readonly day: string;
  readonly assignee: (typeof shownAssignees)[number];
  readonly due: (typeof shownDues)[number];
  readonly sort: CaseSortKey;
  readonly direction: Direction;
  readonly page: number;
}

export interface CasesPage extends ListPage<ReconciliationCase> {
  readonly more: number;
  readonly less: number;
  readonly inPairs: number;
  readonly flow: { before: number; opened: number; cleared: number; open: number };
}

/** Balances change with every payment. */
const asNow = { staleTime: 0, retry: false } as const;

export const reconciliationQueries = {
  days: (to: string) =>
    queryOptions({
      queryKey: key('reconciliation', 'days', to),
      queryFn: async ({ signal }) =>
        (await call(reconciliation.days, { query: { to: to || undefined }, signal })).data,
      placeholderData: keepPreviousData,
    }),
  bridge: (network: StatementPlace, day: string) =>
    queryOptions({
      queryKey: key('reconciliation', 'bridge', network, day),
      queryFn: async ({ signal }) =>
        (await call(reconciliation.bridge, { query: { network, day }, signal })).data,
    }),
  cases: (request: CasesRequest) =>
    queryOptions({
      queryKey: key('reconciliation', 'cases', request),
      queryFn: ({ signal }) => fetchCases(request, casesPageSize, signal),
      placeholderData: keepPreviousData,
    }),
  case: (id: string) =>
    queryOptions({
      queryKey: key('reconciliation', 'case', id),
      queryFn: async ({ signal }) =>
        (await call(reconciliation.case, { params: { id }, signal, read: readOne })).data,
    }),
  preview: (id: string, action: CaseAction) =>
    queryOptions({
      queryKey: key('reconciliation', 'preview', id, action),
      queryFn: async ({ signal }) =>
        (await call(reconciliation.preview, { params: { id }, body: { action }, signal })).data,
      ...asNow,
    }),
  previewTogether: (caseIds: readonly string[], action: CaseAction) =>
    queryOptions({
      queryKey: key('reconciliation', 'preview', caseIds.join(), action),
      queryFn: async ({ signal }) => {
        const body = { caseIds: [...caseIds], action };
        return (await call(reconciliation.previewMany, { body, signal })).data;
      },
      ...asNow,
    }),
};

export async function fetchCases(
  { search, state, kind, network, day, assignee, due, sort, direction, page }: CasesRequest,
  pageSize: number,
  signal: AbortSignal,
): Promise<CasesPage> {
  const { data, meta } = await call(reconciliation.cases, {
    query: {
      search: search.trim() || undefined,
      state: state === 'all' ? undefined : state,
      kind: kind === 'all' ? undefined : kind,
      network: network === 'all' ? undefined : network,
      day: day || undefined,
      assignee: assignee === 'all' ? undefined : assignee,
      due: due === 'all' ? undefined : due,
      sort,
      direction,
      page: String(page),
      pageSize: String(pageSize),
    },
    signal,
    read: readList('Failed to load cases'),
  });
  const none = {
    more: 0,
    less: 0,
    inPairs: 0,
    flow: { before: 0, opened: 0, cleared: 0, open: 0 },
  };
  return { ...none, ...wholeList(data), ...meta };
}

/** Of a case that nobody proposed anything for. */
const changesCase = {
  invalidates: [key('reconciliation', 'cases')],
  refetches: [key('reconciliation', 'case')],
} as const;

export function useAssignCase(id: string) {
  return useChange({
    ...changesCase,
    send: (body: BodyInputOf<typeof reconciliation.assign>) =>
      call(reconciliation.assign, { params: { id }, body }),
  });
}

export function useNoteCase(id: string) {
  return useChange({
    ...changesCase,
    send: (body: BodyInputOf<typeof reconciliation.note>) =>
      call(reconciliation.note, { params: { id }, body }),
  });
}

const proposes = {
  ...movesMoney,
  waits: true,
} as const;

export function useProposeAction(id: string) {
  return useChange({
    ...proposes,
    send: (body: BodyInputOf<typeof reconciliation.propose>) =>
      call(reconciliation.propose, { params: { id }, body }),
  });
}

export function useWithdrawProposal() {
  return useChange({
    ...proposes,
    send: (id: string) => call(approvals.withdraw, { params: { id } }),
  });
}

export function useProposeTogether() {
  return useChange({
    ...proposes,
    send: (body: BodyInputOf<typeof reconciliation.proposeMany>) =>
      call(reconciliation.proposeMany, { body }),
  });
}
