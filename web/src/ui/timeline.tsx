import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { DateText, RelativeTime } from './date-display.tsx';

export interface TimelineStep {
  icon: ReactNode;
  title: string;
  at: string | null;
  /** In place of a time that there is none of; left out: nothing. */
  empty?: string | undefined;
}

const lineToNext =
  'pb-6 before:absolute before:top-8 before:bottom-0 before:left-4 before:w-px before:bg-line';

/** What happened one after the other, each with its time. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <Step key={step.title} {...step} isLast={index === steps.length - 1} />
      ))}
    </ol>
  );
}

function Step({ icon, title, at, empty, isLast }: TimelineStep & { isLast: boolean }) {
  const hasTime = at !== null || empty !== undefined;
  return (
    <li className={cn('relative flex gap-3', !isLast && lineToNext)}>
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full border bg-surface-sunken text-muted [&_svg]:size-4"
      >
        {icon}
      </span>
      <div className={cn('min-w-0', !hasTime && 'self-center')}>
        <p className="font-medium">{title}</p>
        {hasTime ? (
          <p className="flex flex-wrap gap-x-3 text-13 text-muted">
            <DateText value={at} format="dateTime" empty={empty} />
            {at ? <RelativeTime value={at} /> : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
