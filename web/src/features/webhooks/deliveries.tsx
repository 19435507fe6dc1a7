import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { errorSentences } from '../../api/error-text.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { stateWords } from './delivery-words.tsx';
import { webhookQueries, type DeliveryFilter } from './webhook-queries.ts';

const DeliverySheet = lazyDialog(() => import('./delivery-sheet.tsx'));

const filterValues = ['all', 'waiting', 'delivered', 'gave_up'] as const;
const urlSpec = { filters: { deliveries: filterValues } } as const;

interface DeliveriesProps {
  companyId: string;
  /** Whether there is a webhook now; what was sent before stays in the list. */
  isSet: boolean;
}

export function Deliveries({ companyId, isSet }: DeliveriesProps) {
  const { filters, isFiltered, setFilter, clearFilters } = useUrlState(urlSpec);
  const pages = useInfiniteQuery(webhookQueries.deliveries(companyId, filters.deliveries));
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const opened = useOverlayParam('delivery');
  // Where no webhook is and none was, a second empty list says nothing.
  if (!isSet && !isFiltered && rows.length === 0 && !pages.isError) return null;

  return (
    <section aria-labelledby="webhook-deliveries" className="mt-2">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhook-deliveries" className="text-base">
          Deliveries
        </h2>
        <StateFilter
          value={filters.deliveries}
          onChange={(value) => setFilter('deliveries', value)}
        />
      </div>
      <NotLoaded pages={pages} />
      {pages.data || pages.isPending ? (
        <DeliveriesTable
          rows={rows}
          loading={pages.isPending}
          onOpen={({ id }) => opened.open(id)}
          onRowIntent={DeliverySheet.preload}
          empty={<Nothing isFiltered={isFiltered} onClear={clearFilters} />}
          footer={
            pages.hasNextPage ? (
              <div className="flex justify-center">
                <Button busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
                  Load more
                </Button>
              </div>
            ) : undefined
          }
        />
      ) : null}
      <DeliverySheet
        open={opened.value !== null}
        companyId={companyId}
        deliveryId={opened.value}
        listed={rows.find(({ id }) => id === opened.value)}
        isListLoading={pages.isPending}
        onClose={opened.close}
      />
    </section>
  );
}

interface StateFilterProps {
  value: DeliveryFilter;
  onChange: (value: DeliveryFilter) => void;
}

function StateFilter({ value, onChange }: StateFilterProps) {
  return (
    <Select
      aria-label="State"
      value={value}
      onChange={(event) => {
        const chosen = filterValues.find((each) => each === event.target.value);
        if (chosen) onChange(chosen);
      }}
      options={filterValues.map((each) => ({
        value: each,
        label: each === 'all' ? 'State: All' : stateWords[each],
      }))}
    />
  );
}

function NotLoaded({ pages }: { pages: UseInfiniteQueryResult<unknown> }) {
  if (!pages.isError) return null;
  return (
    <ErrorPanel
      className="mb-4"
      title="Failed to load webhook deliveries"
      message={errorSentences(pages.error, '')}
      retryLabel="Try Again"
      busy={pages.isFetching}
      onRetry={() => (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
    />
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon={<WebhookIcon />}
      title="No deliveries match this filter."
      action={<Button onClick={onClear}>Clear Filter</Button>}
    />
  ) : (
    <EmptyState
      icon={<WebhookIcon />}
      title="No deliveries yet."
      hint="They show here as soon as a payment of the company succeeds or fails."
    />
  );
}
