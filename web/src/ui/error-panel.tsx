import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';

interface ErrorPanelProps {
  title: string;
  message?: ReactNode;
  retryLabel?: string | undefined;
  onRetry?: (() => unknown) | undefined;
  busy?: boolean | undefined;
  /** Beside the retry button, such as a way back. */
  action?: ReactNode;
  className?: string | undefined;
}

/** Says what did not work in the place where it would have stood. */
export function ErrorPanel({
  title,
  message,
  retryLabel = 'Try again',
  onRetry,
  busy,
  action,
  className,
}: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border border-danger-line bg-danger-soft p-4',
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-3/5 gap-3">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger-text" />
        <div className="min-w-0">
          <p className="font-medium text-danger-text">{title}</p>
          {message ? <p className="mt-0.5 break-words">{message}</p> : null}
        </div>
      </div>
      {onRetry || action ? (
        <div className="flex flex-wrap gap-2 max-sm:basis-full max-sm:pl-8 sm:self-center">
          {action}
          {onRetry ? (
            <Button size="sm" icon={<RotateCw />} busy={busy} onClick={onRetry}>
              {retryLabel}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
