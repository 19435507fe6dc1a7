import type { ApiTransaction, PaymentTrace } from '@sente/contract/api-transactions';
import type { FileExport } from '@sente/contract/file-exports';
import type { Receipt } from '@sente/contract/receipts';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import type { Transaction } from '@sente/contract/transactions';

/* Transactions and API transactions as the server returns them. */

export function aTransaction(fields: Partial<Transaction> = {}): Transaction {
  const { type = 'credit', amount = 25_000.5, fee = 0, status = 'completed' } = fields;
  const { date = '2026-01-05T10:00:00.000Z' } = fields;
  const moved = type === 'credit' ? amount - fee : -(amount + fee);
  return {
    id: '01900000-0000-7000-8000-000000000001',
    reference: 'RCT-77',
    kind: 'collection',
    description: 'Sale of airtime',
    type,
    amount,
    fee,
    tax: 0,
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
    refundOf: null,
    bulkId: null,
    refunded: null,
    check: null,
    ...fields,
  };
}

/** The sums of a list. */
export function aTotal(fields: Partial<TransactionTotals> = {}): TransactionTotals {
  return {
    count: 1,
    isExact: true,
    credits: 700,
    debits: 0,
    fees: 10,
    ownFees: 0,
    net: 690,
    leftOut: 0,
    ...fields,
  };
}

/** Of transactions, in CSV. */
export function anExport(fields: Partial<FileExport> = {}): FileExport {
  return {
    id: '01900000-0000-7000-8000-0000000000ee',
    list: 'transactions',
    format: 'csv',
    state: 'waiting',
    fileName: 'transactions-2026-01-05.csv',
    rowCount: 0,
    totalCount: 3,
    isCut: false,
    sizeBytes: 1_200,
    createdAt: '2026-01-05T10:00:00.000Z',
    expiresAt: '2026-01-06T10:00:00.000Z',
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
    tax: 0,
    net: 24_625,
    network: 'MTN',
    status: 'SUCCESS',
    reason: null,
    record_date: '2026-01-05T10:00:00.000Z',
    finished_date: '2026-01-05T10:01:00.000Z',
    thirdparty_notified: '1',
    direction: 'collection',
    reference: 'ORDER-9',
    reversed_by: null,
    refund_of: null,
    bulk_id: null,
    refunded: null,
    check: null,
    ...fields,
  };
}

/** For a list with one of them. */
export const apiTransactionsMeta = {
  totalCount: 1,
  isCountExact: true,
  searchedTo: null,
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
        lane: 'api',
        title: 'Asked for through the API',
        isGood: null,
        exchange: null,
      },
      {
        at: '2026-01-05T10:00:01.000Z',
        kind: 'sent',
        lane: 'network',
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

const paidPayment: TransactionDetails['payment'] = {
  id: '01900000-0000-7000-8000-0000000000b1',
  shortId: '01J0000000E00800000000000W',
  direction: 'payout',
  origin: 'portal',
  phoneNumber: '256772000001',
  network: 'MTN',
  networkReference: 'MP260105.1',
  sentCount: 1,
  askedCount: 2,
  heardBy: 'callback',
  productId: null,
  productCode: null,
  voucher: null,
  isInReview: false,
  metadata: {},
};

const paidSteps: TransactionDetails['steps'] = [
  {
    at: '2026-01-05T10:00:00.000Z',
    kind: 'requested',
    lane: 'people',
    title: 'Asked for in the portal by Sarah Nakato',
    isGood: null,
    exchange: null,
  },
  {
    at: '2026-01-05T10:00:03.000Z',
    kind: 'sent',
    lane: 'network',
    title: 'Sent to MTN',
    isGood: true,
    exchange: { request: 'POST /transfer', answer: null, durationMs: 1_200 },
  },
];

/** A payout that was paid, as the page of one transaction gets it. */
export function aTransactionDetails(fields: Partial<TransactionDetails> = {}): TransactionDetails {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    transactionId: '01900000-0000-7000-8000-000000000001',
    companyId: '44444444-4444-4444-8444-444444444444',
    companyName: 'Gulu Builders',
    isCompanyArchived: false,
    accountId: 'a1',
    accountName: 'Gulu till',
    accountNumber: '100200300',
    type: 'debit',
    kind: 'payout',
    status: 'completed',
    summary: 'Paid out: MTN MoMo has confirmed it.',
    nextStepAt: null,
    amount: 1500,
    fee: 25,
    tax: 0,
    net: -1525,
    held: 0,
    reference: 'INV-7',
    description: 'Rent of May',
    reason: null,
    date: '2026-01-05T10:00:00.000Z',
    finishedAt: '2026-01-05T10:01:00.000Z',
    reversalOf: null,
    correctsDay: null,
    reversedBy: null,
    refunded: null,
    refundOf: null,
    check: null,
    refunds: null,
    refundReason: null,
    bulk: null,
    legs: [
      { account: 'Gulu till', amount: -1525, balanceAfter: 475 },
      { account: 'Clearing MTN', amount: 1500, balanceAfter: 1500 },
      { account: 'Fees', amount: 25, balanceAfter: 25 },
    ],
    reversal: { advanced: 0, repaid: 0, owed: 0 },
    reversedWith: null,
    whyNotReversible: null,
    askedBy: 'Sarah Nakato',
    askedById: '99999999-9999-4999-8999-999999999999',
    payment: paidPayment,
    settlement: null,
    approvals: [],
    deliveries: [],
    keptEvents: [],
    steps: paidSteps,
    samePhone: [],
    ...fields,
  };
}

/** Of a collection that was paid. */
export function aReceipt(fields: Partial<Receipt> = {}): Receipt {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    number: 'R-01J0000000E00800000000000V',
    whyNone: null,
    mark: null,
    company: {
      id: '44444444-4444-4444-8444-444444444444',
      name: 'Gulu Builders',
      address: 'Market Street 1, Gulu',
      phone: '+256772555111',
      logo: '/logos/gulu.png',
    },
    title: 'Payment received',
    purpose: 'Rent of May',
    amount: 25_000,
    fee: 375,
    tax: 0,
    net: 24_625,
    accountName: 'Gulu till',
    party: {
      role: 'payer',
      phoneNumber: '256772000001',
      network: 'MTN',
      networkReference: 'MP260105.1',
      shortId: '01J0000000E00800000000000W',
    },
    voucher: null,
    reference: 'INV-7',
    date: '2026-01-05T10:00:07.000Z',
    status: 'completed',
    ...fields,
  };
}
