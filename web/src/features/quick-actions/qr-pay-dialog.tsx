import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useActiveAccounts } from './active-accounts.tsx';

/* The drawing of codes (9 kB) is fetched when one is wanted. */
const QrPay = lazy(() => import('./qr-pay.tsx'));

interface QrPayDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

export function QrPayDialog({ companyId, open, onClose }: QrPayDialogProps) {
  const { accounts, instead } = useActiveAccounts(companyId, open);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="QR Pay"
      description="Whoever scans it sees which account to pay into, and how much."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {accounts ? (
        <Suspense fallback={<SkeletonRows count={4} label="Loading" />}>
          <QrPay accounts={accounts} />
        </Suspense>
      ) : (
        instead
      )}
    </Dialog>
  );
}
