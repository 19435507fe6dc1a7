import type { WebhookDelivery } from '@sente/contract/webhooks';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge } from './badge.tsx';

const events: Readonly<Record<string, string>> = {
  'payment.succeeded': 'Payment succeeded',
  'payment.failed': 'Payment failed',
  'payment.reversed': 'Payment taken back',
  'bulk_payout.finished': 'Bulk payout finished',
  'bulk_payout.unpaid': 'Bulk payout not paid',
  'settlement.paid': 'Settlement paid',
  'settlement.returned': 'Settlement returned',
};

/** A later version of the server may send other events. */
export function eventLabel(type: string): string {
  return Object.hasOwn(events, type) ? (events[type] ?? type) : type;
}

const states = {
  waiting: { tone: 'warning', icon: <Clock />, label: 'Waiting' },
  delivered: { tone: 'success', icon: <CircleCheck />, label: 'Delivered' },
  gave_up: { tone: 'danger', icon: <CircleX />, label: 'Gave up' },
} as const;

export const stateLabels = {
  waiting: states.waiting.label,
  delivered: states.delivered.label,
  gave_up: states.gave_up.label,
};

export function DeliveryBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const { tone, icon, label } = states[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
