import type { WebhookDelivery } from '@sente/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Send } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useCan } from '../../session/permissions.ts';
import { ChangeButton } from '../../ui/change-button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AttemptDetails, AttemptSummary } from './attempt.tsx';
import { DeliveryBadge, eventLabel } from '../../ui/delivery-state.tsx';
import { useSendAgain, webhookQueries } from './webhook-queries.ts';

interface DeliverySheetProps {
  open: boolean;
  companyId: string;
  deliveryId: string | null;
  /** The delivery from the list, if present. */
  listed: WebhookDelivery | undefined;
  isListLoading: boolean;
  onClose: () => void;
}

/** The payload, and all attempts with their answers. */
export default function DeliverySheet(props: DeliverySheetProps) {
  const { open, companyId, deliveryId, listed, isListLoading, onClose } = props;
  const { data, failure, isLoading } = queryState(
    useQuery({
      ...webhookQueries.delivery(companyId, deliveryId ?? ''),
      enabled: deliveryId !== null && !listed && !isListLoading,
    }),
  );
  const current = deliveryId === null ? undefined : (listed ?? data);
  const [shown, setShown] = useState(current);
  // The content stays while the panel slides away.
  if (deliveryId !== null && current !== shown) setShown(current);
  const delivery = deliveryId === null ? shown : current;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      size="lg"
      title={delivery ? eventLabel(delivery.type) : 'Webhook delivery'}
      footer={delivery ? <SendAgain companyId={companyId} delivery={delivery} /> : undefined}
    >
      {failure && !listed ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{
            title: 'Webhook delivery not found',
            hint: 'There is no webhook delivery with this ID.',
          }}
          failedTitle="Failed to load the webhook delivery"
          className="mb-4"
        />
      ) : null}
      {delivery ? <Details delivery={delivery} /> : null}
      {!delivery && (isListLoading || isLoading) ? (
        <SkeletonRows count={6} label="Loading webhook delivery" />
      ) : null}
    </Sheet>
  );
}

function SendAgain({ companyId, delivery }: { companyId: string; delivery: WebhookDelivery }) {
  const change = useSendAgain(companyId);
  if (!useCan('staffWebhooks')) return null;
  return (
    <ChangeButton
      change={change}
      input={delivery}
      done={() => 'The event is on its way again'}
      failed="Failed to send again"
      icon={<Send />}
      busyLabel="Sending..."
    >
      Send Again
    </ChangeButton>
  );
}

function Details({ delivery }: { delivery: WebhookDelivery }) {
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
          { label: 'Event ID', value: <Copyable value={delivery.id} label="Event ID" /> },
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
