import {
  isOtherName,
  type BulkLine,
  type BulkLineState,
  type BulkPayout,
  type BulkState,
} from '@sente/contract/bulk-payouts';
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

const held: Words = { label: 'Held', tone: 'warning' };

/** A finished one with failures says so, and one of which nothing is sent while payouts are stopped. */
export function BulkBadge({
  bulk,
}: {
  bulk: Pick<BulkPayout, 'state' | 'failedCount'> & Partial<Pick<BulkPayout, 'isBraked'>>;
}) {
  const { label, tone } = bulk.isBraked && bulk.state === 'running' ? held : stateWords[bulk.state];
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

/** One that is paid as it is although something is odd about it is not simply ready. */
function wordsOf({ state, warnings }: BulkLine, isBraked: boolean): Words {
  if (isBraked && state === 'pending') return held;
  if (state !== 'ok' || warnings.length === 0) return lineWords[state];
  return { label: warnings.some(isOtherName) ? 'Check name' : 'To look at', tone: 'warning' };
}

export function LineBadge({ line, isBraked }: { line: BulkLine; isBraked: boolean }) {
  const { label, tone } = wordsOf(line, isBraked);
  return <Badge tone={tone}>{label}</Badge>;
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
