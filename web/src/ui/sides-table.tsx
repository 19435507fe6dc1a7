import type { CasePair } from '@sente/contract/case-pair';
import { phoneText } from '@sente/contract/phone';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DateText } from './date-display.tsx';
import { Money, NoAmount } from './money.tsx';

/** The same fact on both sides. */
export interface SidesRow {
  label: string;
  /** Null: this side does not tell it. */
  theirs: ReactNode;
  ours: ReactNode;
  differs?: boolean | undefined;
}

interface SidesTableProps {
  isBank: boolean;
  caption: string;
  rows: readonly SidesRow[];
  /** The side that there is, where the other one has nothing. */
  only?: 'theirs' | 'ours' | undefined;
}

const cell = 'py-2 pr-2 sm:pr-4 text-left align-top font-normal wrap-anywhere';

/** What a statement and our books say, fact by fact, with what differs. */
export function SidesTable({ isBank, caption, rows, only }: SidesTableProps) {
  return (
    // Fixed, so that it fits a phone.
    <table className="-my-2 w-full table-fixed max-sm:text-13">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className={`${cell} w-24 sm:w-40`}>
            <span className="sr-only">What</span>
          </th>
          {only === 'ours' ? null : (
            <th scope="col" className={`${cell} font-medium`}>
              {isBank ? 'At the bank' : 'At the network'}
            </th>
          )}
          {only === 'theirs' ? null : (
            <th scope="col" className={`${cell} font-medium`}>
              In our books
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} className="border-t">
            <th scope="row" className={`${cell} text-muted`}>
              {row.label}
            </th>
            {only === 'ours' ? null : <td className={cell}>{row.theirs ?? <NoAmount />}</td>}
            {only === 'theirs' ? null : (
              <td className={cell}>
                {row.ours ?? <NoAmount />}
                {row.differs ? <Mark text="Differs" /> : null}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says what is wrong with a side. */
export function Mark({ text }: { text: string }) {
  return (
    <span className="mt-0.5 flex items-start gap-1 text-13 text-warning-text">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </span>
  );
}

type Side = CasePair['theirs'];

const facts: readonly {
  of: CasePair['differences'][number]['of'];
  label: string;
  cell: (side: Side) => ReactNode;
}[] = [
  {
    of: 'number',
    label: 'Number',
    cell: ({ phoneNumber }) => (phoneNumber === null ? null : phoneText(phoneNumber)),
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
  { of: 'reference', label: 'Reference', cell: ({ reference }) => reference },
];

/** A line and a booking that people make a pair. */
export function PairTable({ pair, isBank }: { pair: CasePair; isBank: boolean }) {
  return (
    <SidesTable
      isBank={isBank}
      caption="Both sides"
      rows={facts.map(({ of, label, cell: content }) => ({
        label,
        theirs: content(pair.theirs),
        ours: content(pair.ours),
        differs: pair.differences.some((one) => one.of === of),
      }))}
    />
  );
}
