import type { OwnWebhook } from '@sente/contract/own-webhooks';
import type { WebhookDelivery } from '@sente/contract/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DeliveryBadge, eventLabel, stateLabels } from '../../ui/delivery-state.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { webhookName } from './own-webhook-columns.tsx';
import { ownWebhookQueries } from './own-webhook-queries.ts';

const OwnDeliverySheet = lateWindow(() => import('./own-delivery-sheet.tsx'));
const SendManyDialog = lateWindow(() => import('./send-many-dialog.tsx'));

const states = ['all', 'waiting', 'delivered', 'gave_up'] as const;
const urlSpec = { filters: { state: states, webhook: { fallback: 'all' } } } as const;
const stateOptions = states.map((value) => ({
  value,
  label: value === 'all' ? 'State: All' : stateLabels[value],
}));

/** What became of events at the company's webhooks, and sending them again. */
export function OwnDeliveries({ webhooks }: { webhooks: readonly OwnWebhook[] }) {
  const { filters, isFiltered, setFilter, clearFilters } = useUrlState(urlSpec);
  const pages = useInfiniteQuery(ownWebhookQueries.deliveries(filters));
  const { data, isLoading } = queryState(pages);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const opened = useOverlayParam('delivery');
  const [isSending, setIsSending] = useState(false);
  const webhookOptions = [
    { value: 'all', label: 'Webhook: All' },
    ...webhooks.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) })),
  ];
  return (
    <section aria-labelledby="own-deliveries" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="own-deliveries" className="text-base">
          Deliveries
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <FilterChoice
            label="Webhook"
            options={webhookOptions}
            value={filters.webhook}
            onChange={(value) => setFilter('webhook', value)}
          />
          <FilterChoice
            label="State"
            options={stateOptions}
            value={filters.state}
            onChange={(value) => setFilter('state', value)}
          />
          {webhooks.length > 0 ? (
            <Button icon={<RotateCw />} aria-haspopup="dialog" onClick={() => setIsSending(true)}>
              Send Many Again
            </Button>
          ) : null}
        </div>
      </div>
      <ListStates
        query={pages}
        isFiltered={isFiltered}
        onClear={clearFilters}
        failed={{ title: 'Failed to load deliveries', retryLabel: 'Try Again' }}
        noneMatch={{
          icon: <WebhookIcon />,
          title: 'No deliveries match these filters.',
          hint: null,
          clearLabel: 'Clear Filters',
        }}
        noneYet={{
          icon: <WebhookIcon />,
          title: 'No deliveries yet.',
          hint: 'They show here as soon as a payment succeeds or fails.',
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Deliveries"
            columns={columnsOf(opened.open, webhooks)}
            rows={rows}
            rowKey={({ id }) => id}
            onRowOpen={({ id }) => opened.open(id)}
            onRowIntent={OwnDeliverySheet.preload}
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
      <OwnDeliverySheet
        open={opened.value !== null}
        deliveryId={opened.value}
        listed={rows.find(({ id }) => id === opened.value)}
        isListLoading={isLoading}
        onClose={opened.close}
      />
      <SendManyDialog
        open={isSending}
        webhooks={webhooks}
        chosen={filters.webhook}
        onClose={() => setIsSending(false)}
      />
    </section>
  );
}

function columnsOf(
  open: (id: string) => void,
  webhooks: readonly OwnWebhook[],
): readonly Column<WebhookDelivery>[] {
  const nameOf = (id: string): string => {
    const found = webhooks.find((webhook) => webhook.id === id);
    return found ? webhookName(found) : 'Removed';
  };
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
    { key: 'state', header: 'State', cell: ({ state }) => <DeliveryBadge state={state} /> },
    { key: 'webhook', header: 'Webhook', spare: 1, cell: (row) => nameOf(row.webhookId) },
    {
      key: 'attempts',
      header: 'Attempts',
      spare: 2,
      align: 'right',
      cell: ({ attempts }) => attempts.length,
    },
    {
      key: 'createdAt',
      header: 'Created',
      cell: ({ createdAt }) => <DateText value={createdAt} format="shortTime" />,
    },
  ];
}
