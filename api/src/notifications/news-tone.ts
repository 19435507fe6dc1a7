import type { NotificationKindName } from '@sente/contract/notification-kinds';
import type { Notification } from '@sente/contract/notifications';
import { isDecided } from './checked-words.ts';
import type { NewsData } from './notify.ts';

type Tone = Notification['tone'];

const whileOn =
  (tone: Tone) =>
  ({ isOn = true }: NewsData): Tone =>
    isOn ? tone : 'plain';

/** Kinds that are always plain are left out. */
const tones: Partial<Record<NotificationKindName, (data: NewsData) => Tone>> = {
  'payout-failed': () => 'failure',
  'bulk-payout-finished': ({ outcome, failed }) =>
    outcome === 'refused' || outcome === 'cancelled' || Number(failed) > 0 ? 'failure' : 'plain',
  'settlement-ended': ({ outcome }) => (outcome === 'paid' ? 'plain' : 'failure'),
  'ledger-failed': whileOn('failure'),
  'payment-checked': (data) => (isDecided(data) ? 'plain' : 'warning'),
  'payment-review': () => 'warning',
  'payouts-stopped': whileOn('warning'),
  'low-stock': () => 'warning',
  'webhook-failing': whileOn('warning'),
  'network-trouble': whileOn('warning'),
  'float-unexplained': whileOn('warning'),
  'watcher-trouble': whileOn('warning'),
  'mail-trouble': whileOn('warning'),
};

/** The end of a trouble is plain news. */
export function toneOf({ kind, data }: { kind: NotificationKindName; data: NewsData }): Tone {
  return tones[kind]?.(data) ?? 'plain';
}
