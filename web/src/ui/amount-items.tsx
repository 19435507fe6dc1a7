import { formatUgx } from '@sente/contract/money';
import { sumUgx } from '../lib/money.ts';
import type { Amounts } from './amount-columns.tsx';
import { Money } from './money.tsx';

interface DetailAmounts extends Pick<Amounts, 'amount' | 'fee' | 'net' | 'direction'> {
  readonly isPending: boolean;
  /** What of the fee is tax. */
  readonly tax: number;
}

const movedLabels = {
  credit: { pending: 'To Be Credited to the Account', done: 'Credited to the Account' },
  debit: { pending: 'Held on the Account', done: 'Taken from the Account' },
};

/** Gross, fee with the tax in it, and net for the details of a transaction. */
export function amountItems({ amount, fee, tax, net, direction, isPending }: DetailAmounts) {
  const expected = sumUgx(amount, direction === 'credit' ? -fee : fee);
  const moved = net === null ? (isPending ? expected : null) : Math.abs(net);
  return [
    { label: 'Amount', value: <Money amount={amount} /> },
    {
      label: fee < 0 ? 'Fee Returned' : 'Fee',
      value: (
        <>
          <Money amount={Math.abs(fee)} />
          {tax === 0 ? null : (
            <span className="block text-13 text-muted">
              of which tax {formatUgx(Math.abs(tax))}
            </span>
          )}
        </>
      ),
    },
    ...(moved === null
      ? []
      : [
          {
            label: movedLabels[direction][net === null ? 'pending' : 'done'],
            value: <Money amount={moved} className="font-medium" />,
          },
        ]),
  ];
}
