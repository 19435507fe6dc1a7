import type { CasePair } from '@sente/contract/case-pair';
import { phoneText } from '@sente/contract/phone';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DateText } from './date-display.tsx';
import { Money } from './money.tsx';

type Side = CasePair['theirs'];

const rows: readonly {
  of: CasePair['differences'][number]['of'];
  label: string;
  cell: (side: Side) => ReactNode;
}[] = [
  {
    of: 'number',
    label: 'Number',
    cell: ({ phoneNumber }) => (phoneNumber === null ? 'None' : phoneText(phoneNumber)),
  },
  {
    of: 'amount',
    label: 'Amount',
    // A column of a phone is narrower than a large amount.
    cell: ({ amount }) => <Money amount={amount} className="max-sm:whitespace-normal!" />,
  },
  {
    of: 'time',
    label: 'Time',
    cell: ({ at }) => <DateText value={at} format="shortTime" className="whitespace-normal!" />,
  },
  { of: 'reference', label: 'Reference', cell: ({ reference }) => reference ?? 'None' },
];

/** A line and a booking side by side, with what differs. */
export function PairTable({ pair, isBank }: { pair: CasePair; isBank: boolean }) {
  const cell = 'py-1.5 pr-4 align-top wrap-anywhere';
  return (
    // Fixed, so that it fits a phone.
    <table className="w-full table-fixed text-13">
      <caption className="sr-only">Both sides</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className={`${cell} w-20`}>
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            {isBank ? 'At the bank' : 'At the network'}
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            In our books
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ of, label, cell: content }) => {
          const isOther = pair.differences.some((one) => one.of === of);
          return (
            <tr key={of} className="border-t">
              <th scope="row" className={`${cell} text-left font-normal text-muted`}>
                {label}
              </th>
              <td className={cell}>{content(pair.theirs)}</td>
              <td className={cell}>
                {content(pair.ours)}
                {isOther ? (
                  <span className="mt-0.5 flex items-center gap-1 text-warning-text">
                    <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
                    Differs
                  </span>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
