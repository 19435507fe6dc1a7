import { formatAmount } from '../lib/money.ts';
import { Money } from './money.tsx';
import type { Column } from './table-parts.tsx';

/** Gross, fee and net of a row, as the server has them. */
export interface Amounts {
  readonly amount: number;
  readonly fee: number;
  /** What the account gained or lost; null until money moved. */
  readonly net: number | null;
  readonly direction: 'credit' | 'debit';
  readonly hasFailed: boolean;
  /** Neither income nor spending, such as a reversal. */
  readonly isPlain?: boolean;
  /** Below it, such as why it succeeded and nothing moved here. */
  readonly note?: string | undefined;
}

/**
 * The column Amount: with its sign whatever became of it, since the column of the type is the first that a
 * narrow window leaves out, and with fee and net below where there is a fee; alike at every width.
 */
export function amountColumn<Row>(of: (row: Row) => Amounts): Column<Row> {
  return {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: (row) => <Amount {...of(row)} />,
  };
}

/** What the column shows, for lists that are no tables. */
export function Amount({ amount, fee, net, direction, hasFailed, isPlain = false, note }: Amounts) {
  return (
    <>
      <Money
        amount={amount}
        direction={direction}
        isVoid={hasFailed}
        isPlain={isPlain || net === null}
        className="font-medium"
      />
      {fee === 0 ? null : (
        <Small>
          {net === null
            ? `fee ${formatAmount(fee)}`
            : `fee ${formatAmount(fee)}, net ${formatAmount(Math.abs(net))}`}
        </Small>
      )}
      {note ? <Small>{note}</Small> : null}
    </>
  );
}

function Small({ children }: { children: string }) {
  return <span className="tabular block text-xs text-muted">{children}</span>;
}
