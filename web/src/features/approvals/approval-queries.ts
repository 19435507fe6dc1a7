import type { Approval } from '@sente/contract/approval';
import type { ApprovalKind, ApprovalTab } from '@sente/contract/approval-kinds';
import { approvals } from '@sente/contract/approvals';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { networkNotices } from '@sente/contract/network-notices';
import { paymentReviews, type reviewDecisions } from '@sente/contract/payment-reviews';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';

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
  const totals = { totalAmount: 0, waitingCount: 0, ownCount: 0 };
  return { ...wholeList(data), ...totals, ...meta };
}

export type Decision = 'approve' | 'reject';

/** What is decided, as it was seen. */
export type Seen = Pick<Approval, 'id' | 'askedAt'>;

export function useDecide() {
  return useChange({
    send: ({ decision, reason, ...seen }: Seen & { decision: Decision; reason: string }) => {
      const { id, askedAt } = seen;
      return decision === 'approve'
        ? call(approvals.approve, { params: { id }, body: { askedAt } })
        : call(approvals.reject, { params: { id }, body: { askedAt, reason } });
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

export type ReviewDecision = (typeof reviewDecisions)[number];

export const paymentReviewQueries = {
  open: () =>
    queryOptions({
      queryKey: keys.paymentReviews,
      queryFn: async ({ signal }) =>
        (await call(paymentReviews.list, { signal, read: readList() })).data,
    }),
};

export const networkNoticeQueries = {
  open: () =>
    queryOptions({
      queryKey: keys.networkNotices,
      queryFn: async ({ signal }) =>
        (await call(networkNotices.list, { signal, read: readList() })).data,
    }),
};

export function useCloseNotice() {
  return useChange({
    send: ({ id, note }: { id: string; note: string }) =>
      call(networkNotices.close, { params: { id }, body: { note } }),
    invalidates: [keys.networkNotices, keys.attention],
    after: ['success', 'failure'],
  });
}

export function useProposeBooking() {
  return useChange({
    send: ({ id, ...body }: { id: string } & BodyInputOf<typeof networkNotices.proposeBooking>) =>
      call(networkNotices.proposeBooking, { params: { id }, body }),
    ...movesMoney,
  });
}

export function useProposeRelease() {
  return useChange({
    send: ({ id, ...body }: { id: string } & BodyInputOf<typeof networkNotices.proposeRelease>) =>
      call(networkNotices.proposeRelease, { params: { id }, body }),
    ...movesMoney,
  });
}

export function useConfirmSuspense() {
  return useChange({
    send: ({ id, ...body }: { id: string } & BodyInputOf<typeof networkNotices.confirm>) =>
      call(networkNotices.confirm, { params: { id }, body }),
    ...movesMoney,
  });
}

/** Withdraws the own proposal, or rejects that of somebody else. */
export function useEndSuspense() {
  return useChange({
    send: ({ id, proposal, isOwn }: { id: string; proposal: string; isOwn: boolean }) =>
      call(networkNotices[isOwn ? 'withdraw' : 'reject'], { params: { id }, body: { proposal } }),
    ...movesMoney,
  });
}

export function useProposeDecision() {
  return useChange({
    send: ({ id, ...body }: { id: string } & BodyInputOf<typeof paymentReviews.propose>) =>
      call(paymentReviews.propose, { params: { id }, body }),
    ...movesMoney,
  });
}

export function useConfirmDecision() {
  return useChange({
    send: ({ id, ...body }: { id: string } & BodyInputOf<typeof paymentReviews.confirm>) =>
      call(paymentReviews.confirm, { params: { id }, body }),
    ...movesMoney,
  });
}

export function useWithdrawProposal() {
  return useChange({
    send: ({ id }: { id: string }) => call(paymentReviews.withdraw, { params: { id } }),
    ...movesMoney,
  });
}
