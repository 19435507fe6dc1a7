import type { Till } from '@sente/contract/tills';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import type { Column } from '../../ui/table.tsx';

export function TillStateBadge({ till }: { till: Till }) {
  if (till.endedAt) return <Badge tone="neutral">Ended</Badge>;
  if (till.isLocked) return <Badge tone="danger">Device locked</Badge>;
  if (till.openShiftCount > 0) return <Badge tone="success">Shift open</Badge>;
  return <Badge tone="neutral">Closed</Badge>;
}

export const tillColumns: readonly Column<Till>[] = [
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
    key: 'products',
    header: 'Sells',
    phone: 'named',
    cell: ({ products }) =>
      products.length === 0 ? (
        <span className="text-muted">Nothing</span>
      ) : (
        products.map(({ productName }) => productName).join(', ')
      ),
  },
  {
    key: 'devices',
    header: 'Devices',
    align: 'right',
    phone: 'named',
    cell: ({ deviceCount }) => deviceCount,
  },
  {
    key: 'cashiers',
    header: 'Cashiers',
    align: 'right',
    phone: 'named',
    cell: ({ cashierCount }) => cashierCount,
  },
  {
    key: 'created',
    header: 'Created',
    spare: 1,
    phone: 'named',
    cell: ({ createdAt }) => <DateText value={createdAt} />,
  },
];
