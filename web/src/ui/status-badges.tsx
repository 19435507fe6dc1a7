import type { Transaction } from '@sente/contract/transactions';
import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  CircleX,
  Clock,
  LoaderCircle,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from './badge.tsx';

const ends = {
  Success: { tone: 'success', icon: <CircleCheck /> },
  Failed: { tone: 'danger', icon: <CircleX /> },
} as const;

/** Anything that is neither a success nor a failure is pending. */
export function StatusBadge({ status }: { status: string }) {
  const end = status === 'Success' || status === 'Failed' ? ends[status] : undefined;
  return (
    <Badge tone={end?.tone ?? 'warning'} icon={end?.icon ?? <Clock />}>
      {end ? status : 'Pending'}
    </Badge>
  );
}

export function TypeText({ type }: { type: 'Credit' | 'Debit' }) {
  return type === 'Credit' ? (
    <span className="inline-flex items-center gap-1 align-middle whitespace-nowrap text-success-text">
      <ArrowDownLeft aria-hidden="true" className="size-3.5" />
      Credit
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 align-middle whitespace-nowrap text-danger-text">
      <ArrowUpRight aria-hidden="true" className="size-3.5" />
      {type}
    </span>
  );
}

const chips: Record<Transaction['status'], { word: string; tone: Tone; icon: ReactNode }> = {
  completed: { word: 'Completed', tone: 'success', icon: <CircleCheck /> },
  pending: { word: 'Pending', tone: 'warning', icon: <Clock /> },
  failed: { word: 'Failed', tone: 'danger', icon: <CircleX /> },
};

export function statusWord(status: Transaction['status']): string {
  return chips[status]?.word ?? status;
}

/** The labels of the client portal. An unknown status is shown as it is. */
export function TransactionStatusBadge({ status }: Pick<Transaction, 'status'>) {
  const chip = chips[status];
  return (
    <Badge tone={chip?.tone} icon={chip?.icon}>
      {statusWord(status)}
    </Badge>
  );
}

const apiChips: Partial<Record<string, { tone: Tone; icon: ReactNode }>> = {
  SUCCESS: { tone: 'success', icon: <CircleCheck /> },
  FAILED: { tone: 'danger', icon: <CircleX /> },
  PENDING: { tone: 'warning', icon: <Clock /> },
  PROCESSING: { tone: 'info', icon: <LoaderCircle /> },
};

/** An imported status may be unknown and is shown as it is. */
export function ApiStatusBadge({ status }: { status: string }) {
  const chip = apiChips[status];
  return (
    <Badge tone={chip?.tone ?? 'neutral'} icon={chip?.icon}>
      {status || '-'}
    </Badge>
  );
}
