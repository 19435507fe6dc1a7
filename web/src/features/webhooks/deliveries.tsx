import type { WebhookDelivery } from '@sente/contract/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { Select } from '../../ui/select.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { DeliveryBadge, eventLabel, stateLabels } from '../../ui/delivery-state.tsx';
import { type DeliveryFilter, webhookQueries } from './webhook-queries.ts';

const DeliverySheet = lateWindow(() => import('./delivery-sheet.tsx'));

const filterValues = ['all', 'waiting', 'delivered', 'gave_up'] as const;
const urlSpec = { filters: { deliveries: filterValues } } as const;

interface DeliveriesProps {
  companyId: string;
  /** Whether there is a webhook now; earlier deliveries stay in the list. */
  isSet: boolean;
}

export function Deliveries({ companyId, isSet }: DeliveriesProps) {
  const { filters, isFiltered, setFilter, clearFilters } = useUrlState(urlSpec);
  const pages = useInfiniteQuery(webhookQueries.deliveries(companyId, filters.deliveries));
  const { data, failure, isLoading } = queryState(pages);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const opened = useOverlayParam('delivery');
  // Without a webhook, now or before, an empty list adds nothing.
  if (!isSet && !isFiltered && rows.length === 0 && !failure) return null;

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
      <ListStates
        query={pages}
        isFiltered={isFiltered}
        onClear={clearFilters}
        failed={{ title: 'Failed to load webhook deliveries', retryLabel: 'Try Again' }}
        noneMatch={{
          icon: <WebhookIcon />,
          title: 'No deliveries match this filter.',
          hint: null,
          clearLabel: 'Clear Filter',
        }}
        noneYet={{
          icon: <WebhookIcon />,
          title: 'No deliveries yet.',
          hint: 'They show here as soon as a payment of the company succeeds or fails.',
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Webhook deliveries"
            columns={columnsOf(opened.open)}
            rows={rows}
            rowKey={({ id }) => id}
            onRowOpen={({ id }) => opened.open(id)}
            onRowIntent={DeliverySheet.preload}
            footer={
              pages.hasNextPage ? (
                <div className="flex justify-center">
                  <LoadMore query={pages} />
                </div>
              ) : undefined
            }
          />
        )}
      </ListStates>
      <DeliverySheet
        open={opened.value !== null}
        companyId={companyId}
        deliveryId={opened.value}
        listed={rows.find(({ id }) => id === opened.value)}
        isListLoading={isLoading}
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
        label: each === 'all' ? 'State: All' : stateLabels[each],
      }))}
    />
  );
}

function columnsOf(open: (id: string) => void): readonly Column<WebhookDelivery>[] {
  return [
    {
      key: 'type',
      header: 'Event',
      cell: (row) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => open(row.id)}
          className="-mx-1 rounded-md px-1 text-left font-medium hover:underline hover:underline-offset-3"
        >
          {eventLabel(row.type)} <span className="sr-only">of {row.transactionId}</span>
        </button>
      ),
    },
    { key: 'state', header: 'State', cell: (row) => <DeliveryBadge state={row.state} /> },
    {
      key: 'transactionId',
      header: 'Transaction ID',
      spare: 3,
      cell: ({ transactionId }) => (
        <span className="inline-flex items-center gap-1 align-middle">
          <span className="tabular text-13 wrap-anywhere">{transactionId}</span>
          <CopyButton value={transactionId} label="Transaction ID" />
        </span>
      ),
    },
    {
      key: 'attempts',
      header: 'Attempts',
      spare: 2,
      align: 'right',
      cell: ({ attempts }) => attempts.length,
    },
    {
      key: 'nextAttemptAt',
      header: 'Next attempt',
      spare: 1,
      cell: ({ nextAttemptAt }) => (
        <DateText value={nextAttemptAt} format="shortTime" empty="None" />
      ),
    },
    {
      key: 'createdAt',
      header: 'Created',
      cell: ({ createdAt }) => <DateText value={createdAt} format="shortTime" />,
    },
  ];
}
