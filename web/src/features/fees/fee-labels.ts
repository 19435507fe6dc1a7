import {
  describeRule,
  feeDirections,
  type FeeDirection,
  type FeeRule,
  type FeeSchedule,
} from '@sente/contract/fees';
import { formatUgx } from '@sente/contract/money';

export const directionLabels: Record<FeeDirection, string> = {
  collection: 'Collections',
  payout: 'Payouts',
  settlement: 'Settlements',
};

export function isFree(rule: FeeRule): boolean {
  return rule.kind === 'percent'
    ? rule.percent === 0 && !rule.minimum
    : rule.bands.every(({ fee }) => fee === 0);
}

export function ruleText(rule: FeeRule): string {
  // On a narrow screen a line never ends between the currency and its amount.
  const amountText = (amount: number) => formatUgx(amount).replace(' ', '\u00a0');
  return isFree(rule) ? 'No fee' : describeRule(rule, amountText);
}

export interface SortedFees {
  readonly current: Record<FeeDirection, FeeSchedule | undefined>;
  /** Future fees, the next one first. */
  readonly planned: readonly FeeSchedule[];
  /** Past fees, newest first. */
  readonly past: readonly FeeSchedule[];
}

/** A fee that is neither current nor past is planned. The server's list is newest first. */
export function sortFees(all: readonly FeeSchedule[]): SortedFees {
  const currentOf = (direction: FeeDirection) =>
    all.find((fee) => fee.isCurrent && fee.direction === direction);
  const [collection, payout, settlement] = feeDirections.map(currentOf);
  const current = { collection, payout, settlement };
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
