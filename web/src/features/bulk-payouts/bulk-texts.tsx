import type { BulkLineState, BulkPayout, BulkState } from '@sente/contract/bulk-payouts';
import { Badge, type Tone } from '../../ui/badge.tsx';

interface Words {
  readonly label: string;
  readonly tone: Tone;
}

export const stateWords: Readonly<Record<BulkState, Words>> = {
  checking: { label: 'Being checked', tone: 'info' },
  draft: { label: 'Draft', tone: 'neutral' },
  waiting: { label: 'Waits for approval', tone: 'warning' },
  running: { label: 'Being paid', tone: 'info' },
  finished: { label: 'Finished', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'danger' },
};

/** A finished one with failures says so. */
export function BulkBadge({ bulk }: { bulk: Pick<BulkPayout, 'state' | 'failedCount'> }) {
  const { label, tone } = stateWords[bulk.state];
  return bulk.state === 'finished' && bulk.failedCount > 0 ? (
    <Badge tone="warning">Finished, {countText(bulk.failedCount)} failed</Badge>
  ) : (
    <Badge tone={tone}>{label}</Badge>
  );
}

const lineWords: Readonly<Record<BulkLineState, Words>> = {
  unchecked: { label: 'Not checked yet', tone: 'neutral' },
  ok: { label: 'Ready', tone: 'success' },
  faulty: { label: 'Fault', tone: 'danger' },
  'left-out': { label: 'Left out', tone: 'neutral' },
  pending: { label: 'Under way', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

export function LineBadge({ state }: { state: BulkLineState }) {
  return <Badge tone={lineWords[state].tone}>{lineWords[state].label}</Badge>;
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

export function linesText(count: number): string {
  return count === 1 ? '1 line' : `${countText(count)} lines`;
}

/** Whose approval the whole needs. */
export function needsText({ needs }: Pick<BulkPayout, 'needs'>): string {
  switch (needs) {
    case 'none':
      return 'Nobody has to approve it.';
    case 'colleague':
      return 'One colleague approves all lines together.';
    case 'provider':
      return 'The provider approves all lines together.';
    case 'colleague_and_provider':
      return 'A colleague and the provider approve all lines together.';
  }
}
