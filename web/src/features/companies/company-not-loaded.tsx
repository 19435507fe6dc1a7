import { Building2 } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { errorSentences } from '../../api/error-text.ts';
import type { Failure } from '../../api/query-state.ts';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

interface CompanyNotLoadedProps extends Failure {
  /** One line in place of heading and line, for a page about something else of the company. */
  brief?: boolean | undefined;
  className?: string | undefined;
}

/** A company is not there, or could not be read. */
export function CompanyNotLoaded({
  error,
  busy,
  onRetry,
  brief = false,
  className,
}: CompanyNotLoadedProps) {
  const back = <ButtonLink to={paths.companies()}>Back to Companies</ButtonLink>;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div role="alert" className={cn('rounded-lg border bg-surface', className)}>
        <EmptyState
          icon={<Building2 />}
          {...(brief
            ? { title: 'Company not found' }
            : { title: 'Company Not Found', heading: 'h2', hint: 'Company not found' })}
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
      message={errorSentences(error, '')}
      retryLabel="Try Again"
      busy={busy}
      onRetry={onRetry}
      action={back}
      className={className}
    />
  );
}
