import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

const tones = {
  success: 'border-success-line bg-success-soft text-success-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  info: 'border-info-line bg-info-soft text-info-text',
  neutral: 'border-line bg-surface-sunken text-muted',
};

export type TagTone = keyof typeof tones;

/** A status as in the portal, at picture size. */
export function Tag({ tone, children }: { tone: TagTone; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center rounded-md border px-1.5 text-[0.6875rem] leading-5 font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

interface AmountProps {
  value: string;
  className?: string;
}

export function Amount({ value, className }: AmountProps) {
  return (
    <span className={cn('tabular whitespace-nowrap', className)}>
      <span className="mr-1 text-[0.8em] font-medium text-muted">UGX</span>
      {value}
    </span>
  );
}

/** A drawing of a screen: one image for screen readers, not single letters. */
export function Picture({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="img" aria-label={label} className={cn('relative select-none', className)}>
      <div aria-hidden="true" className="contents">
        {children}
      </div>
    </div>
  );
}
