import { RefreshButton } from '../../ui/refresh-button.tsx';
import { ApiTransactionsList } from './api-transactions-list.tsx';
import { useApiTransactions } from './use-api-transactions.ts';

/** The same list as the company sees, on its page in the back-office. */
export function CompanyApiTransactions({ companyId }: { companyId: string }) {
  const view = useApiTransactions(companyId);
  return (
    <section aria-labelledby="api-transactions" className="mt-2 min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="api-transactions" className="text-base">
          API transactions
        </h2>
        <RefreshButton size="sm" query={view.query} />
      </div>
      <ApiTransactionsList {...view} retryLabel="Try Again" />
    </section>
  );
}
