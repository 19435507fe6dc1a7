import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'info';

interface BadgeProps {
  tone?: Tone | undefined;
  icon?: ReactNode;
  /** The text; colour is never the only signal. */
  children: ReactNode;
  className?: string | undefined;
}

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-surface-sunken text-muted',
  success: 'border-success-line bg-success-soft text-success-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  info: 'border-info-line bg-info-soft text-info-text',
};

export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5.5 max-w-full items-center gap-1 rounded-md border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
