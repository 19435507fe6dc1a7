import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { isDemoOnly } from '../api/api-error.ts';
import { errorSentences } from '../api/error-text.ts';
import type { Failure } from '../api/query-state.ts';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';

export interface ErrorPanelProps {
  title: string;
  /** Why a query failed, and how to retry it. */
  failure?: Failure | undefined;
  /**
   * The second line. With a failure: shown if the server gives no reason; a function chooses every
   * text.
   */
  message?: string | ((error: Error) => ReactNode) | undefined;
  retryLabel?: string | undefined;
  onRetry?: (() => unknown) | undefined;
  busy?: boolean | undefined;
  /** Next to the retry button, such as a link back. */
  action?: ReactNode;
  className?: string | undefined;
}

/** Shows an error in place of what failed to load. */
export function ErrorPanel({
  title,
  failure,
  message = '',
  retryLabel = 'Try again',
  onRetry = failure?.onRetry,
  busy = failure?.busy,
  action,
  className,
}: ErrorPanelProps) {
  const reason =
    typeof message === 'string'
      ? failure
        ? errorSentences(failure.error, message)
        : message
      : failure && message(failure.error);
  // No failure that a visitor of the open demo could do something about.
  if (failure && isDemoOnly(failure.error)) {
    return <p className={cn('p-5 text-muted', className)}>Not shown in the open demo.</p>;
  }
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
          {reason ? <p className="mt-0.5 break-words">{reason}</p> : null}
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
