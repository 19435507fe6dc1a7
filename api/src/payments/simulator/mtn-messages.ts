import { paidAmount, type Order, type Refusal } from './order.ts';

const reasons: Record<Order['direction'], Record<Refusal, string>> = {
  collection: {
    refused: 'APPROVAL_REJECTED',
    'no funds': 'NOT_ENOUGH_FUNDS',
    expired: 'EXPIRED',
    'limit reached': 'PAYER_LIMIT_REACHED',
    'no wallet': 'PAYER_NOT_FOUND',
    'network error': 'INTERNAL_PROCESSING_ERROR',
  },
  payout: {
    refused: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
    'no funds': 'NOT_ENOUGH_FUNDS',
    expired: 'COULD_NOT_PERFORM_TRANSACTION',
    'limit reached': 'PAYEE_LIMIT_REACHED',
    'no wallet': 'PAYEE_NOT_FOUND',
    'network error': 'INTERNAL_PROCESSING_ERROR',
  },
};

/** The same body in a status and in a callback. */
export function mtnResult(order: Order): object {
  const person = { partyIdType: 'MSISDN', partyId: order.phoneNumber };
  return {
    externalId: order.transactionId,
    amount: String(order.state === 'paid' ? paidAmount(order) : order.amount),
    currency: 'UGX',
    [order.direction === 'payout' ? 'payee' : 'payer']: person,
    payerMessage: order.message,
    payeeNote: order.message,
    ...(order.state === 'open' && { status: 'PENDING' }),
    ...(order.state === 'paid' && {
      status: 'SUCCESSFUL',
      financialTransactionId: order.networkReference,
    }),
    ...(order.state === 'failed' && { status: 'FAILED', reason: reasonOf(order) }),
  };
}

/** A code for collections, an object for disbursements, as on the real network. */
function reasonOf({ direction, refusal }: Order): unknown {
  const code = reasons[direction][refusal ?? 'network error'];
  return direction === 'payout' ? { code, message: code.toLowerCase().replaceAll('_', ' ') } : code;
}
