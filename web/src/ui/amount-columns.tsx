import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import { formatAmount } from '../lib/money.ts';
import { Money } from './money.tsx';
import { DirectionIcon } from './status-badges.tsx';
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
}

/**
 * The columns Amount, with the fee below it, and Net. A card shows the net first. Both say the
 * direction, because the column of the type is the first that a narrow window leaves out.
 */
export function amountColumns<Row>(of: (row: Row) => Amounts): readonly Column<Row>[] {
  return [
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      hideOnPhone: true,
      cell: (row) => <Gross {...of(row)} />,
    },
    {
      key: 'net',
      header: 'Net',
      align: 'right',
      phone: 'aside',
      cell: (row) => <Net {...of(row)} />,
    },
  ];
}

function Gross({ amount, fee, net, direction, hasFailed }: Amounts) {
  return (
    <>
      {/* Until money moves, the net has no sign to show. */}
      <Money
        amount={amount}
        direction={net === null && !hasFailed ? direction : undefined}
        isVoid={hasFailed}
        isPlain
      />
      {fee === 0 ? null : <Small>{`fee ${formatAmount(fee)}`}</Small>}
    </>
  );
}

function Net(amounts: Amounts) {
  const isPhone = useMediaQuery(phoneQuery);
  if (isPhone) return <NetWithFee {...amounts} />;
  if (amounts.net !== null) return <Figure {...amounts} />;
  return (
    <span className="inline-flex items-center gap-1.5 text-muted">
      <DirectionIcon direction={amounts.direction} />-
    </span>
  );
}

/** Everything in two lines; while nothing has moved, the amount stands for the net. */
function NetWithFee(amounts: Amounts) {
  const { amount, fee, net } = amounts;
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
