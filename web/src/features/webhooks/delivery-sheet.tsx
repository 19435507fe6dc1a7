import type { WebhookDelivery } from '@sente/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Send } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { ChangeButton } from '../../ui/change-button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { eventLabel } from '../../ui/delivery-state.tsx';
import { DeliveryDetails, type DeliveryPages } from './delivery-details.tsx';
import type { useSendAgain, webhookQueries } from './webhook-queries.ts';

export interface DeliverySource extends DeliveryPages {
  readonly one: (id: string) => ReturnType<typeof webhookQueries.delivery>;
  /** Null for people who may not send again. */
  readonly sendAgain: ReturnType<typeof useSendAgain> | null;
}

interface DeliverySheetProps {
  open: boolean;
  source: DeliverySource;
  deliveryId: string | null;
  /** The delivery from the list, if present. */
  listed: WebhookDelivery | undefined;
  isListLoading: boolean;
  onClose: () => void;
}

/** All attempts with their answers, and the payload. */
export default function DeliverySheet(props: DeliverySheetProps) {
  const { open, source, deliveryId, listed, isListLoading, onClose } = props;
  const { data, failure, isLoading } = queryState(
    useQuery({
      ...source.one(deliveryId ?? ''),
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
      footer={
        delivery && source.sendAgain ? (
          <ChangeButton
            change={source.sendAgain}
            input={delivery}
            done={() => 'The event is on its way again'}
            failed="Failed to send again"
            icon={<Send />}
            busyLabel="Sending..."
          >
            Send Again
          </ChangeButton>
        ) : undefined
      }
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
      {delivery ? <DeliveryDetails delivery={delivery} source={source} /> : null}
      {!delivery && (isListLoading || isLoading) ? (
        <SkeletonRows count={6} label="Loading webhook delivery" />
      ) : null}
    </Sheet>
  );
}
