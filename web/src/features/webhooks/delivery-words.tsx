import type { WebhookDelivery } from '@sente/contract/webhooks';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

const events: Readonly<Record<string, string>> = {
  'payment.succeeded': 'Payment succeeded',
  'payment.failed': 'Payment failed',
  'payment.reversed': 'Payment taken back',
};

/** A version that came later may send more. */
export function eventWords(type: string): string {
  return Object.hasOwn(events, type) ? (events[type] ?? type) : type;
}

const states = {
  waiting: { tone: 'warning', icon: <Clock />, word: 'Waiting' },
  delivered: { tone: 'success', icon: <CircleCheck />, word: 'Delivered' },
  gave_up: { tone: 'danger', icon: <CircleX />, word: 'Gave up' },
} as const;

export const stateWords = {
  waiting: states.waiting.word,
  delivered: states.delivered.word,
  gave_up: states.gave_up.word,
};

export function DeliveryBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const { tone, icon, word } = states[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
