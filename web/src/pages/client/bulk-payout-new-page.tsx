import { useNavigate, useSearchParams } from '../../lib/router.tsx';
import { BulkForm } from '../../features/bulk-payouts/bulk-form.tsx';
import { useActiveAccounts } from '../../features/payments/active-accounts.tsx';
import { paths } from '../../lib/paths.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const heading = {
  title: 'New Bulk Payout',
  subtitle: 'Every line is checked first. Nothing is paid until somebody has approved it.',
};

export default function BulkPayoutNewPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load accounts" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const { accounts, instead } = useActiveAccounts(companyId, true);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        {...heading}
        back={{ to: paths.client.bulkPayouts(), label: 'Back to Bulk Payouts' }}
      />
      {accounts ? (
        <div className="max-w-3xl">
          <BulkForm
            accounts={accounts}
            replaces={params.get('replaces') ?? undefined}
            onCreated={({ id }) => navigate(paths.client.bulkPayout(id), { replace: true })}
          />
        </div>
      ) : (
        instead
      )}
    </>
  );
}
