import { paths } from '../../lib/paths.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { useApiTransactions } from './api-transaction-queries.ts';
import { Requests } from './api-transactions-list.tsx';

/** The list of a company on its page in the back-office. */
export default function CompanyApiTransactions({ companyId }: { companyId: string }) {
  const view = useApiTransactions(companyId);
  return (
    <section aria-labelledby="api-transactions" className="mt-2 min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="api-transactions" className="text-base">
          API transactions
        </h2>
        <RefreshButton size="sm" query={view.query} />
      </div>
      <Requests
        {...view}
        companyId={companyId}
        retryLabel="Try Again"
        hrefFor={paths.transaction}
      />
    </section>
  );
}
