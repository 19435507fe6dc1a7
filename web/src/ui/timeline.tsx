import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { DateText, RelativeTime } from './date-display.tsx';

export interface TimelineStep {
  icon: ReactNode;
  title: string;
  at: string | null;
  /** Shown when there is no time; undefined for nothing. */
  empty?: string | undefined;
  /** Whether it succeeded; undefined if neither applies. The title says so as well. */
  tone?: 'good' | 'bad' | undefined;
  /** Below the time, such as the exchanged messages. */
  content?: ReactNode;
}

const tones = {
  good: 'border-success-line bg-success-soft text-success-text',
  bad: 'border-danger-line bg-danger-soft text-danger-text',
};

const lineToNext =
  'pb-6 before:absolute before:top-8 before:bottom-0 before:left-4 before:w-px before:bg-line';

/** Events in order, each with its time. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        // An event may occur twice, and the order never changes.
        <Step key={`${index} ${step.title}`} {...step} isLast={index === steps.length - 1} />
      ))}
    </ol>
  );
}

function Step({ isLast, ...step }: TimelineStep & { isLast: boolean }) {
  const { icon, title, at, empty, tone, content } = step;
  const hasTime = at !== null || empty !== undefined;
  return (
    <li className={cn('relative flex gap-3', !isLast && lineToNext)}>
      <span
        aria-hidden="true"
        className={cn(
          'grid size-8 shrink-0 place-items-center rounded-full border [&_svg]:size-4',
          tone ? tones[tone] : 'bg-surface-sunken text-muted',
        )}
      >
        {icon}
      </span>
      <div className={cn('min-w-0 flex-1', !hasTime && 'self-center')}>
        <p className="font-medium wrap-anywhere">{title}</p>
        {hasTime ? (
          <p className="flex flex-wrap gap-x-3 text-13 text-muted">
            <DateText value={at} format="dateTime" empty={empty} />
            {at ? <RelativeTime value={at} /> : null}
          </p>
        ) : null}
        {content}
      </div>
    </li>
  );
}
