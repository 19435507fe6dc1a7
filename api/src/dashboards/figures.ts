import type { DaySpan } from './periods.ts';

/** The ledger's figures for one type and status; amounts in hundredths of UGX. */
export interface Figure {
  readonly type: 'credit' | 'debit';
  readonly status: 'pending' | 'completed' | 'failed';
  readonly count: bigint;
  readonly amount: bigint;
  /** Net gain of customer accounts. */
  readonly moved: bigint;
}

export interface DayFigure extends Figure {
  readonly day: string;
}

export interface Sum {
  readonly count: bigint;
  readonly amount: bigint;
  readonly moved: bigint;
}

export function sumOf(
  figures: readonly Figure[],
  wanted: Partial<Pick<Figure, 'type' | 'status'>> = {},
): Sum {
  const sum = { count: 0n, amount: 0n, moved: 0n };
  for (const figure of figures) {
    if (wanted.type !== undefined && figure.type !== wanted.type) continue;
    if (wanted.status !== undefined && figure.status !== wanted.status) continue;
    sum.count += figure.count;
    sum.amount += figure.amount;
    sum.moved += figure.moved;
  }
  return sum;
}

/** ISO days compare correctly as text. */
export function during(figures: readonly DayFigure[], { from, to }: DaySpan): DayFigure[] {
  return figures.filter(({ day }) => day >= from && day <= to);
}
