import type { FeeSchedule } from '@sente/contract/fees';
import { Trash2 } from 'lucide-react';
import { formatShortTime } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { directionLabels, ruleText } from './fee-words.ts';

interface FeeRowsProps {
  title: string;
  fees: readonly FeeSchedule[];
  /** Where one can be taken back. */
  onRemove?: ((fee: FeeSchedule) => void) | undefined;
}

/** Fees that are not the current ones; nothing at all where there are none. */
export function FeeRows({ title, fees, onRemove }: FeeRowsProps) {
  if (fees.length === 0) return null;
  return (
    <section aria-label={`${title} fees`}>
      <h3 className="mb-2 text-13 font-medium text-muted">{title}</h3>
      <ul className="max-h-72 divide-y overflow-y-auto rounded-lg border">
        {fees.map((fee) => (
          <li key={fee.id} className="flex items-start justify-between gap-3 px-3 py-2.5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Badge>{directionLabels[fee.direction]}</Badge>
                <span className="tabular wrap-anywhere">{ruleText(fee.rule)}</span>
              </p>
              <p className="mt-1 text-13 text-muted">
                From <DateText value={fee.effectiveFrom} format="shortTime" />
                {fee.createdBy ? `, set by ${fee.createdBy}` : ''}
              </p>
            </div>
            {onRemove ? (
              <IconButton
                label={`Remove the fee from ${formatShortTime(fee.effectiveFrom)}`}
                icon={<Trash2 />}
                size="sm"
                onClick={() => onRemove(fee)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
