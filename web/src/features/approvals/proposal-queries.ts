import type { BodyInputOf } from '@sente/contract/endpoint';
import { networkNotices } from '@sente/contract/network-notices';
import { paymentReviews, type reviewDecisions } from '@sente/contract/payment-reviews';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { readList, readOne } from '../../api/read.ts';

/* Payments to decide about and unknown payments: their tabs load later than the list of approvals. */

export type ReviewDecision = (typeof reviewDecisions)[number];

export const paymentReviewQueries = {
  open: () =>
    queryOptions({
      queryKey: keys.paymentReviews,
      queryFn: async ({ signal }) =>
        (await call(paymentReviews.list, { signal, read: readList() })).data,
    }),
  /** Also one that was decided. */
  details: (id: string) =>
    queryOptions({
      queryKey: key('payment-reviews', id),
      queryFn: async ({ signal }) =>
        (await call(paymentReviews.get, { params: { id }, signal, read: readOne })).data,
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

export function useWithdrawSuspense() {
  return useChange({
    send: ({ id, proposal }: { id: string; proposal: string }) =>
      call(networkNotices.withdraw, { params: { id }, body: { proposal } }),
    ...movesMoney,
  });
}

export function useRejectSuspense() {
  return useChange({
    send: ({ id, note: reason, proposal }: { id: string; note: string; proposal: string }) =>
      call(networkNotices.reject, { params: { id }, body: { proposal, reason } }),
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

export function useRejectProposal() {
  return useChange({
    send: ({
      id,
      note: reason,
      ...seen
    }: { id: string; note: string } & BodyInputOf<typeof paymentReviews.confirm>) =>
      call(paymentReviews.reject, { params: { id }, body: { ...seen, reason } }),
    ...movesMoney,
  });
}
