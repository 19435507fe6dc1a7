import { movementState, statusWord, type MovementState } from '@sente/contract/movement-words';
import { checkWord, type PaymentCheck } from '@sente/contract/payment-check';
import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  CircleX,
  Clock,
  LoaderCircle,
  SearchAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Badge, type Tone } from './badge.tsx';

const ends = {
  Success: { tone: 'success', icon: <CircleCheck /> },
  Failed: { tone: 'danger', icon: <CircleX /> },
} as const;

type Check = PaymentCheck | null | undefined;

/** Amber, whatever the state: the network says something else, and the provider finds out. */
function CheckedBadge({ word }: { word: string }) {
  return (
    <Badge tone="warning" icon={<SearchAlert />}>
      {word}
    </Badge>
  );
}

/** Anything that is neither a success nor a failure is pending. */
export function StatusBadge({ status, check }: { status: string; check?: Check }) {
  const checked = checkWord({ status, network: null, check });
  if (checked !== null && check?.state === 'open') return <CheckedBadge word={checked} />;
  const end = status === 'Success' || status === 'Failed' ? ends[status] : undefined;
  return (
    <Badge tone={end?.tone ?? 'warning'} icon={end?.icon ?? <Clock />}>
      {checked ?? (end ? status : 'Pending')}
    </Badge>
  );
}

const directions = {
  credit: { Icon: ArrowDownLeft, className: 'text-success-text' },
  debit: { Icon: ArrowUpRight, className: 'text-danger-text' },
} as const;

export function TypeText({ type }: { type: 'Credit' | 'Debit' }) {
  const { Icon, className } = directions[type === 'Credit' ? 'credit' : 'debit'];
  return (
    <span
      className={cn('inline-flex items-center gap-1 align-middle whitespace-nowrap', className)}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {type}
    </span>
  );
}

const looks: Readonly<Record<MovementState, { tone: Tone; icon: ReactNode }>> = {
  completed: { tone: 'success', icon: <CircleCheck /> },
  pending: { tone: 'warning', icon: <Clock /> },
  processing: { tone: 'info', icon: <LoaderCircle /> },
  failed: { tone: 'danger', icon: <CircleX /> },
};

interface MovementBadgeProps {
  /** Of a transaction or of a payment. An unknown status is shown as it is. */
  status: string;
  /** Instead of the word of the state. */
  word?: string;
  /** The network said something else, now or before. */
  check?: Check;
}

/** The state of a transaction or payment, with the one word that it has everywhere. */
export function MovementBadge({ status, word = statusWord(status), check }: MovementBadgeProps) {
  const checked = checkWord({ status, network: null, check }, word);
  const state = movementState(status);
  // Nobody takes what was paid for what was asked.
  const isOtherAmount = check?.amounts !== undefined && state === 'completed';
  if (checked !== null && (check?.state === 'open' || isOtherAmount)) {
    return <CheckedBadge word={checked} />;
  }
  const look = state === null ? undefined : looks[state];
  return (
    <Badge tone={look?.tone} icon={look?.icon}>
      {(checked ?? word) || '-'}
    </Badge>
  );
}

/** In the list of API transactions, whose statuses are those of the payments API. */
export function ApiStatusBadge({ status, check }: { status: string; check?: Check }) {
  return <MovementBadge status={status} word={status} check={check} />;
}
