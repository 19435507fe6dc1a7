import { ArrowDownLeft, ArrowUpRight, CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

const ends = {
  Success: { tone: 'success', icon: <CircleCheck /> },
  Failed: { tone: 'danger', icon: <CircleX /> },
} as const;

/** Whatever is neither a success nor a failure is still under way. */
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
