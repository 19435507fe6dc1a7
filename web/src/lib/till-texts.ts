import type { ShiftEnding, TillPaymentKind } from '@sente/contract/tills';

/* Words that the till and the portal share. */

export const shiftKindWords: Readonly<Record<TillPaymentKind, string>> = {
  asked: 'Asked for here',
  sold: 'Products sold here',
  other: 'Other payments into the account',
};

export const shiftEndingWords: Readonly<Record<ShiftEnding, string>> = {
  cashier: 'by the cashier',
  manager: 'in the portal',
  idle: 'by itself, unused',
};
