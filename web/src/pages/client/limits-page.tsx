import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { AskProvider } from '../../features/enquiries/ask-provider.tsx';
import { LimitsView } from '../../features/limits/limits-view.tsx';
import { PayoutRuleCard } from '../../features/limits/payout-rule-card.tsx';
import { PayoutRuleForm } from '../../features/limits/payout-rule-form.tsx';
import { settlementQueries } from '../../features/settlements/settlement-queries.ts';
import { getMode } from '../../lib/mode.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { late, lateWindow } from '../../ui/late.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const OwnFees = late(() => import('../../features/fees/own-fees.tsx'), {
  waiting: <Skeleton className="h-80 rounded-lg" />,
});
const StopPayoutsDialog = lateWindow(
  () => import('../../features/payout-brakes/stop-payouts-dialog.tsx'),
);

const heading = {
  title: 'Fees and Limits',
  subtitle:
    'What your company pays, who approves its payouts, what it may move, and what it has used.',
};

/** The provider sets no fees and limits there, and nobody has to stop what is not real. */
const inTestMode = {
  title: 'Fees and Limits',
  subtitle:
    'Who approves your payouts in test mode. Fees and limits of amounts are not part of it.',
};

export default function LimitsPage() {
  const companyId = useCompanyId();
  const canManage = useCan('canManageCompany');
  if (!companyId) return <NoCompany {...heading} failure="Failed to load limits" />;
  const rules = (
    <PayoutRuleCard
      companyId={companyId}
      portal="client"
      form={
        canManage
          ? (current) => <PayoutRuleForm companyId={companyId} current={current} />
          : undefined
      }
    />
  );
  if (getMode() === 'test') {
    return (
      <>
        <PageHeader {...inTestMode} />
        {rules}
      </>
    );
  }
  return (
    <>
      <PageHeader
        {...heading}
        actions={canManage ? <StopPayouts companyId={companyId} /> : undefined}
      />
      <div className="mb-4 flex flex-col gap-4">
        <Fees companyId={companyId} />
        {rules}
      </div>
      <LimitsView
        companyId={companyId}
        portal="client"
        canChangeLimits={false}
        canBlock={canManage}
        more={canManage ? <AskProvider /> : undefined}
      />
    </>
  );
}

function Fees({ companyId }: { companyId: string }) {
  const { data: terms } = useQuery(settlementQueries.terms(companyId));
  return <OwnFees companyId={companyId} settlementRule={terms?.rule} />;
}

/** For a stolen phone or key; not offered while they are stopped, which a notice on every page says. */
function StopPayouts({ companyId }: { companyId: string }) {
  const { data: company } = useQuery(companyQueries.details(companyId));
  const [isOpen, setIsOpen] = useState(false);
  if (!company || company.payoutBrake) return null;
  return (
    <>
      <Button variant="danger-quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Stop Payouts
      </Button>
      <StopPayoutsDialog open={isOpen} company={company} isOwn onClose={() => setIsOpen(false)} />
    </>
  );
}
