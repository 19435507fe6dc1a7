import { errorSentences } from '../../api/error-text.ts';
import type { Failure } from '../../api/query-state.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';

interface NotLoadedProps {
  failure: Failure | undefined;
  /** The two portals name the second try differently. */
  retryLabel?: string | undefined;
}

/** Above whatever was read before. */
export function NotLoaded({ failure, retryLabel }: NotLoadedProps) {
  if (!failure) return null;
  return (
    <ErrorPanel
      className="mb-4"
      title="Failed to load notifications"
      message={errorSentences(failure.error, '')}
      retryLabel={retryLabel}
      busy={failure.busy}
      onRetry={failure.onRetry}
    />
  );
}
