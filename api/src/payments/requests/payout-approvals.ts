import type { ApprovalActs } from '../../approvals/approval-kind.ts';
import type { PaymentRequestsService } from './payment-requests.service.ts';

/** Payouts that wait, in the queue of approvals. */
export function payoutApprovals(requests: PaymentRequestsService): ApprovalActs {
  return {
    approve: async (actor, { transaction_id: id }) => {
      await requests.approve(actor, id ?? '');
    },
    reject: async (actor, { transaction_id: id }, _askedAt, reason) => {
      await requests.reject(actor, id ?? '', reason);
    },
    cancel: (actor, { transaction_id: id }, reason) => requests.cancel(actor, id ?? '', reason),
    withdraw: (actor, { transaction_id: id }) => requests.withdraw(actor, id ?? ''),
  };
}
