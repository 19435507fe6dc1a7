import { amountRangeMessage } from '@sente/contract/transaction-list';
import { invalidField } from './app-error.ts';

interface AmountQuery {
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
}

/** Whole UGX, both included, as hundredths; null if open. */
export function amountRangeOf({ minAmount, maxAmount }: AmountQuery): {
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
} {
  if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount) {
    throw invalidField('maxAmount', amountRangeMessage);
  }
  return {
    minAmount: minAmount === undefined ? null : BigInt(minAmount) * 100n,
    // Up to the last hundredth of the whole shilling.
    maxAmount: maxAmount === undefined ? null : BigInt(maxAmount) * 100n + 99n,
  };
}
