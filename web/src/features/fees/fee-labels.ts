import { describeRule, type FeeRule, type FeeSchedule } from '@sente/contract/fees';
import { paymentDirections, type PaymentDirection } from '@sente/contract/payments';
import { formatUgx } from '@sente/contract/money';

export const directionLabels: Record<PaymentDirection, string> = {
  collection: 'Collections',
  payout: 'Payouts',
};

export function ruleText(rule: FeeRule): string {
  const isFree =
    rule.kind === 'percent'
      ? rule.percent === 0 && !rule.minimum
      : rule.bands.every(({ fee }) => fee === 0);
  return isFree ? 'No fee' : describeRule(rule, formatUgx);
}

export interface SortedFees {
  readonly current: Record<PaymentDirection, FeeSchedule | undefined>;
  /** Future fees, the next one first. */
  readonly planned: readonly FeeSchedule[];
  /** Past fees, newest first. */
  readonly past: readonly FeeSchedule[];
}

/** A fee that is neither current nor past is planned. The server's list is newest first. */
export function sortFees(all: readonly FeeSchedule[]): SortedFees {
  const currentOf = (direction: PaymentDirection) =>
    all.find((fee) => fee.isCurrent && fee.direction === direction);
  const [collection, payout] = paymentDirections.map(currentOf);
  const current = { collection, payout };
  const isPlanned = (fee: FeeSchedule): boolean => {
    const begun = current[fee.direction]?.effectiveFrom;
    return !fee.isCurrent && (begun === undefined || fee.effectiveFrom > begun);
  };
  return {
    current,
    planned: all.filter(isPlanned).reverse(),
    past: all.filter((fee) => !fee.isCurrent && !isPlanned(fee)),
  };
}
