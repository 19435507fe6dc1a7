import type { OwnWebhook } from '@sente/contract/own-webhooks';
import { Badge } from '../../ui/badge.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { eventLabel } from '../../ui/delivery-state.tsx';
import { keptText } from '../../ui/switched-off.tsx';
import { answerText } from '../../ui/webhook-failure.tsx';
import type { Column } from '../../ui/table.tsx';

/** As people call it: what they wrote, or its host. */
export function webhookName({ description, url }: Pick<OwnWebhook, 'description' | 'url'>): string {
  return description ?? URL.parse(url)?.host ?? url;
}

export const ownWebhookColumns: readonly Column<OwnWebhook>[] = [
  {
    key: 'url',
    header: 'Webhook',
    isTwoLine: true,
    className: 'max-w-96',
    cell: (webhook) => (
      <>
        <span className="wrap-anywhere">{webhookName(webhook)}</span>
        <span className="block font-mono text-xs font-normal break-all text-muted">
          {webhook.url}
        </span>
      </>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    phone: 'named',
    cell: ({ eventTypes }) => (eventTypes ? eventTypes.map(eventLabel).join(', ') : 'All'),
  },
  {
    key: 'lastDelivered',
    header: 'Last delivered',
    spare: 1,
    phone: 'named',
    cell: ({ lastDeliveredAt, waiting, gaveUp }) => (
      <>
        {lastDeliveredAt ? <RelativeTime value={lastDeliveredAt} /> : 'Never'}
        {waiting + gaveUp > 0 ? (
          <span className="block text-13 text-muted">
            {waiting} waiting, {gaveUp} given up
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    phone: 'aside',
    className: 'max-w-60',
    cell: ({ isActive, failing, switchedOff, previousSecretEndsAt }) => (
      <>
        <StateBadge isActive={isActive} isFailing={Boolean(failing)} />
        {failing ? (
          <span className="block text-13 wrap-anywhere text-muted">
            <span className="sr-only">: </span>
            {answerText(failing)}
          </span>
        ) : null}
        {switchedOff ? (
          <span className="block text-13 text-muted">{keptText(switchedOff.keptCount)} kept</span>
        ) : null}
        {previousSecretEndsAt ? (
          <span className="block text-13 text-muted">
            Old secret until <DateText value={previousSecretEndsAt} format="shortTime" />
          </span>
        ) : null}
      </>
    ),
  },
];

function StateBadge({ isActive, isFailing }: { isActive: boolean; isFailing: boolean }) {
  if (!isActive) return <Badge tone="warning">Switched off</Badge>;
  return isFailing ? <Badge tone="danger">Failing</Badge> : <Badge tone="success">Active</Badge>;
}
