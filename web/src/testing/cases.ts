import type { CaseDetails, FloatBridge, ReconciliationCase } from '@sente/contract/reconciliation';

/* A case of the reconciliation, as the server returns it. */

export const caseId = '77777777-7777-7777-8777-777777777777';
export const aCase: ReconciliationCase = {
  id: caseId,
  number: 12,
  network: 'MTN',
  kind: 'late-success',
  state: 'open',
  day: '2026-11-15',
  effect: 10_000,
  company: { id: '11111111-1111-7111-8111-111111111111', name: 'Hub Ltd' },
  phoneNumber: '256772123456',
  reference: '30211',
  openedAt: '2026-11-16T05:00:00.000Z',
  waitUntil: null,
  settledAt: null,
  settledBy: null,
  action: null,
  proposed: null,
};
/** With both sides. */
export const theCase: CaseDetails = {
  ...aCase,
  theirs: {
    reference: '30211',
    orderId: null,
    phoneNumber: '256772123456',
    at: '2026-11-15T09:00:00.000Z',
    direction: 'in',
    amount: 10_000,
    fee: null,
    balanceAfter: null,
    status: 'completed',
    text: 'Order 17',
    statementId: caseId,
    statementName: 'mtn.csv',
    lineNumber: 4,
  },
  ours: {
    recordId: caseId,
    transactionId: null,
    direction: 'collection',
    phoneNumber: '256772123456',
    amount: 10_000,
    status: 'FAILED',
    networkReference: null,
    createdAt: '2026-11-15T08:59:00.000Z',
    bookedAt: null,
    account: 'Front Desk',
  },
  expectedFee: null,
  cause: 'The payment failed here, and the network carried it out.',
  actions: ['late-success', 'suspense', 'wait'],
  candidates: [],
  follows: { id: caseId, number: 3 },
  followedBy: null,
  transactionIds: [],
  history: [{ at: '2026-11-16T05:00:00.000Z', what: 'opened', by: null, text: null }],
};
export const aBridge: FloatBridge = {
  network: 'MTN',
  day: '2026-11-15',
  float: 1_000_000,
  ledger: 900_000,
  opening: 90_000,
  paidNotBooked: 0,
  bookedNotPaid: 0,
  openCases: 10_000,
  explained: 1_000_000,
  difference: 0,
  called: {
    amount: 1_020_000,
    at: '2026-11-16T05:05:00.000Z',
    explained: 1_000_000,
    underWayIn: 20_000,
    underWayOut: 0,
    difference: 0,
  },
};
export const aFlow = { before: 2, opened: 1, cleared: 2, open: 1 };
