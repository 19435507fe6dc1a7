import type { ListedTill, Till } from '@sente/contract/tills';
import { Badge } from '../../ui/badge.tsx';
import { NoValue } from '../../ui/no-value.tsx';
import { formatSeconds, formatShortTime } from '../../lib/dates.ts';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';

export function TillStateBadge({ till }: { till: Till }) {
  if (till.endedAt) return <Badge tone="neutral">Ended</Badge>;
  if (till.isLocked) return <Badge tone="danger">Device locked</Badge>;
  if (till.openShiftCount > 0) return <Badge tone="success">Shift open</Badge>;
  return <Badge tone="neutral">Closed</Badge>;
}

export const onShiftColumn: Column<ListedTill> = {
  key: 'shift',
  header: 'On Shift',
  phone: 'named',
  isTwoLine: true,
  className: 'max-w-60',
  cell: ({ onShift }) =>
    onShift.length === 0 ? (
      <NoValue>Nobody</NoValue>
    ) : (
      onShift.map(({ cashierName, openedAt }) => (
        <span key={openedAt} className="block max-sm:inline">
          {cashierName}
          <span className="text-13 text-muted"> since {formatShortTime(openedAt)}</span>
        </span>
      ))
    ),
};

export const tillColumns: readonly Column<ListedTill>[] = [
  {
    key: 'name',
    header: 'Till',
    isTwoLine: true,
    cell: ({ name, accountName }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <span className="block text-13 font-normal text-muted">into {accountName}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    phone: 'aside',
    cell: (till) => <TillStateBadge till={till} />,
  },
  {
    key: 'today',
    header: 'Taken Today',
    align: 'right',
    phone: 'aside',
    isTwoLine: true,
    cell: ({ today }) => <TakenToday today={today} />,
  },
  onShiftColumn,
  {
    key: 'products',
    header: 'Sells',
    spare: 2,
    phone: 'named',
    className: 'max-w-80',
    cell: ({ products }) =>
      products.length === 0 ? (
        <NoValue>Nothing</NoValue>
      ) : (
        // A name may have commas.
        products.map(({ productName }) => productName).join(' · ')
      ),
  },
  {
    key: 'devices',
    header: 'Devices and Cashiers',
    spare: 1,
    hideOnPhone: true,
    cell: ({ deviceCount, cashierCount }) => (
      <span className="text-muted">
        {deviceCount === 1 ? '1 device' : `${deviceCount} devices`},{' '}
        {cashierCount === 1 ? '1 cashier' : `${cashierCount} cashiers`}
      </span>
    ),
  },
];

function TakenToday({ today }: Pick<ListedTill, 'today'>) {
  if (!today) return <NoValue />;
  if (today.count === 0) return <span className="text-muted">Nothing today</span>;
  return (
    <>
      <Money amount={today.amount} className="font-medium" />
      <span className="block text-xs text-muted">
        {today.count === 1 ? '1 payment' : `${today.count} payments`}
        {today.lastAt ? `, last ${formatSeconds(today.lastAt)}` : null}
      </span>
    </>
  );
}
