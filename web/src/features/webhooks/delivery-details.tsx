import type { WebhookDelivery } from '@sente/contract/webhooks';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DeliveryBadge } from '../../ui/delivery-state.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { AttemptDetails, AttemptSummary } from './attempt.tsx';

/** The payload, and all attempts with their answers. */
export function DeliveryDetails({ delivery }: { delivery: WebhookDelivery }) {
  const { attempts, payload, state, nextAttemptAt, deliveredAt } = delivery;
  return (
    <div className="flex flex-col gap-6">
      <DetailList
        items={[
          { label: 'State', value: <DeliveryBadge state={state} /> },
          state === 'delivered'
            ? { label: 'Delivered', value: <DateText value={deliveredAt} format="dateTime" /> }
            : {
                label: 'Next attempt',
                value: <DateText value={nextAttemptAt} format="dateTime" empty="None" />,
              },
          {
            label: 'Transaction ID',
            value: <Copyable value={delivery.transactionId} label="Transaction ID" />,
          },
          { label: 'Event ID', value: <Copyable value={delivery.eventId} label="Event ID" /> },
        ]}
      />
      <CodeBlock label="Payload" text={JSON.stringify(payload, null, 2)} canCopy />
      <section aria-labelledby="delivery-attempts">
        <h3 id="delivery-attempts" className="mb-3 text-13 font-medium text-muted">
          Attempts
        </h3>
        {attempts.length === 0 ? <p>Nothing was sent yet.</p> : null}
        <ol className="flex flex-col gap-3 empty:hidden">
          {attempts.toReversed().map((attempt) => (
            <li key={attempt.number} className="rounded-lg border p-4">
              <AttemptSummary title={`Attempt ${attempt.number}`} attempt={attempt} />
              <AttemptDetails attempt={attempt} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
