import { transactions } from '@sente/contract/transactions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { refreshMoney } from '../transactions/transaction-queries.ts';

export type Decision = 'approve' | 'reject';

/** Releases a waiting payout to the network, or gives its money back. */
export function useDecidePayout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) =>
      call(transactions[decision], { params: { id } }),
    // Also when it was refused: somebody else may have been quicker.
    onSettled: () => refreshMoney(client),
  });
}
