import type { FlowSummary } from '@sente/contract/flow-summary';
import { fromHundredths } from '@sente/contract/money';
import type { DaySpan } from './periods.ts';

/** The ledger's figures for one type and status; amounts in hundredths of UGX. */
export interface Figure {
  readonly type: 'credit' | 'debit';
  readonly status: 'pending' | 'completed' | 'failed';
  readonly count: bigint;
  readonly amount: bigint;
  /** Net gain of customer accounts. */
  readonly moved: bigint;
  /** How many of them are not business, so that their amount is not in `amount`. */
  readonly leftOut: bigint;
}

export interface DayFigure extends Figure {
  readonly day: string;
}

export type Sum = Pick<Figure, 'count' | 'amount' | 'moved' | 'leftOut'>;

export function sumOf(
  figures: readonly Figure[],
  wanted: Partial<Pick<Figure, 'type' | 'status'>> = {},
): Sum {
  const sum = { count: 0n, amount: 0n, moved: 0n, leftOut: 0n };
  for (const figure of figures) {
    if (wanted.type !== undefined && figure.type !== wanted.type) continue;
    if (wanted.status !== undefined && figure.status !== wanted.status) continue;
    sum.count += figure.count;
    sum.amount += figure.amount;
    sum.moved += figure.moved;
    sum.leftOut += figure.leftOut;
  }
  return sum;
}

/** A summary counts what its amount sums up, and says how many are left out of both. */
export function summaryOf(figures: readonly Figure[], type: Figure['type']): FlowSummary {
  const { count, amount, leftOut } = sumOf(figures, { type, status: 'completed' });
  return {
    totalTransactions: Number(count - leftOut),
    totalAmount: fromHundredths(amount),
    leftOut: Number(leftOut),
  };
}

/** ISO days compare correctly as text. */
export function during(figures: readonly DayFigure[], { from, to }: DaySpan): DayFigure[] {
  return figures.filter(({ day }) => day >= from && day <= to);
}
