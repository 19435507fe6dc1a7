/** What a company is told of. */
export const eventTypes = [
  'payment.succeeded',
  'payment.failed',
  'payment.reversed',
  'bulk_payout.finished',
  'bulk_payout.unpaid',
  'settlement.paid',
  'settlement.returned',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Events that came while a webhook was switched off are counted up to this number. */
export const maxKeptEvents = 1_000;
