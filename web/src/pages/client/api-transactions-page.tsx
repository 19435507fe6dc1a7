import { AccountFilter } from '../../features/accounts/account-filter.tsx';
import { ApiTransactionsList } from '../../features/api-transactions/api-transactions-list.tsx';
import { NetworksPanel } from '../../features/networks/networks-panel.tsx';
import { AddMoneyLink } from '../../features/payments/add-money-link.tsx';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { lateChosen } from '../../ui/late.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';

// Behind "More filters": most people never open it.
const ProductFilter = lateChosen(
  () => import('../../features/internet-products/product-filter.tsx'),
  { waiting: null },
);

const heading = {
  title: 'API Transactions',
  subtitle: 'Requests to the networks; the money itself is under Transactions',
};

export default function ApiTransactionsPage() {
  const companyId = useCompanyId();
  const canViewAccounts = useCan('canViewAccounts');
  const canViewProducts = useCan('canViewProducts');
  if (!companyId) return <NoCompany {...heading} failure="Failed to load API transactions" />;
  return (
    <>
      <ApiTransactionsList
        companyId={companyId}
        heading={heading}
        firstStep={<AddMoneyLink />}
        accountFilter={(value, onChange) =>
          canViewAccounts ? (
            <AccountFilter companyId={companyId} value={value} onChange={onChange} />
          ) : null
        }
        productFilter={(value, onChange) =>
          canViewProducts ? (
            <ProductFilter companyId={companyId} value={value} onChange={onChange} />
          ) : null
        }
      />
      <NetworksPanel className="mt-6" retryLabel="Try again" />
    </>
  );
}
