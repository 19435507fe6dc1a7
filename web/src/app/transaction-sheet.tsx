import { Suspense, useState } from 'react';
import { TransactionSkeleton } from '../features/transactions/transaction-skeleton.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyComponent } from '../lib/lazy-component.tsx';

const TransactionPanel = lazyComponent(
  () => import('../features/transactions/transaction-panel.tsx'),
);

interface TransactionSheetProps {
  /** Null: closed. */
  id: string | null;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Over the page, or over the panel or dialog that lists the transaction. */
export function TransactionSheet({ id, onShow, onClose }: TransactionSheetProps) {
  const [shown, setShown] = useState(id);
  // The content stays while the panel slides away.
  if (id !== null && id !== shown) setShown(id);
  return (
    <Sheet open={id !== null} onClose={onClose} title="Transaction" size="lg">
      <ErrorBoundary>
        <Suspense fallback={<TransactionSkeleton />}>
          {shown === null ? null : <TransactionPanel id={shown} onShow={onShow} />}
        </Suspense>
      </ErrorBoundary>
    </Sheet>
  );
}
