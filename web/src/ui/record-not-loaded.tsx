import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Failure } from '../api/query-state.ts';
import { cn } from '../lib/cn.ts';
import { useLocation } from '../lib/router.tsx';
import { Button, ButtonLink, type ButtonVariant } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorPanel } from './error-panel.tsx';

interface RecordNotLoadedProps extends Failure {
  icon: ReactNode;
  /** Shown if there is no such record. */
  missing: {
    title: string;
    heading?: 'h2' | undefined;
    hint?: string | undefined;
    /** False: trying again helps nobody, so there is only the way back. */
    mayCome?: boolean | undefined;
  };
  /** Shown if it could not be loaded. */
  failedTitle: string;
  /** Added if the answer explains nothing. */
  failedText?: string | undefined;
  /** As each portal writes it, unless it is named. */
  retryLabel?: 'Try again' | 'Try Again' | undefined;
  /** The link next to Try Again, if any. */
  back?: { to: string; label: string } | undefined;
  className?: string | undefined;
}

/** Replaces a record that does not exist or could not be loaded. */
export function RecordNotLoaded(props: RecordNotLoadedProps) {
  const { error, busy, onRetry, icon, missing, failedTitle, className } = props;
  const { pathname } = useLocation();
  const { failedText, retryLabel = pathname.startsWith('/client') ? 'Try again' : 'Try Again' } =
    props;
  if (!(error instanceof ApiError && error.status === 404)) {
    return (
      <ErrorPanel
        title={failedTitle}
        failure={{ error, busy, onRetry }}
        message={failedText}
        retryLabel={retryLabel}
        action={<Back {...props.back} size="sm" />}
        className={className}
      />
    );
  }
  const { mayCome = true, ...texts } = missing;
  const hasRetry = mayCome || !props.back;
  return (
    <div role="alert" className={cn('rounded-lg border bg-surface', className)}>
      <EmptyState
        icon={icon}
        {...texts}
        action={
          <>
            {hasRetry ? (
              <Button variant={props.back ? 'secondary' : 'primary'} busy={busy} onClick={onRetry}>
                {retryLabel}
              </Button>
            ) : null}
            <Back {...props.back} size="md" variant="primary" />
          </>
        }
      />
    </div>
  );
}

interface BackProps {
  to?: string | undefined;
  label?: string | undefined;
  /** The size of the button next to it. */
  size: 'sm' | 'md';
  variant?: ButtonVariant | undefined;
}

function Back({ to, label, size, variant }: BackProps) {
  return to ? (
    <ButtonLink to={to} size={size} variant={variant}>
      {label}
    </ButtonLink>
  ) : null;
}
