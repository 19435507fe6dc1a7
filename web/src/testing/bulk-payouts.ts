import type { BulkLine, BulkPayout } from '@sente/contract/bulk-payouts';

export function aBulkPayout(changes: Partial<BulkPayout> = {}): BulkPayout {
  return {
    id: '00000000-0000-7000-8000-00000000b001',
    companyId: '00000000-0000-7000-8000-000000000001',
    companyName: 'Demo One',
    name: 'Salaries November',
    state: 'draft',
    origin: 'portal',
    accountId: '00000000-0000-7000-8000-00000000a001',
    accountName: 'Operations',
    accountNumber: '1000000017',
    lineCount: 3,
    checkedCount: 3,
    okCount: 2,
    warnedCount: 1,
    faultyCount: 1,
    amount: 830_000,
    fee: 1_500,
    tax: 0,
    available: 2_000_000,
    needs: 'colleague',
    pendingCount: 0,
    paidCount: 0,
    paidAmount: 0,
    failedCount: 0,
    createdBy: 'Sarah Nakato',
    createdAt: '2026-01-05T10:00:00.000Z',
    submittedAt: null,
    finishedAt: null,
    reason: null,
    retryOf: null,
    retriedBy: null,
    isBraked: false,
    ...changes,
  };
}

export function aBulkLine(changes: Partial<BulkLine> = {}): BulkLine {
  return {
    number: 2,
    phoneNumber: '+256772123456',
    network: 'MTN',
    amount: 450_000,
    amountText: '450000',
    name: 'Sarah Nakato',
    networkName: 'Sarah Nakato',
    reference: 'Payroll 17',
    fee: 1_000,
    state: 'ok',
    faults: [],
    warnings: [],
    transactionId: null,
    networkReference: null,
    reason: null,
    ...changes,
  };
}
