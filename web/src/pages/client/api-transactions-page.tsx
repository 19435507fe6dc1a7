import { RotateCw } from 'lucide-react';
import { ApiTransactionsList } from '../../features/api-transactions/api-transactions-list.tsx';
import { useApiTransactions } from '../../features/api-transactions/use-api-transactions.ts';
import { NetworksPanel } from '../../features/networks/networks-panel.tsx';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const title = 'API Transactions';
const subtitle = "Your company's mobile-money requests";

export default function ApiTransactionsPage() {
  const companyId = useSession()?.user.companyId;
  if (companyId) return <OfCompany companyId={companyId} />;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <ErrorPanel title="Failed to load API transactions" message="No company ID" />
    </>
  );
}

function OfCompany({ companyId }: { companyId: string }) {
  const view = useApiTransactions(companyId);
  const { query } = view;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <Button
            icon={<RotateCw />}
            busy={query.isFetching}
            busyLabel="Loading..."
            onClick={() => query.refetch()}
          >
            Refresh
          </Button>
        }
      />
      <ApiTransactionsList {...view} retryLabel="Try again" />
      <NetworksPanel className="mt-6" />
    </>
  );
}
