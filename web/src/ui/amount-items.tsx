import { sumUgx } from '../lib/money.ts';
import type { Amounts } from './amount-columns.tsx';
import { Money } from './money.tsx';

interface DetailAmounts extends Pick<Amounts, 'amount' | 'fee' | 'net' | 'direction'> {
  readonly isPending: boolean;
}

const movedLabels = {
  credit: { pending: 'To Be Credited to the Account', done: 'Credited to the Account' },
  debit: { pending: 'Held on the Account', done: 'Taken from the Account' },
};

/** Gross, fee and net for the details of a transaction. */
export function amountItems({ amount, fee, net, direction, isPending }: DetailAmounts) {
  const expected = sumUgx(amount, direction === 'credit' ? -fee : fee);
  const moved = net === null ? (isPending ? expected : null) : Math.abs(net);
  return [
    { label: 'Amount', value: <Money amount={amount} /> },
    { label: fee < 0 ? 'Fee Returned' : 'Fee', value: <Money amount={Math.abs(fee)} /> },
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
