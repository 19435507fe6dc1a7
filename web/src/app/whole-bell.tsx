import { Suspense, useState } from 'react';
import { BellButton } from '../features/notifications/bell-button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import type { LazyComponent } from './lazy-component.tsx';

interface WholeBellProps {
  bell: LazyComponent<{ isOpenAtFirst: boolean }>;
}

/** Its code follows right after the page. Whoever presses it before that is not forgotten. */
export function WholeBell({ bell: Bell }: WholeBellProps) {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <ErrorBoundary fallback={<BellButton />}>
      <Suspense fallback={<BellButton onClick={() => setIsWanted(true)} />}>
        <Bell isOpenAtFirst={isWanted} />
      </Suspense>
    </ErrorBoundary>
  );
}
