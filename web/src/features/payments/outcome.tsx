import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { Spinner } from '../../ui/spinner.tsx';

export type OutcomeState = 'under-way' | 'waiting' | 'good' | 'bad';

interface OutcomeProps {
  state: OutcomeState;
  title: ReactNode;
  children: ReactNode;
  /** The link to further details. */
  actions?: ReactNode;
}

const looks = {
  'under-way': 'bg-info-soft text-info-text',
  waiting: 'bg-warning-soft text-warning-text',
  good: 'bg-success-soft text-success-text',
  bad: 'bg-danger-soft text-danger-text',
};
const icons = {
  'under-way': <Spinner className="size-6" />,
  waiting: <Clock className="size-6" />,
  good: <CircleCheck className="size-6" />,
  bad: <CircleX className="size-6" />,
};

/** The outcome of a request, announced whenever it changes. */
export function Outcome({ state, title, children, actions }: OutcomeProps) {
  const region = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => region.current?.focus(), []);
  return (
    <div
      ref={region}
      tabIndex={-1}
      data-outcome={state}
      className="flex flex-col items-center py-3 text-center outline-none"
    >
      <span
        aria-hidden="true"
        className={cn('grid size-12 place-items-center rounded-full', looks[state])}
      >
        {icons[state]}
      </span>
      <div aria-live="polite" className="mt-3 flex max-w-sm flex-col items-center">
        <p className="text-base font-semibold wrap-anywhere">{title}</p>
        {children}
      </div>
      {actions ? <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
