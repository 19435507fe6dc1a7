import type { WebhookDelivery } from '@sente/contract/webhooks';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Copyable, CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DeliveryBadge } from '../../ui/delivery-state.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { AttemptDetails, AttemptSummary } from './attempt.tsx';

/** Where the ids of a delivery lead; null without such a page. */
export interface DeliveryPages {
  readonly recordPage: (delivery: WebhookDelivery) => string | null;
  readonly eventPage: (delivery: WebhookDelivery) => string | null;
}

interface DeliveryDetailsProps {
  delivery: WebhookDelivery;
  source: DeliveryPages;
}

/** All attempts with their answers, and below them the payload, which is long. */
export function DeliveryDetails({ delivery, source }: DeliveryDetailsProps) {
  const { attempts, payload, state, nextAttemptAt, deliveredAt } = delivery;
  return (
    <div className="flex flex-col gap-6">
      <DetailList
        items={[
          { label: 'State', value: <DeliveryBadge state={state} /> },
          state === 'delivered'
            ? { label: 'Delivered', value: <DateText value={deliveredAt} format="exactTime" /> }
            : {
                label: 'Next attempt',
                value: <DateText value={nextAttemptAt} format="exactTime" empty="None" />,
              },
          {
            label: 'Transaction ID',
            value: (
              <Id
                value={delivery.transactionId}
                label="Transaction ID"
                to={source.recordPage(delivery)}
              />
            ),
          },
          {
            label: 'Event ID',
            value: <Id value={delivery.eventId} label="Event ID" to={source.eventPage(delivery)} />,
          },
        ]}
      />
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
      <CodeBlock label="Payload" text={JSON.stringify(payload, null, 2)} canCopy />
    </div>
  );
}

interface IdProps {
  value: string;
  label: string;
  /** Its page, if there is one. */
  to: string | null;
}

function Id({ value, label, to }: IdProps) {
  if (to === null) return <Copyable value={value} label={label} />;
  return (
    <span className="-my-0.5 inline-flex max-w-full items-center gap-1 align-top">
      <Link to={to} className="tabular link min-w-0 text-xs break-all">
        {value}
      </Link>
      <CopyButton value={value} label={label} />
    </span>
  );
}
