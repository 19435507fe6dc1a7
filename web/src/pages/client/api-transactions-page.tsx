import { useApiTransactions } from '../../features/api-transactions/api-transaction-queries.ts';
import { ApiTransactionsList } from '../../features/api-transactions/api-transactions-list.tsx';
import { apiTransactionsToExport } from '../../features/api-transactions/export-api-transactions.ts';
import { NetworksPanel } from '../../features/networks/networks-panel.tsx';
import { AddMoneyLink } from '../../features/payments/add-money-link.tsx';
import { paths } from '../../lib/paths.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';

const heading = { title: 'API Transactions', subtitle: "Your company's mobile-money requests" };

export default function ApiTransactionsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load API transactions" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const view = useApiTransactions(companyId);
  return (
    <>
      <ApiTransactionsList
        {...view}
        heading={heading}
        exports={{
          noun: 'API transactions',
          list: () => apiTransactionsToExport(companyId, view.wanted),
        }}
        retryLabel="Try again"
        firstStep={<AddMoneyLink />}
        hrefFor={paths.client.transaction}
      />
      <NetworksPanel className="mt-6" retryLabel="Try again" />
    </>
  );
}
