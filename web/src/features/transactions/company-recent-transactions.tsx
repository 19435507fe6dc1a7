import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { DataTable } from '../../ui/table.tsx';
import { allTransactionQueries } from './all-transactions-queries.ts';
import { allTransactionColumns } from './transaction-columns.tsx';

const shown = 5;
/** The table has half the page: the page of the transaction says the rest. */
const rest = new Set(['company', 'kind', 'id']);
const columns = allTransactionColumns('created').filter(({ key }) => !rest.has(key));

/** The newest transactions of a company, on its page in the back-office. */
export default function CompanyRecentTransactions({ companyId }: { companyId: string }) {
  const query = useQuery(allTransactionQueries.newest(companyId, shown));
  const { data = [], failure, isLoading } = queryState(query);
  return (
    <section aria-labelledby="recent-transactions" className="mt-2 min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent-transactions" className="text-base">
          Recent transactions
        </h2>
        <Link
          to={paths.transactions({ companyId, range: 'all' })}
          className="inline-block min-h-6 rounded-sm text-13 font-medium underline underline-offset-3"
        >
          All transactions
        </Link>
      </div>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load transactions"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {failure && data.length === 0 ? null : (
        <DataTable
          caption="Recent transactions"
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          rowHref={({ id }) => paths.transaction(id)}
          loading={isLoading}
          skeletonRows={shown}
          empty={<p className="px-4 py-6 text-center text-muted">No transactions yet.</p>}
        />
      )}
    </section>
  );
}
