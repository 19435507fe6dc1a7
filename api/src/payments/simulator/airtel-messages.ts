import { signCallback } from '../networks/airtel-callbacks.ts';
import { paidAmount, type Order, type Refusal } from './order.ts';

const failureEnds: Record<Order['direction'], Record<Refusal, string>> = {
  collection: {
    refused: '1008',
    'no funds': '1007',
    expired: '1029',
    'limit reached': '1003',
    'no wallet': '1010',
    'network error': '1009',
  },
  payout: {
    refused: '1010',
    'no funds': '1007',
    expired: '1029',
    'limit reached': '1003',
    'no wallet': '1012',
    'network error': '1005',
  },
};

/** TS paid, TF failed, TIP in progress, TA ambiguous. */
function statusOf(order: Order): string {
  if (order.behaviour === 'never known') return 'TA';
  if (order.state === 'paid') return 'TS';
  return order.state === 'failed' ? 'TF' : 'TIP';
}

const codeEnds: Record<string, string> = { TS: '1001', TIP: '1006', TA: '1000' };

/** The exact code: DP008 for collections, DP009 for disbursements. */
export function airtelCode(order: Order, status: string): string {
  const end = codeEnds[status] ?? failureEnds[order.direction][order.refusal ?? 'network error'];
  return `DP00${order.direction === 'payout' ? 9 : 8}0000${end}`;
}

/** Airtel's own id of a payment, which exists once it was paid. */
export function moneyIdOf({ networkReference }: Order): string {
  return `MP${networkReference}`;
}

export function airtelEnquiry(order: Order): object {
  const status = statusOf(order);
  return {
    data: {
      transaction: {
        ...(status === 'TS' && { airtel_money_id: moneyIdOf(order) }),
        id: order.transactionId,
        message: messageOf(order, status),
        status,
        // Sent if it differs, so that callers can detect it.
        ...(order.behaviour === 'wrong amount' && status === 'TS' && { amount: paidAmount(order) }),
      },
    },
    status: airtelStatus(airtelCode(order, status), status !== 'TF', messageOf(order, status)),
  };
}

export function airtelStatus(responseCode: string, isSuccess: boolean, message: string): object {
  return {
    code: '200',
    message,
    result_code: isSuccess ? 'ESB000010' : 'ESB000011',
    response_code: responseCode,
    success: isSuccess,
  };
}

export function airtelCallback(order: Order, callbackKey: string): object {
  const status = statusOf(order);
  const transaction = {
    id: order.transactionId,
    message: messageOf(order, status),
    status_code: status,
    airtel_money_id: moneyIdOf(order),
  };
  return { transaction, hash: signCallback(JSON.stringify(transaction), callbackKey) };
}

function messageOf(order: Order, status: string): string {
  if (status === 'TS')
    return `Paid UGX ${paidAmount(order)}, Trans ID MP${order.networkReference}.`;
  if (status === 'TF') return `The transaction failed: ${order.refusal}.`;
  return status === 'TA' ? 'The transaction is ambiguous.' : 'The transaction is in progress.';
}
