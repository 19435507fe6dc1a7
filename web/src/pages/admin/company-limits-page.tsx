import { useQuery } from '@tanstack/react-query';
import { useParams } from '../../lib/router.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { LimitsView } from '../../features/limits/limits-view.tsx';
import { PayoutCeilingForm } from '../../features/limits/payout-ceiling-form.tsx';
import { PayoutRuleCard } from '../../features/limits/payout-rule-card.tsx';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export default function CompanyLimitsPage() {
  const { companyId = '' } = useParams();
  const { data: company } = useQuery(companyQueries.details(companyId));
  const canChange = useCan('staffFees');
  return (
    <>
      <PageHeader
        title="Limits"
        subtitle={
          company
            ? `What ${company.name} may move, and what it has used. An empty field is no limit.`
            : 'An empty field is no limit.'
        }
        back={{ to: paths.company(companyId), label: 'Back to Company' }}
      />
      <div className="mb-4">
        <PayoutRuleCard
          companyId={companyId}
          portal="admin"
          form={
            canChange
              ? (current) => <PayoutCeilingForm companyId={companyId} current={current} />
              : undefined
          }
        />
      </div>
      <LimitsView
        companyId={companyId}
        portal="admin"
        canChangeLimits={canChange}
        canBlock={canChange}
      />
    </>
  );
}
