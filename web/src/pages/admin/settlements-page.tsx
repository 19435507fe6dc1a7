import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Landmark, Layers } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import { RequestedTab } from '../../features/settlements/requested-tab.tsx';
import { allColumns, batchColumns } from '../../features/settlements/settlement-columns.tsx';
import {
  requestedPageSize,
  settlementQueries,
  settlementsPageSize,
} from '../../features/settlements/settlement-queries.ts';
import { paths } from '../../lib/paths.ts';
import { type SetPage, useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListExport } from '../../ui/list-export.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import { RefreshButton, useRefresh } from '../../ui/refresh-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const FloatDialog = lateWindow(() => import('../../features/settlements/float-dialog.tsx'));

const listState = { filters: { tab: ['requested', 'batches', 'all'] } } as const;

const tabsOf = (requested: number) =>
  [
    { id: 'requested', label: requested > 0 ? `Requested (${requested})` : 'Requested' },
    { id: 'batches', label: 'Batches' },
    { id: 'all', label: 'All Settlements' },
  ] as const;

/** What goes from the provider's bank to companies, and to the networks. */
export default function SettlementsPage() {
  const address = useUrlState(listState);
  const { tab } = address.filters;
  const paging = { page: address.page, onPage: address.setPage };
  const canMove = useCan('staffMoney');
  const [isMoving, setIsMoving] = useState(false);
  // The first page of the tab, which also says how many there are.
  const requested = useQuery(
    settlementQueries.list({ state: 'requested', page: 1, pageSize: requestedPageSize }),
  );
  return (
    <>
      <PageHeader
        title="Settlements"
        subtitle="Money of companies on its way to their banks, in batches that two people approve"
        actions={
          <>
            <RefreshButton query={useRefresh(keys.settlements)} />
            {canMove ? (
              <Button
                icon={<ArrowLeftRight />}
                aria-haspopup="dialog"
                onPointerEnter={FloatDialog.preload}
                onFocus={FloatDialog.preload}
                onClick={() => setIsMoving(true)}
              >
                Move Float
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        label="Settlements"
        tabs={tabsOf(requested.data?.totalCount ?? 0)}
        value={tab}
        onChange={(value) => address.setFilter('tab', value)}
      >
        {tab === 'requested' ? <RequestedTab {...paging} /> : null}
        {tab === 'batches' ? <BatchesTab {...paging} /> : null}
        {tab === 'all' ? <AllTab {...paging} /> : null}
      </Tabs>
      <FloatDialog open={isMoving} onClose={() => setIsMoving(false)} />
    </>
  );
}

interface TabProps {
  page: number;
  onPage: SetPage;
}

function BatchesTab({ page, onPage }: TabProps) {
  const query = useQuery(settlementQueries.batches(page));
  return (
    <>
      <NewRows noun="settlements" query={query} />
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load batches' }}
        noneYet={{
          icon: <Layers />,
          title: 'No batches yet.',
          hint: 'Select requested settlements and make a batch of them.',
        }}
        caption="Batches"
        columns={batchColumns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.settlementBatch(id)}
        noun="batches"
        pageSize={settlementsPageSize}
        page={page}
        onPage={onPage}
      />
    </>
  );
}

function AllTab({ page, onPage }: TabProps) {
  const query = useQuery(settlementQueries.list({ state: 'all', page }));
  return (
    <>
      <div className="mb-4 flex justify-end">
        <ListExport
          noun="settlements"
          wanted={{ list: 'settlements', filters: {} }}
          count={query.data?.totalCount}
          words={[]}
        />
      </div>
      <NewRows noun="settlements" query={query} />
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load settlements' }}
        noneYet={{ icon: <Landmark />, title: 'No settlements yet.' }}
        caption="Settlements"
        columns={allColumns}
        rowKey={({ id }) => id}
        noun="settlements"
        pageSize={settlementsPageSize}
        page={page}
        onPage={onPage}
      />
    </>
  );
}
