import type { Approval } from '@sente/contract/approval';
import type { ApprovalKind, ApprovalTab } from '@sente/contract/approval-kinds';
import { approvals } from '@sente/contract/approvals';
import type { FactorProof } from '@sente/contract/own-factor';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';
import { withProof, type ProofSubject } from '../factors/ask-for-proof.ts';

export const approvalsPageSize = 20;

/** The filters of the list; all are in the address. */
export interface ApprovalsRequest {
  readonly tab: ApprovalTab;
  readonly kind: 'all' | ApprovalKind;
  /** All companies if it is empty. */
  readonly companyId: string;
  readonly page: number;
}

export interface ApprovalsPage extends ListPage<Approval> {
  readonly totalAmount: number;
  readonly waitingCount: number;
  readonly openCount: number;
  readonly ownCount: number;
}

export const approvalQueries = {
  list: (request: ApprovalsRequest) =>
    queryOptions({
      queryKey: keys.approvals.list(request),
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: keys.approvals.details(id),
      queryFn: async ({ signal }) =>
        (await call(approvals.get, { params: { id }, signal, read: readOne })).data,
    }),
};

async function fetchPage(
  { tab, kind, companyId, page }: ApprovalsRequest,
  signal: AbortSignal,
): Promise<ApprovalsPage> {
  const { data, meta } = await call(approvals.list, {
    query: {
      tab,
      kind: kind === 'all' ? undefined : kind,
      companyId: companyId || undefined,
      page: String(page),
      pageSize: String(approvalsPageSize),
    },
    signal,
    read: readList('Failed to load approvals'),
  });
  const totals = { totalAmount: 0, waitingCount: 0, openCount: 0, ownCount: 0 };
  return { ...wholeList(data), ...totals, ...meta };
}

export type Decision = 'approve' | 'reject';

/** What is decided, as it was seen. */
export type Seen = Pick<Approval, 'id' | 'askedAt'>;

interface Decided extends Seen {
  readonly decision: Decision;
  readonly reason: string;
  /** Of what loosens how people sign in. */
  readonly shown?: FactorProof;
  /** If the server asks who it is. */
  readonly about?: ProofSubject;
}

export function useDecide() {
  return useChange({
    send: ({ decision, reason, shown, about, ...seen }: Decided) => {
      const { id, askedAt } = seen;
      if (decision === 'reject') {
        return call(approvals.reject, { params: { id }, body: { askedAt, reason } });
      }
      const approve = (proof: FactorProof) =>
        call(approvals.approve, { params: { id }, body: { askedAt, ...proof } });
      return shown ? approve(shown) : withProof(approve, about);
    },
    ...movesMoney,
  });
}

export function useDecideSeveral() {
  return useChange({
    send: ({ decision, reason, items }: { decision: Decision; reason: string; items: Seen[] }) =>
      call(approvals.decide, {
        body: {
          decision,
          ...(reason && { reason }),
          items: items.map(({ id, askedAt }) => ({ id, askedAt })),
        },
      }),
    ...movesMoney,
  });
}

export function useWithdrawRequest() {
  return useChange({
    send: ({ id }: { id: string }) => call(approvals.withdraw, { params: { id } }),
    ...movesMoney,
  });
}

/** Of a payout that the company's systems ordered. */
export function useCancelPayout() {
  return useChange({
    send: ({ id, note: reason }: { id: string; note: string }) =>
      call(approvals.cancel, { params: { id }, body: { reason } }),
    ...movesMoney,
  });
}
