import type { OwnWebhook } from '@sente/contract/own-webhooks';
import type { WebhookDelivery } from '@sente/contract/webhooks';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { lateWindow } from '../../ui/late.tsx';
import type { Column } from '../../ui/table.tsx';
import {
  attemptsColumn,
  DeliveryList,
  deliveryStateOptions,
  deliveryStates,
  isOfBulkPayout,
} from './delivery-list.tsx';
import type { DeliverySource } from './delivery-sheet.tsx';
import { webhookName } from './own-webhook-columns.tsx';
import { ownWebhookQueries, useSendOwnAgain } from './own-webhook-queries.ts';

const SendManyDialog = lateWindow(() => import('./send-many-dialog.tsx'));

const urlSpec = { filters: { state: deliveryStates, webhook: { fallback: 'all' } } } as const;

const pages: Pick<DeliverySource, 'recordPage' | 'eventPage'> = {
  recordPage: ({ type, recordId }) =>
    isOfBulkPayout(type) ? paths.client.bulkPayout(recordId) : paths.client.transaction(recordId),
  eventPage: ({ eventId }) => paths.client.events({ search: eventId, event: eventId }),
};

/** What became of events at the company's webhooks, and sending them again. */
export function OwnDeliveries({ webhooks }: { webhooks: readonly OwnWebhook[] }) {
  const address = useUrlState(urlSpec);
  const { search, filters, isFiltered, setFilter, clearFilters } = address;
  const sendAgain = useSendOwnAgain();
  const [isSending, setIsSending] = useState(false);
  const webhookOptions = [
    { value: 'all', label: 'Webhook: All' },
    ...webhooks.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) })),
  ];
  return (
    <>
      <DeliveryList
        query={ownWebhookQueries.deliveries({ ...filters, search })}
        source={{ one: ownWebhookQueries.delivery, sendAgain, ...pages }}
        search={{ value: search, onChange: address.setSearch }}
        tools={
          <>
            <FilterChoice
              label="Webhook"
              options={webhookOptions}
              value={filters.webhook}
              onChange={(value) => setFilter('webhook', value)}
            />
            <FilterChoice
              label="State"
              options={deliveryStateOptions}
              value={filters.state}
              onChange={(value) => setFilter('state', value)}
            />
            {webhooks.length > 0 ? (
              <Button icon={<RotateCw />} aria-haspopup="dialog" onClick={() => setIsSending(true)}>
                Send Many Again
              </Button>
            ) : null}
          </>
        }
        isFiltered={isFiltered}
        onClear={clearFilters}
        columns={[webhookColumn(webhooks), attemptsColumn]}
        className="mt-8"
      />
      <SendManyDialog
        open={isSending}
        webhooks={webhooks}
        chosen={filters.webhook}
        onClose={() => setIsSending(false)}
      />
    </>
  );
}

const webhookColumn = (webhooks: readonly OwnWebhook[]): Column<WebhookDelivery> => ({
  key: 'webhook',
  header: 'Webhook',
  spare: 2,
  phone: 'line',
  cell: ({ webhookId }) => {
    const found = webhooks.find(({ id }) => id === webhookId);
    return found ? webhookName(found) : 'Removed';
  },
});
