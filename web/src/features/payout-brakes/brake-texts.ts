import type { BrakedPayout, PayoutBrake } from '@sente/contract/payout-brakes';
import { formatAmount } from '../../lib/money.ts';
import type { Tone } from '../../ui/badge.tsx';

export function titleOf({ companyName }: Pick<PayoutBrake, 'companyName'>): string {
  return companyName ? `Payouts of ${companyName}` : 'All payouts';
}

/** The watcher, or the person who stopped the payouts. */
export function trippedBy({ trippedBy: name }: PayoutBrake): string {
  return name ?? 'The watcher';
}

export function stateOf({ end, proposal }: PayoutBrake): { label: string; tone: Tone } {
  if (end) return outcomes[end.outcome];
  return proposal
    ? { label: 'On, a decision waits', tone: 'warning' }
    : { label: 'On', tone: 'danger' };
}

const outcomes = {
  released: { label: 'Released', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  partly: { label: 'Partly cancelled', tone: 'neutral' },
} as const;

export function countText(count: number, amount: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'payout' : 'payouts'}, UGX ${formatAmount(amount)}`;
}

/** Empty if none. */
export function settlementsText({ count, amount }: PayoutBrake['heldSettlements']): string {
  if (count === 0) return '';
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'settlement' : 'settlements'}, UGX ${formatAmount(amount)}`;
}

/** All that a brake holds up now, such as "2 payouts, UGX 15,000, and 1 settlement, UGX 9,000". */
export function heldText({ heldCount, heldAmount, heldSettlements }: PayoutBrake): string {
  const payouts = heldCount === 0 ? 'no payout' : countText(heldCount, heldAmount);
  const settlements = settlementsText(heldSettlements);
  return settlements === '' ? payouts : `${payouts}, and ${settlements}`;
}

/** What a payout of a brake is doing. */
export function payoutState({ outcome, status }: BrakedPayout): { label: string; tone: Tone } {
  if (outcome === null) {
    return status === 'PROCESSING'
      ? { label: 'Sent before the brake', tone: 'info' }
      : { label: 'Held', tone: 'warning' };
  }
  if (outcome === 'cancelled') return { label: 'Cancelled', tone: 'neutral' };
  if (status === 'SUCCESS') return { label: 'Paid', tone: 'success' };
  return status === 'FAILED'
    ? { label: 'Released, then failed', tone: 'danger' }
    : { label: 'Released', tone: 'info' };
}
