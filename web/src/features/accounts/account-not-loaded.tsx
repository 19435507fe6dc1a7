import { Landmark } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { errorSentences } from '../../api/error-text.ts';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

interface AccountNotLoadedProps extends Failure {
  companyId: string;
}

/** An account is not there, or could not be read. */
export function AccountNotLoaded({ error, busy, onRetry, companyId }: AccountNotLoadedProps) {
  const back = <ButtonLink to={paths.companyAccounts(companyId)}>Back to Accounts</ButtonLink>;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div role="alert" className="mb-4 rounded-lg border bg-surface">
        <EmptyState
          icon={<Landmark />}
          title="Account not found"
          heading="h2"
          hint="There is no such account in this company."
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
      title="Failed to load account details"
      message={errorSentences(error, '')}
      retryLabel="Try Again"
      busy={busy}
      onRetry={onRetry}
      action={back}
    />
  );
}
