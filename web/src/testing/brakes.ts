import type {
  BrakedPayout,
  BrakeState,
  PayoutBrake,
  WholeBrake,
} from '@sente/contract/payout-brakes';

export const brakeId = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
/** On for all companies, with two payouts. */
export const aBrake = (fields: Partial<PayoutBrake> = {}): PayoutBrake => ({
  id: brakeId,
  companyId: null,
  companyName: null,
  sign: 'first-time-receivers',
  reason: 'Many numbers are paid for the first time.',
  figures: [{ label: 'First payments in ten minutes', seen: '74', usual: '9' }],
  trippedAt: '2026-01-05T10:00:00.000Z',
  trippedBy: null,
  heldCount: 2,
  heldAmount: 15_000,
  heldSettlements: { count: 0, amount: 0 },
  proposal: null,
  end: null,
  ...fields,
});
const settlements = { requestedCount: 0, requestedAmount: 0, batches: [] };
/** As its page reads it. */
export const aWholeBrake = (fields: Partial<WholeBrake> = {}): WholeBrake => ({
  ...aBrake(),
  settlements,
  ...fields,
});
/** One that waits. */
export const aBrakedPayout = (fields: Partial<BrakedPayout> = {}): BrakedPayout => ({
  paymentId: '11111111-1111-7111-8111-111111111111',
  transactionId: '22222222-2222-7222-8222-222222222222',
  companyId: '44444444-4444-4444-8444-444444444444',
  companyName: 'Gulu Builders',
  phoneNumber: '256772123456',
  network: 'MTN',
  amount: 5_000,
  heldAt: '2026-01-05T10:01:00.000Z',
  status: 'PENDING',
  outcome: null,
  ...fields,
});
/** Off, while the watcher looks. */
export const aBrakeState = (fields: Partial<BrakeState> = {}): BrakeState => ({
  brakes: [],
  watcher: { lastLookedAt: new Date().toISOString(), isLate: false, canSeal: true },
  ...fields,
});
