import { Ticket } from 'lucide-react';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';

const RequestDialog = lateWindow(() => import('./request-dialog.tsx'));

/** Whoever may not see what the company sells does not sell it either. */
export function useSeesProducts(): boolean {
  return [useCan('canViewProducts'), useCan('canManageProducts')].includes(true);
}

interface SellVoucherProps {
  companyId: string;
  /** Chosen at first. */
  productCode?: string | undefined;
}

/** A button with its dialog, which is in the address; for people who may sell. */
export function SellVoucher({ companyId, productCode }: SellVoucherProps) {
  const isAllowed = [useCan('canManageAccounts'), useSeesProducts()].every(Boolean);
  const opened = useOverlayParam('action');
  if (!isAllowed) return null;
  return (
    <>
      <Button
        icon={<Ticket />}
        onPointerEnter={RequestDialog.preload}
        onFocus={RequestDialog.preload}
        onClick={() => opened.open('sell-voucher')}
      >
        Sell Voucher
      </Button>
      <RequestDialog
        companyId={companyId}
        kind="sell-voucher"
        startsWith={productCode === undefined ? undefined : { productCode }}
        open={opened.value === 'sell-voucher'}
        onClose={opened.close}
      />
    </>
  );
}
