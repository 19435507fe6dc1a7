import type { Account } from '@sente/contract/accounts';
import { ArrowLeftRight } from 'lucide-react';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';

const TransferDialog = lateWindow(() => import('./transfer-dialog.tsx'));
const RequestDialog = lateWindow(() => import('./request-dialog.tsx'));

/** The dialog is in the address, as on the page of all accounts. */
export function TransferButton({ account }: { account: Account }) {
  const action = useOverlayParam('action');
  const canManage = useCan('canManageAccounts');
  if (!canManage || !account.isActive || account.isSuspended) return null;
  return (
    <>
      <Button
        icon={<ArrowLeftRight />}
        aria-haspopup="dialog"
        onPointerEnter={TransferDialog.preload}
        onFocus={TransferDialog.preload}
        onClick={() => action.open('transfer')}
      >
        Transfer
      </Button>
      <TransferDialog
        companyId={account.companyId}
        fromAccountId={account.id}
        open={action.value === 'transfer'}
        onClose={action.close}
      />
    </>
  );
}

const requests = [
  { kind: 'add-money', label: 'Add Money' },
  { kind: 'send-money', label: 'Send Money' },
  { kind: 'withdraw', label: 'Withdraw' },
] as const;

/** Money in and out of this account; the dialog is in the address, as on the dashboard. */
export function MoneyButtons({ account }: { account: Account }) {
  const action = useOverlayParam('action');
  const canManage = useCan('canManageAccounts');
  if (!canManage || !account.isActive || account.isSuspended || account.freeze) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {requests.map(({ kind, label }) => (
        <Button
          key={kind}
          size="sm"
          className="flex-1"
          aria-haspopup="dialog"
          onPointerEnter={RequestDialog.preload}
          onFocus={RequestDialog.preload}
          onClick={() => action.open(kind)}
        >
          {label}
        </Button>
      ))}
      {requests.map(({ kind }) => (
        <RequestDialog
          key={kind}
          companyId={account.companyId}
          kind={kind}
          startsWith={{ accountId: account.id }}
          open={action.value === kind}
          onClose={action.close}
        />
      ))}
    </div>
  );
}
