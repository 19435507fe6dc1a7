import { CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/badge.tsx';

const chips: Partial<Record<string, { tone: Tone; icon: ReactNode }>> = {
  SUCCESS: { tone: 'success', icon: <CircleCheck /> },
  FAILED: { tone: 'danger', icon: <CircleX /> },
  PENDING: { tone: 'warning', icon: <Clock /> },
  PROCESSING: { tone: 'info', icon: <LoaderCircle /> },
};

/** Imported ones may say something else, which is shown as it is. */
export function ApiStatusBadge({ status }: { status: string }) {
  const chip = chips[status];
  return (
    <Badge tone={chip?.tone ?? 'neutral'} icon={chip?.icon}>
      {status || '-'}
    </Badge>
  );
}
