import type { ListedTill } from '@sente/contract/tills';
import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { pageOf } from '../../api/query-options.ts';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { NoValue } from '../../ui/no-value.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { ListPager } from '../../ui/pager.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { onShiftColumn, TillStateBadge } from './till-columns.tsx';
import { loadFailure, tillQueries, tillsPageSize } from './till-queries.ts';

const columns: readonly Column<ListedTill>[] = [
  {
    key: 'name',
    header: 'Till',
    primary: true,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    key: 'account',
    header: 'Account',
    phone: 'line',
    isTwoLine: true,
    cell: ({ companyId, accountId, accountName, accountNumber }) => (
      <>
        <Link to={paths.companyAccount(companyId, accountId)} className="link rounded-sm">
          {accountName}
        </Link>
        <span className="tabular block text-13 text-muted">{accountNumber}</span>
      </>
    ),
  },
  { key: 'state', header: 'State', phone: 'aside', cell: (till) => <TillStateBadge till={till} /> },
  { key: 'paired', header: 'Paired', phone: 'named', cell: (till) => <Paired till={till} /> },
  onShiftColumn,
  {
    key: 'seen',
    header: 'Last Seen',
    phone: 'named',
    cell: ({ seenAt }) => (seenAt ? <RelativeTime value={seenAt} /> : <NoValue>Never</NoValue>),
  },
];

/** Where the cashiers of a company take money, on its page in the back-office; only the company changes them. */
export default function CompanyTills({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(tillQueries.list(companyId));
  const { data } = queryState(query);
  const list = data ? pageOf(data, page, tillsPageSize) : undefined;
  return (
    <Card
      title="Tills"
      description="Shared phones and tablets at which its cashiers take payments; the company makes and changes them"
    >
      <ListStates
        query={query}
        isFiltered={false}
        onClear={() => {}}
        failed={{ title: loadFailure }}
        noneMatch={{ title: '' }}
        noneYet={{
          icon: <Store />,
          title: 'No tills yet.',
          hint: 'The company makes one under Tills in its portal and pairs a phone or tablet with it. It is listed here then, with its account, its devices and who is on shift.',
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Tills"
            columns={columns}
            rows={list?.rows ?? []}
            rowKey={({ id }) => id}
            footer={
              list ? (
                <ListPager noun="tills" pageSize={tillsPageSize} onPage={setPage} list={list} />
              ) : null
            }
          />
        )}
      </ListStates>
    </Card>
  );
}

function Paired({ till: { deviceCount } }: { till: ListedTill }) {
  if (deviceCount === 0) return <Badge tone="warning">No device</Badge>;
  return deviceCount === 1 ? '1 device' : `${deviceCount} devices`;
}
