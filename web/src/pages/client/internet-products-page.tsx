import type { InternetProduct } from '@sente/contract/internet-products';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Wifi } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { DeleteProductDialog } from '../../features/internet-products/delete-product-dialog.tsx';
import {
  pageOfProducts,
  productsPerPage,
  productStatuses,
  type ProductPage,
} from '../../features/internet-products/internet-product-list.ts';
import {
  fetchFailure,
  internetProductQueries,
} from '../../features/internet-products/internet-product-queries.ts';
import { InternetProductsTable } from '../../features/internet-products/internet-products-table.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { NoCompany } from '../../ui/no-company.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';

const AddProductDialog = lateWindow(
  () => import('../../features/internet-products/add-product-dialog.tsx'),
);

const heading = {
  title: 'Internet Products',
  subtitle: 'What your company sells by voucher, and how many are left',
};

const listState = { filters: { status: productStatuses } } as const;
type ListState = UrlState<typeof listState>;

export default function InternetProductsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure={fetchFailure} />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const state = useUrlState(listState);
  const { search, filters } = state;
  const query = useQuery(internetProductQueries.list(companyId, { search, ...filters }));
  const { data, failure, isLoading } = queryState(query);
  const list = data && pageOfProducts(data, state.page);
  const client = useQueryClient();
  const action = useOverlayParam('action');
  const [toDelete, setToDelete] = useState<InternetProduct | null>(null);
  const add = (
    <Button
      variant="primary"
      icon={<Plus />}
      onPointerEnter={AddProductDialog.preload}
      onFocus={AddProductDialog.preload}
      onClick={() => action.open('add-product')}
    >
      Add Product
    </Button>
  );

  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <RefreshButton query={query} />
            {add}
          </>
        }
      />
      <Filters state={state} />
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title={fetchFailure}
          message={detailOf(failure.error)}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {list || isLoading ? (
        <InternetProductsTable
          products={list?.rows ?? []}
          loading={isLoading}
          onDelete={setToDelete}
          onRowIntent={({ recordId }) =>
            void client.prefetchQuery(internetProductQueries.details(recordId))
          }
          empty={
            state.isFiltered ? (
              <NoneMatch
                icon={<Wifi />}
                title="No internet products match"
                onClear={state.clearFilters}
              />
            ) : (
              <NoneYet action={add} />
            )
          }
          footer={list ? <Footer list={list} onPage={state.setPage} /> : null}
        />
      ) : null}
      <AddProductDialog
        open={action.value === 'add-product'}
        companyId={companyId}
        onClose={action.close}
      />
      <DeleteProductDialog product={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

/** What the title does not say already. */
function detailOf(error: Error): string | undefined {
  const text = errorSentences(error, fetchFailure);
  return text === fetchFailure ? undefined : text;
}

const statusLabels = { '': 'All', active: 'Active', inactive: 'Inactive' };
const statusOptions = productStatuses.map((value) => ({ value, label: statusLabels[value] }));

function Filters({ state }: { state: ListState }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchInput
        className="w-full sm:w-80"
        label="Search internet products..."
        value={state.search}
        onChange={state.setSearch}
        debounceMs={300}
      />
      <FilterChoice
        label="Status"
        showLabel
        options={statusOptions}
        value={state.filters.status}
        onChange={(status) => state.setFilter('status', status)}
      />
    </div>
  );
}

function NoneYet({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={<Wifi />}
      title="No internet products yet"
      hint="Add what you sell by voucher, then upload its codes."
      action={action}
    />
  );
}

function Footer({ list, onPage }: { list: ProductPage; onPage: (page: number) => void }) {
  const from = (list.page - 1) * productsPerPage;
  return (
    <Pager
      page={list.page}
      pageCount={list.totalPages}
      from={from + 1}
      to={from + list.rows.length}
      total={list.totalCount}
      noun="products"
      onPage={onPage}
    />
  );
}
