import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
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
 * narrow window leaves out, and with fee and net below where there is a fee. A card shows the net first.
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

function Amount(amounts: Amounts) {
  const isPhone = useMediaQuery(phoneQuery);
  if (isPhone) return <NetWithFee {...amounts} />;
  const { amount, fee, net, direction, hasFailed, isPlain = false, note } = amounts;
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

/** Everything in two lines; while nothing has moved, the amount stands for the net. */
function NetWithFee(amounts: Amounts) {
  const { amount, fee, net, note } = amounts;
  return (
    <>
      <Figure {...amounts} />
      {fee === 0 ? null : (
        <Small>
          {net === null
            ? `fee ${formatAmount(fee)}`
            : `of ${formatAmount(amount)}, fee ${formatAmount(fee)}`}
        </Small>
      )}
      {note ? <Small>{note}</Small> : null}
    </>
  );
}

function Figure({ amount, net, direction, hasFailed, isPlain = false }: Amounts) {
  const hasMoved = net !== null;
  return (
    <Money
      amount={hasMoved ? Math.abs(net) : amount}
      direction={hasMoved ? (net < 0 ? 'debit' : 'credit') : direction}
      isVoid={hasFailed}
      isPlain={isPlain || !hasMoved}
      className="font-medium"
    />
  );
}

function Small({ children }: { children: string }) {
  return <span className="tabular block text-xs text-muted">{children}</span>;
}
