import { useState } from 'react';
import { TransactionSkeleton } from '../features/transactions/transaction-skeleton.tsx';
import { late } from '../ui/late.tsx';
import { Sheet } from '../ui/dialog.tsx';

const TransactionDetailsPanel = late(
  () => import('../features/transactions/transaction-details-panel.tsx'),
  {
    waiting: <TransactionSkeleton />,
  },
);

interface TransactionSheetProps {
  /** Null closes it. */
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
      {shown === null ? null : (
        <TransactionDetailsPanel retryLabel="Try Again" id={shown} onShow={onShow} />
      )}
    </Sheet>
  );
}
