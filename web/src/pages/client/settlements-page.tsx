import { keys } from '../../api/keys.ts';
import { SettleButton } from '../../features/settlements/settle-button.tsx';
import { SettlementsView } from '../../features/settlements/settlements-view.tsx';
import { settlementActions } from '../../features/settlements/settling-choices.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { lateWindow } from '../../ui/late.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton, useRefresh } from '../../ui/refresh-button.tsx';

const SettleDialog = lateWindow(() => import('../../features/settlements/settle-dialog.tsx'));

const heading = {
  title: 'Settlements',
  subtitle: 'Money of your company on its way to your bank',
};

export default function SettlementsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load settlements" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const canSettle = useCan('canManageAccounts');
  const canManage = useCan('canManageCompany');
  const canViewTransactions = useCan('canViewTransactions');
  const action = useOverlayParam('action');
  const settle = canSettle ? (
    <SettleButton
      companyId={companyId}
      onNear={SettleDialog.preload}
      onOpen={() => action.open(settlementActions.settle)}
    />
  ) : undefined;
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <RefreshButton query={useRefresh(keys.settlements)} />
            {settle}
          </>
        }
      />
      <SettlementsView
        {...{ companyId, canSettle, canManage, settle }}
        canExport={canViewTransactions}
        hrefFor={canViewTransactions ? paths.client.transaction : undefined}
      />
      <SettleDialog
        companyId={companyId}
        canAddBank={canManage}
        open={canSettle && action.value === settlementActions.settle}
        onClose={action.close}
      />
    </>
  );
}
