import type { PaymentReview } from '@sente/contract/payment-reviews';

/** A collection that had failed and that its network calls paid. */
export const aReview: PaymentReview = {
  id: '66666666-6666-4666-8666-666666666666',
  kind: 'late_success',
  companyId: '44444444-4444-4444-8444-444444444444',
  companyName: 'Gulu Builders',
  recordId: '01900000-0000-7000-8000-000000000001',
  transactionId: '01J00000000000000000000000',
  direction: 'collection',
  status: 'FAILED',
  phoneNumber: '256772000001',
  network: 'MTN',
  accountName: 'Main Account',
  accountNumber: '1000000001',
  reference: 'INV-7',
  description: 'Rent of May',
  amount: 1_000,
  networkAmount: 1_000,
  networkReference: null,
  foreignAmount: null,
  foreignCurrency: null,
  statedAmount: 'none',
  booking: {
    amount: 1_000,
    fee: 15,
    held: 0,
    advanced: 0,
    repaid: 0,
    owed: 0,
    isAccountInactive: false,
    voucher: null,
  },
  askedAt: '2026-01-04T07:00:00.000Z',
  openedAt: '2026-01-05T10:00:00.000Z',
  proposal: null,
  rejection: null,
  ended: null,
};

/** To book it, by Olive Ops, or by whoever reads. */
export const proposalOf = (isOwn: boolean): PaymentReview['proposal'] => ({
  decision: 'book',
  note: 'Seen on the statement of MTN',
  amount: null,
  by: 'Olive Ops',
  isOwn,
  at: '2026-01-05T11:00:00.000Z',
});
