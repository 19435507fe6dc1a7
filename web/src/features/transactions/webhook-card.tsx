import type { ReactNode } from 'react';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DeliveryBadge, eventLabel } from '../../ui/delivery-state.tsx';
import { Link } from '../../ui/link.tsx';
import { placesOf } from './transaction-portal.tsx';
import { isUnderWay } from './transaction-queries.ts';
import type { SectionProps } from './transaction-sections.tsx';

/** What the company's webhooks were told, and what is kept for them. */
export function WebhookCard({ transaction, portal }: SectionProps) {
  const { deliveries, keptEvents } = transaction;
  return (
    <Card title="Webhook">
      {deliveries.length + keptEvents.length === 0 ? (
        <p className="text-muted">
          {isUnderWay(transaction)
            ? 'No event yet: one is sent when the payment ends.'
            : 'No event was sent: no webhook that was on asked for it.'}
        </p>
      ) : null}
      <ul className="divide-y empty:hidden">
        {deliveries.map((delivery) => (
          <li
            key={delivery.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0"
          >
            <span>
              {eventLabel(delivery.type)}{' '}
              <span className="text-13 text-muted">
                {attemptsText(delivery.attemptCount)}
                {delivery.nextAttemptAt ? (
                  <>
                    {', next at '}
                    <DateText value={delivery.nextAttemptAt} format="seconds" />
                  </>
                ) : null}
              </span>
            </span>
            <DeliveryBadge state={delivery.state} />
          </li>
        ))}
        {keptEvents.map((event) => (
          <li key={event.id} className="py-2 first:pt-0 last:pb-0">
            {eventLabel(event.type)}: kept,{' '}
            <WebhooksLink transaction={transaction} portal={portal}>
              {event.isOff ? 'the webhook is switched off' : 'the webhook was switched off'}
            </WebhooksLink>{' '}
            <span className="text-13 text-muted">
              <DateText value={event.createdAt} format="seconds" />
              {portal === 'client' ? '. Send Many Again sends it afterwards.' : null}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where it is switched on, for those who may open it. */
function WebhooksLink({ transaction, portal, children }: SectionProps & { children: ReactNode }) {
  const maySee = [useCan('canManageCompany'), useCan('staffRead')];
  if (!maySee.includes(true)) return children;
  return (
    <Link
      to={placesOf[portal].webhooks(transaction.companyId)}
      className="rounded-sm underline underline-offset-3"
    >
      {children}
    </Link>
  );
}

function attemptsText(count: number): string {
  return count === 1 ? '1 attempt' : `${count} attempts`;
}
