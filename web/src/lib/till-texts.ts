import type { ShiftEnding, ShiftSum, TillPaymentKind } from '@sente/contract/tills';
import { sumUgx } from './money.ts';

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

interface Part {
  readonly count: number;
  readonly amount: number;
}

/** What the till took itself, and what came into its account on other ways meanwhile. */
export function takingsOf({ byKind }: Pick<ShiftSum, 'byKind'>): { own: Part; other: Part } {
  const [own, other] = [
    byKind.filter(({ kind }) => kind !== 'other'),
    byKind.filter(({ kind }) => kind === 'other'),
  ].map((parts) => ({
    count: parts.reduce((sum, { count }) => sum + count, 0),
    amount: sumUgx(...parts.map(({ amount }) => amount)),
  })) as [Part, Part];
  return { own, other };
}
