import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { waitText } from '../../lib/status-texts.ts';
import { statusQueries } from './status-queries.ts';

interface ExpectedWaitProps {
  /** Of the payment; all networks without one. */
  network?: string | undefined;
  className?: string | undefined;
}

/** How long payers take to approve now, where somebody waits for one. Nothing until it is known. */
export default function ExpectedWaitPanel({ network, className }: ExpectedWaitProps) {
  const { data } = useQuery({ ...statusQueries.now(), retryOnMount: false });
  const shown = data?.networks.filter(
    (one) => one.wait && (network === undefined || one.network === network),
  );
  if (!shown || shown.length === 0) return null;
  return (
    <ul className={cn('flex flex-col gap-1 text-13 text-muted', className)}>
      {shown.map((one) => (
        <li key={one.network} className="flex items-start gap-1.5 text-left">
          <Timer aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          <span>{`${one.displayName}: ${waitText(one)}`}</span>
        </li>
      ))}
    </ul>
  );
}
