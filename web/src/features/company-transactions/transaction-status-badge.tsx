import type { Transaction } from '@sente/contract/transactions';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/badge.tsx';

const chips: Record<Transaction['status'], { word: string; tone: Tone; icon: ReactNode }> = {
  completed: { word: 'Completed', tone: 'success', icon: <CircleCheck /> },
  pending: { word: 'Pending', tone: 'warning', icon: <Clock /> },
  failed: { word: 'Failed', tone: 'danger', icon: <CircleX /> },
};

export function statusWord(status: Transaction['status']): string {
  return chips[status]?.word ?? status;
}

/** In the words of the client portal. One that it does not know is shown as it is. */
export function TransactionStatusBadge({ status }: Pick<Transaction, 'status'>) {
  const chip = chips[status];
  return (
    <Badge tone={chip?.tone} icon={chip?.icon}>
      {statusWord(status)}
    </Badge>
  );
}
