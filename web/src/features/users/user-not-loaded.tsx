import { UserX } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { errorSentences } from '../../api/error-text.ts';
import type { Failure } from '../../api/query-state.ts';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

interface UserNotLoadedProps extends Failure {
  /** What did not load, when it is more than the user. */
  title?: string | undefined;
  className?: string | undefined;
}

/** A user is not there, or could not be read. */
export function UserNotLoaded({
  error,
  busy,
  onRetry,
  title = 'Failed to load user details',
  className,
}: UserNotLoadedProps) {
  const back = <ButtonLink to={paths.users()}>Back to Users</ButtonLink>;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div role="alert" className={cn('rounded-lg border bg-surface', className)}>
        <EmptyState
          icon={<UserX />}
          title="User not found"
          heading="h2"
          hint="It may have been deleted, or its company archived."
          action={
            <>
              {back}
              <Button variant="primary" busy={busy} onClick={onRetry}>
                Try Again
              </Button>
            </>
          }
        />
      </div>
    );
  }
  return (
    <ErrorPanel
      title={title}
      message={errorSentences(error, '')}
      retryLabel="Try Again"
      busy={busy}
      onRetry={onRetry}
      action={back}
      className={className}
    />
  );
}
