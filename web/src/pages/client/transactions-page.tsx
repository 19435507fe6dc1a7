import { AccountFilter } from '../../features/accounts/account-filter.tsx';
import { AddMoneyLink } from '../../features/payments/add-money-link.tsx';
import { CompanyTransactionsList } from '../../features/transactions/company-transactions-list.tsx';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';

const heading = { title: 'Transactions', subtitle: "Movements on your company's accounts" };

export default function TransactionsPage() {
  const companyId = useCompanyId();
  const canViewAccounts = useCan('canViewAccounts');
  if (!companyId) return <NoCompany {...heading} failure="Failed to load transactions" />;
  return (
    <CompanyTransactionsList
      companyId={companyId}
      heading={heading}
      firstStep={<AddMoneyLink />}
      accountFilter={(value, onChange) =>
        canViewAccounts ? (
          <AccountFilter companyId={companyId} value={value} onChange={onChange} />
        ) : null
      }
    />
  );
}
