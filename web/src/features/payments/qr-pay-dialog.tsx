import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { late } from '../../ui/late.tsx';
import { useActiveAccounts } from './active-accounts.tsx';

/* The code that draws QR codes (9 kB) loads on demand. */
const QrPay = late(() => import('./qr-pay.tsx'));

interface QrPayDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

export default function QrPayDialog({ companyId, open, onClose }: QrPayDialogProps) {
  const { accounts, instead } = useActiveAccounts(companyId, open);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="QR Pay"
      description="Whoever scans it sees which account to pay into, and how much."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {accounts ? <QrPay accounts={accounts} /> : instead}
    </Dialog>
  );
}
