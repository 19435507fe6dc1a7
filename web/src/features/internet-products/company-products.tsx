import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { DataTable } from '../../ui/table.tsx';
import { productColumns } from './internet-product-columns.tsx';
import { fetchFailure, internetProductQueries } from './internet-product-queries.ts';

/** What a company sells, on its page in the back-office. */
export default function CompanyProducts({ companyId }: { companyId: string }) {
  const query = useQuery(internetProductQueries.list(companyId, { search: '', status: '' }));
  const { data = [], failure, isLoading } = queryState(query);
  return (
    <>
      {failure ? (
        <ErrorPanel title={fetchFailure} failure={failure} retryLabel="Try Again" />
      ) : null}
      {failure && data.length === 0 ? null : (
        <DataTable
          caption="Internet products"
          columns={productColumns}
          rows={data}
          rowKey={({ recordId }) => recordId}
          rowHref={({ recordId }) => paths.companyProduct(companyId, recordId)}
          loading={isLoading}
          skeletonRows={5}
          empty={<p className="px-4 py-6 text-center text-muted">No internet products yet.</p>}
        />
      )}
    </>
  );
}
