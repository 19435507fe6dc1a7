import type { WebhookDelivery } from '@sente/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Send } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { ChangeButton } from '../../ui/change-button.tsx';
import { eventLabel } from '../../ui/delivery-state.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { ownWebhookQueries, useSendOwnAgain } from './own-webhook-queries.ts';

interface OwnDeliverySheetProps {
  open: boolean;
  deliveryId: string | null;
  /** The delivery from the list, if present. */
  listed: WebhookDelivery | undefined;
  isListLoading: boolean;
  onClose: () => void;
}

export default function OwnDeliverySheet(props: OwnDeliverySheetProps) {
  const { open, deliveryId, listed, isListLoading, onClose } = props;
  const { data, failure } = queryState(
    useQuery({
      ...ownWebhookQueries.delivery(deliveryId ?? ''),
      enabled: deliveryId !== null && !listed && !isListLoading,
    }),
  );
  const sendAgain = useSendOwnAgain();
  const delivery = listed ?? data;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      size="lg"
      title={delivery ? eventLabel(delivery.type) : 'Delivery'}
      footer={
        delivery ? (
          <ChangeButton
            change={sendAgain}
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
      {delivery ? <DeliveryDetails delivery={delivery} /> : null}
      {!delivery && failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Delivery not found', hint: 'There is no delivery with this ID.' }}
          failedTitle="Failed to load the delivery"
        />
      ) : null}
      {!delivery && !failure ? <SkeletonRows count={6} label="Loading delivery" /> : null}
    </Sheet>
  );
}
