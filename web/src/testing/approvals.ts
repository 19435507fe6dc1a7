import type { Approval } from '@sente/contract/approval';

/** The same as that of aCompany. */
const companyId = '44444444-4444-4444-8444-444444444444';

/** A payout that the reader may approve. */
export const anApproval = (fields: Partial<Approval> = {}): Approval => ({
  id: '77777777-7777-7777-8777-777777777777',
  kind: 'payout',
  state: 'waiting',
  step: 'provider',
  needs: 'provider',
  companyId,
  companyName: 'Gulu Builders',
  askedBy: { id: '88888888-8888-7888-8888-888888888888', name: 'Sarah Nakato' },
  isOwn: false,
  askedAt: '2026-01-05T10:00:00.000Z',
  expiresAt: '2026-01-08T10:00:00.000Z',
  note: 'Rent of May',
  amount: 450_000,
  fee: 500,
  from: 'Gulu till 100200300 of Gulu Builders',
  to: '+256772123456 (MTN)',
  phoneNumber: '256772123456',
  network: 'MTN',
  sentence: 'Pay UGX 450,000 to +256772123456 (MTN) from Gulu till 100200300 of Gulu Builders.',
  warnings: [],
  canApprove: true,
  needsProof: false,
  canReject: true,
  canWithdraw: false,
  canCancel: false,
  whyNot: null,
  outcome: null,
  history: [
    {
      at: '2026-01-05T10:00:00.000Z',
      what: 'asked',
      by: { id: '88888888-8888-7888-8888-888888888888', name: 'Sarah Nakato' },
      text: 'Rent of May',
    },
  ],
  transactionId: '99999999-9999-7999-8999-999999999999',
  paymentId: '77777777-7777-7777-8777-777777777777',
  accountId: 'aaaaaaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa',
  userId: null,
  brakeId: null,
  caseId: null,
  statementId: null,
  pair: null,
  batchId: null,
  bulkId: null,
  ...fields,
});
