import { useQuery } from '@tanstack/react-query';
import { useParams } from '../../lib/router.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { SettleButton } from '../../features/settlements/settle-button.tsx';
import { SettlementsView } from '../../features/settlements/settlements-view.tsx';
import { settlementActions } from '../../features/settlements/settling-choices.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { lateWindow } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const SettleDialog = lateWindow(() => import('../../features/settlements/settle-dialog.tsx'));

export default function CompanySettlementsPage() {
  const { companyId = '' } = useParams();
  const { data: company } = useQuery(companyQueries.details(companyId));
  const canChange = useCan('staffMoney');
  const action = useOverlayParam('action');
  return (
    <>
      <PageHeader
        title="Settlements"
        subtitle={company ? `Money of ${company.name} on its way to its bank` : undefined}
        back={{ to: paths.company(companyId), label: 'Back to Company' }}
        actions={
          canChange ? (
            <SettleButton
              companyId={companyId}
              onOpen={() => action.open(settlementActions.settle)}
            />
          ) : undefined
        }
      />
      <SettlementsView
        companyId={companyId}
        canSettle={canChange}
        canManage={canChange}
        canExport
        hrefFor={paths.transaction}
      />
      <SettleDialog
        companyId={companyId}
        canAddBank={canChange}
        open={canChange && action.value === settlementActions.settle}
        onClose={action.close}
      />
    </>
  );
}
