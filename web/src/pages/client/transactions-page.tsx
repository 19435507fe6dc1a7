import { AddMoneyLink } from '../../features/payments/add-money-link.tsx';
import { CompanyTransactionsList } from '../../features/transactions/company-transactions-list.tsx';
import { useCompanyTransactions } from '../../features/transactions/company-transaction-queries.ts';
import { transactionsToExport } from '../../features/transactions/export-transactions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';

const heading = { title: 'Transactions', subtitle: "Movements on your company's accounts" };

export default function TransactionsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load transactions" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const view = useCompanyTransactions(companyId);
  return (
    <CompanyTransactionsList
      view={view}
      heading={heading}
      exports={{
        noun: 'transactions',
        list: () => transactionsToExport(companyId, view.request),
      }}
      firstStep={<AddMoneyLink />}
    />
  );
}
