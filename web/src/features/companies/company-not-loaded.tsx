import { Building2 } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

interface CompanyNotLoadedProps {
  error: unknown;
  busy: boolean;
  onRetry: () => unknown;
}

/** In place of a company that is not there, or that could not be read. */
export function CompanyNotLoaded({ error, busy, onRetry }: CompanyNotLoadedProps) {
  const back = <ButtonLink to={paths.companies()}>Back to Companies</ButtonLink>;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div role="alert" className="rounded-lg border bg-surface">
        <EmptyState
          icon={<Building2 />}
          title="Company Not Found"
          hint="Company not found"
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
      title="Failed to load company details"
      message={errorText(error, '')}
      retryLabel="Try Again"
      busy={busy}
      onRetry={onRetry}
      action={back}
    />
  );
}
