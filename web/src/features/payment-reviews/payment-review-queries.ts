import { paymentReviews, type reviewDecisions } from '@sente/contract/payment-reviews';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readList } from '../../api/read.ts';
import { refreshMoney } from '../transactions/transaction-queries.ts';

export type ReviewDecision = (typeof reviewDecisions)[number];

export const paymentReviewQueries = {
  open: () =>
    queryOptions({
      queryKey: ['payment-reviews', 'open'],
      queryFn: async ({ signal }) =>
        (await call(paymentReviews.list, { signal, read: readList() })).data,
    }),
};

/** Also when it was refused: somebody else may have been quicker. */
function useRefreshing() {
  const client = useQueryClient();
  return () => refreshMoney(client);
}

export function useProposeDecision() {
  const onSettled = useRefreshing();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; decision: ReviewDecision; note: string }) =>
      call(paymentReviews.propose, { params: { id }, body }),
    onSettled,
  });
}

export function useConfirmDecision() {
  const onSettled = useRefreshing();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: ReviewDecision }) =>
      call(paymentReviews.confirm, { params: { id }, body: { decision } }),
    onSettled,
  });
}

export function useWithdrawProposal() {
  const onSettled = useRefreshing();
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(paymentReviews.withdraw, { params: { id } }),
    onSettled,
  });
}
