import type { ApiTransaction, PaymentTrace } from '@sente/contract/api-transactions';
import type { Transaction } from '@sente/contract/transactions';

/* Transactions and API transactions as the server returns them. */

export function aTransaction(fields: Partial<Transaction> = {}): Transaction {
  const { type = 'credit', amount = 25_000.5, fee = 0, status = 'completed' } = fields;
  const { date = '2026-01-05T10:00:00.000Z' } = fields;
  const moved = type === 'credit' ? amount - fee : -(amount + fee);
  return {
    id: '01900000-0000-7000-8000-000000000001',
    reference: 'RCT-77',
    description: 'Sale of airtime',
    type,
    amount,
    fee,
    net: status === 'completed' ? moved : null,
    status,
    date,
    finishedAt: status === 'pending' ? null : date,
    accountId: '01900000-0000-7000-8000-0000000000aa',
    accountName: 'Main till',
    accountNumber: '1002003004',
    reason: null,
    isLeftOut: false,
    apiTransactionId: null,
    phoneNumber: null,
    network: null,
    reversalOf: null,
    reversedBy: null,
    ...fields,
  };
}

export function anApiTransaction(fields: Partial<ApiTransaction> = {}): ApiTransaction {
  return {
    record_id: '01900000-0000-7000-8000-000000000001',
    transaction_id: '01J0000000E00800000000000W',
    phone_number: '256772000001',
    transaction_amount: 25_000.5,
    fee: 375.5,
    net: 24_625,
    network: 'MTN',
    status: 'SUCCESS',
    record_date: '2026-01-05T10:00:00.000Z',
    finished_date: '2026-01-05T10:01:00.000Z',
    thirdparty_notified: '1',
    direction: 'collection',
    reference: 'ORDER-9',
    reversed_by: null,
    ...fields,
  };
}

/** For a list with one of them. */
export const apiTransactionsMeta = {
  totalCount: 1,
  isCountExact: true,
  page: 1,
  isCapped: false,
  nextAfter: null,
  statuses: ['REFUNDED', 'SUCCESS'],
  networks: ['AIRTEL', 'MTN'],
};

export function aPaymentTrace(): PaymentTrace {
  return {
    apiTransaction: anApiTransaction(),
    direction: 'collection',
    fee: 250,
    reference: 'ORDER-9',
    description: null,
    accountNumber: '100200300',
    productCode: 'DAY',
    voucherCode: '•••E-1',
    voucherId: '01900000-0000-7000-8000-0000000000c1',
    networkReference: null,
    reversedAt: null,
    summary: 'Paid: MTN MoMo has confirmed it.',
    nextStepAt: null,
    steps: [
      {
        at: '2026-01-05T10:00:00.000Z',
        kind: 'requested',
        title: 'Asked for through the API',
        isGood: null,
        exchange: null,
      },
      {
        at: '2026-01-05T10:00:01.000Z',
        kind: 'sent',
        title: 'Sent to MTN',
        isGood: true,
        exchange: { request: 'POST /requesttopay', answer: null, durationMs: 1_200 },
      },
    ],
    ledger: {
      transactionId: '01900000-0000-7000-8000-0000000000aa',
      status: 'completed',
      held: 0,
      legs: [{ account: 'Main till', amount: 24_750.5, balanceAfter: 30_000 }],
    },
    webhookState: 'delivered',
  };
}
