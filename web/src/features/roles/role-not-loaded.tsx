import { ShieldOff } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { errorSentences } from '../../api/error-text.ts';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

interface RoleNotLoadedProps extends Failure {
  title?: string | undefined;
}

/** A role is not there, or could not be read. */
export function RoleNotLoaded({
  error,
  busy,
  onRetry,
  title = 'Failed to load roles',
}: RoleNotLoadedProps) {
  const back = <ButtonLink to={paths.roles()}>Back to Roles</ButtonLink>;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div role="alert" className="mb-4 rounded-lg border bg-surface">
        <EmptyState
          icon={<ShieldOff />}
          title="Role not found"
          heading="h2"
          hint="It may have been deleted in the meantime."
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
      className="mb-4"
      title={title}
      message={errorSentences(error, '')}
      retryLabel="Try Again"
      busy={busy}
      onRetry={onRetry}
      action={back}
    />
  );
}
