import { networkWord } from '@sente/contract/payments';
import type { ShiftSum, TillShift } from '@sente/contract/tills';
import { formatUgx } from '@sente/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { shiftEndingWords, shiftKindWords, takingsOf } from '../../lib/till-texts.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { shiftsPageSize, tillQueries } from './till-queries.ts';

const columns: readonly Column<TillShift>[] = [
  {
    key: 'cashier',
    header: 'Cashier',
    isTwoLine: true,
    cell: ({ cashierName, deviceName }) => (
      <>
        <span className="wrap-anywhere">{cashierName}</span>
        <span className="block text-13 font-normal text-muted">{deviceName}</span>
      </>
    ),
  },
  {
    key: 'opened',
    header: 'Opened',
    spare: 1,
    phone: 'named',
    cell: ({ openedAt }) => <DateText value={openedAt} format="shortTime" />,
  },
  {
    key: 'ended',
    header: 'Ended',
    isTwoLine: true,
    phone: 'named',
    cell: ({ endedAt, ending }) =>
      endedAt ? (
        <>
          <DateText value={endedAt} format="shortTime" />
          <span className="text-13 text-muted sm:block"> {ending && shiftEndingWords[ending]}</span>
        </>
      ) : (
        <Badge tone="success">Open</Badge>
      ),
  },
  {
    key: 'sum',
    header: 'Taken Here',
    align: 'right',
    isTwoLine: true,
    phone: 'aside',
    cell: ({ sum }) => <Taken {...takingsOf(sum).own} />,
  },
  {
    key: 'parts',
    header: 'How It Was Taken',
    isTwoLine: true,
    phone: 'line',
    cell: ({ sum }) => partsOf(sum),
  },
  {
    key: 'other',
    header: 'Other Payments',
    align: 'right',
    isTwoLine: true,
    phone: 'named',
    cell: ({ sum }) => {
      const { other } = takingsOf(sum);
      return other.count > 0 ? <Taken {...other} /> : null;
    },
  },
];

function Taken({ amount, count }: { amount: number; count: number }) {
  return (
    <>
      <Money amount={amount} />
      <span className="text-13 whitespace-nowrap text-muted sm:block">
        {' '}
        {count === 1 ? '1 payment' : `${count.toLocaleString('en-US')} payments`}
      </span>
    </>
  );
}

/** What a table shows in an empty cell, if there is nothing to tell: a card then leaves the line out. */
function partsOf(sum: ShiftSum): ReactNode {
  const { byKind, byNetwork, reversed, refunded } = sum;
  const kinds = byKind
    .filter(({ kind }) => kind !== 'other')
    .map(({ kind, amount }) => `${shiftKindWords[kind]} ${formatUgx(amount)}`);
  // The networks are those of all that came in; the page of the shift has them then.
  const isOwnOnly = takingsOf(sum).other.count === 0;
  const networks = isOwnOnly
    ? byNetwork.map(({ network, amount }) => `${networkWord(network)} ${formatUgx(amount)}`)
    : [];
  if (kinds.length + networks.length + reversed.count + (refunded?.count ?? 0) === 0) return '-';
  return (
    <span className="text-13">
      {kinds.length > 0 ? <span className="block">{kinds.join(' · ')}</span> : null}
      {networks.length > 0 ? (
        <span className="block text-muted">{networks.join(' · ')}</span>
      ) : null}
      {reversed.count > 0 ? (
        <span className="block text-danger-text">
          Reversed, not in the sum: {formatUgx(reversed.amount)}
        </span>
      ) : null}
      {refunded && refunded.count > 0 ? (
        <span className="block text-danger-text">
          Refunded in part, not in the sum: {formatUgx(refunded.amount)}
        </span>
      ) : null}
    </span>
  );
}

/** Who worked when, and what the till took: before fees, with other payments into the account beside it. */
export function TillShifts({ tillId }: { tillId: string }) {
  const [page, setPage] = useState(1);
  return (
    <Card
      title="Shifts"
      description="Other payments are those into the same account that the till did not ask for: by QR code, payment link, Add Money or the company's systems"
      className="mt-4"
    >
      <PagedPanel
        query={useQuery(tillQueries.shifts(tillId, page))}
        failed={{ title: 'Failed to load shifts' }}
        noneYet={{
          icon: <Clock />,
          title: 'No shifts yet',
          hint: 'Pair a device, add a cashier, and open the first one with the PIN.',
        }}
        caption="Shifts of this till"
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.client.tillShift(tillId, id)}
        noun="shifts"
        pageSize={shiftsPageSize}
        page={page}
        onPage={setPage}
      />
    </Card>
  );
}
