import { CircleCheck, CircleX, Clock, LoaderCircle, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { reversalMarkOf, type Reversible } from '../../ui/reversal-mark.tsx';
import { statusText } from './transaction-texts.ts';

const looks: Partial<Record<string, { tone: Tone; icon: ReactNode }>> = {
  completed: { tone: 'success', icon: <CircleCheck /> },
  failed: { tone: 'danger', icon: <CircleX /> },
  pending: { tone: 'warning', icon: <Clock /> },
  processing: { tone: 'info', icon: <LoaderCircle /> },
};

interface StateBadgeProps {
  transaction: Reversible & { readonly status: string };
}

/** The status, and beside it whether it is a reversal or was reversed. */
export function StateBadge({ transaction }: StateBadgeProps) {
  const { status } = transaction;
  const mark = reversalMarkOf(transaction);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={looks[status]?.tone} icon={looks[status]?.icon}>
        {statusText(status)}
      </Badge>
      {mark ? <Badge icon={<Undo2 />}>{mark.word}</Badge> : null}
    </span>
  );
}
