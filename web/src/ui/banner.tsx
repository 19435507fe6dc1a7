import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { IconButton } from './icon-button.tsx';

type BannerTone = 'info' | 'success' | 'warning' | 'danger';

interface BannerProps {
  tone?: BannerTone | undefined;
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  className?: string | undefined;
}

const looks = {
  info: { box: 'border-info-line bg-info-soft', ink: 'text-info-text', Icon: Info },
  success: {
    box: 'border-success-line bg-success-soft',
    ink: 'text-success-text',
    Icon: CircleCheck,
  },
  warning: {
    box: 'border-warning-line bg-warning-soft',
    ink: 'text-warning-text',
    Icon: TriangleAlert,
  },
  danger: { box: 'border-danger-line bg-danger-soft', ink: 'text-danger-text', Icon: CircleAlert },
};

/** A persistent message. Warnings and errors are announced at once. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  onDismiss,
  className,
}: BannerProps) {
  const { box, ink, Icon } = looks[tone];
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2.5 rounded-lg border px-3 py-2.5', box, className)}
    >
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        {title ? <p className={cn('font-medium', ink)}>{title}</p> : null}
        {children ? (
          <div className={cn('break-words', title ? 'mt-0.5' : ink)}>{children}</div>
        ) : null}
      </div>
      {action}
      {onDismiss ? (
        <IconButton
          label="Dismiss"
          icon={<X />}
          size="xs"
          tooltip={false}
          onClick={onDismiss}
          className="-mt-0.5 -mr-1"
        />
      ) : null}
    </div>
  );
}
