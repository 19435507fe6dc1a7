import { Sheet } from '../../ui/dialog.tsx';
import NotificationsPanel from './notifications-panel.tsx';
import { OwnApprovals } from './own-approvals.tsx';

interface CompanyBellSheetProps {
  open: boolean;
  onClose: () => void;
}

export default function CompanyBellSheet({ open, onClose }: CompanyBellSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Notifications">
      <OwnApprovals />
      <NotificationsPanel />
    </Sheet>
  );
}
