import type { BankAccountState } from '@sente/contract/bank-accounts';
import type { SettlementBatch } from '@sente/contract/settlement-batches';
import { formatUgx } from '@sente/contract/money';
import type { SettlementTerms } from '@sente/contract/settlements';
import { Badge, type Tone } from '../../ui/badge.tsx';

interface Words {
  readonly label: string;
  readonly tone: Tone;
}

const bankAccountWords: Readonly<Record<BankAccountState, Words>> = {
  waiting: { label: 'Waits for the provider', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  refused: { label: 'Refused', tone: 'danger' },
  retired: { label: 'Retired', tone: 'neutral' },
};

export function BankAccountBadge({ state }: { state: BankAccountState }) {
  return <Badge tone={bankAccountWords[state].tone}>{bankAccountWords[state].label}</Badge>;
}

type Shown = Pick<SettlementBatch, 'state' | 'openCount' | 'fetchedAt' | 'heldUpBy'>;

/** What is at the bank is not held up: only its file cannot be fetched again. */
export function isHeldUp({ state, fetchedAt, heldUpBy }: Shown): boolean {
  return heldUpBy !== null && (state === 'waiting' || fetchedAt === null);
}

/** A batch is done when nothing of it is open. */
export function BatchBadge(batch: Shown) {
  const { state, openCount, fetchedAt } = batch;
  if (isHeldUp(batch)) return <Badge tone="danger">Held up</Badge>;
  if (state === 'waiting') return <Badge tone="warning">Waits for a second person</Badge>;
  if (state === 'refused') return <Badge tone="danger">Refused</Badge>;
  if (openCount > 0 && fetchedAt === null) return <Badge tone="warning">File not fetched</Badge>;
  return openCount === 0 ? (
    <Badge tone="success">Done</Badge>
  ) : (
    <Badge tone="info">At the bank</Badge>
  );
}

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** When settlements are made, in one sentence. */
export function scheduleText(schedule: SettlementTerms['schedule']): string {
  if (!schedule) return 'On request only.';
  const { every, weekday, keep, minimum } = schedule;
  const when = every === 'day' ? 'Every day' : `Every ${weekdays[(weekday ?? 1) - 1]}`;
  const rest = keep > 0 ? `all but ${formatUgx(keep)}` : 'all that is available';
  const least = minimum > 0 ? `, if it is at least ${formatUgx(minimum)}` : '';
  return `${when} from 06:00: ${rest}${least}.`;
}

export function countText(count: number): string {
  return count === 1 ? '1 settlement' : `${count.toLocaleString('en-US')} settlements`;
}
