import { useQuery } from '@tanstack/react-query';
import { Ticket, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState, type Failure } from '../../api/query-state.ts';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import { CodeFilterBar } from '../../features/product-codes/code-filter-bar.tsx';
import { codeStatuses } from '../../features/product-codes/product-code-list.ts';
import {
  fetchCodesFailure,
  productCodeQueries,
} from '../../features/product-codes/product-code-queries.ts';
import { ProductCodesTable } from '../../features/product-codes/product-codes-table.tsx';
import { UploadCodesDialog } from '../../features/product-codes/upload-codes-dialog.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoCompany } from '../../ui/no-company.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

const heading = {
  title: 'Product Codes',
  subtitle: 'The vouchers of your internet products; each sale hands out one',
};

const listState = { filters: { status: codeStatuses, productType: { fallback: '' } } } as const;

export default function ProductCodesPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load product codes" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const state = useUrlState(listState);
  const { search, filters } = state;
  const query = useQuery(productCodeQueries.list(companyId, { search, ...filters }));
  const { data, failure, isLoading } = queryState(query);
  const productIdOf = useProductIds(companyId);
  const action = useOverlayParam('action');
  const upload = (
    <Button variant="primary" icon={<Upload />} onClick={() => action.open('upload-csv')}>
      Upload CSV
    </Button>
  );
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <RefreshButton query={query} />
            {upload}
          </>
        }
      />
      <CodeFilterBar
        search={search}
        {...filters}
        list={data}
        onSearch={state.setSearch}
        onStatus={(status) => state.setFilter('status', status)}
        onProductType={(productType) => state.setFilter('productType', productType)}
      />
      {failure ? <NotLoaded {...failure} /> : null}
      {data || isLoading ? (
        <ProductCodesTable
          // Other filters begin with the first rows again.
          key={JSON.stringify([search, filters])}
          codes={data?.codes ?? []}
          loading={isLoading}
          productIdOf={productIdOf}
          empty={
            state.isFiltered ? (
              <NoneMatch
                icon={<Ticket />}
                title="No product codes found"
                onClear={state.clearFilters}
              />
            ) : (
              <NoneYet action={upload} />
            )
          }
        />
      ) : null}
      <UploadCodesDialog
        open={action.value === 'upload-csv'}
        companyId={companyId}
        onClose={action.close}
      />
    </>
  );
}

/** For links from a code to its product. Without the list there are none, and nothing else is lost. */
function useProductIds(companyId: string): (productType: string) => string | undefined {
  const { data } = useQuery(internetProductQueries.list(companyId, { search: '', status: '' }));
  return (productType) => data?.find((each) => each.productCode === productType)?.recordId;
}

function NotLoaded({ error, busy, onRetry }: Failure) {
  return (
    <ErrorPanel
      className="mb-4"
      title="Error Loading Product Codes"
      message={
        <>
          <span className="block">Failed to load product codes</span>
          <span className="block text-13 text-muted">
            {errorSentences(error, fetchCodesFailure)}
          </span>
        </>
      }
      busy={busy}
      onRetry={onRetry}
    />
  );
}

function NoneYet({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={<Ticket />}
      title="No product codes found"
      hint="Upload a CSV file to add product codes."
      action={action}
    />
  );
}
