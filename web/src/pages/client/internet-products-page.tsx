import type { InternetProduct } from '@sente/contract/internet-products';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Wifi } from 'lucide-react';
import { useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { pageOf } from '../../api/query-options.ts';
import { DeleteProductDialog } from '../../features/internet-products/delete-product-dialog.tsx';
import {
  ProductActions,
  productColumns,
  productSorts,
  sortProducts,
  stockFilters,
  withStock,
} from '../../features/internet-products/internet-product-columns.tsx';
import {
  fetchFailure,
  internetProductQueries,
  productStatuses,
} from '../../features/internet-products/internet-product-queries.ts';
import { SellVoucher } from '../../features/payments/sell-voucher.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';

const AddProductDialog = lateWindow(
  () => import('../../features/internet-products/add-product-dialog.tsx'),
);

const UploadCodesDialog = lateWindow(
  () => import('../../features/product-codes/upload-codes-dialog.tsx'),
);

const heading = {
  title: 'Internet Products',
  subtitle: 'What your company sells by voucher, and how many are left',
};

const listState = {
  filters: { status: productStatuses, stock: stockFilters },
  sort: { keys: productSorts, fallback: { key: 'stock', direction: 'asc' } },
} as const;
const productsPerPage = 10;

export default function InternetProductsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure={fetchFailure} />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState(listState);
  const { search, filters, sort, page } = address;
  const { status, stock } = filters;
  const query = useQuery(internetProductQueries.list(companyId, { search, status }));
  const client = useQueryClient();
  const action = useOverlayParam('action');
  const [toDelete, setToDelete] = useState<InternetProduct | null>(null);
  const [toFill, setToFill] = useState<InternetProduct | null>(null);
  const canManage = useCan('canManageProducts');
  const add = canManage ? (
    <Button
      variant="primary"
      icon={<Plus />}
      onPointerEnter={AddProductDialog.preload}
      onFocus={AddProductDialog.preload}
      onClick={() => action.open('add-product')}
    >
      Add Product
    </Button>
  ) : null;

  return (
    <>
      <ListScreen
        heading={heading}
        actions={
          <>
            <SellVoucher companyId={companyId} />
            {add}
          </>
        }
        address={address}
        query={query}
        search={{ label: 'Search internet products...', debounceMs: 300 }}
        filtersClassName="items-center gap-x-4 gap-y-3"
        filters={
          <>
            <FilterChoice
              label="Status"
              showLabel
              options={statusOptions}
              value={status}
              onChange={(chosen) => address.setFilter('status', chosen)}
            />
            <FilterChoice
              label="Stock"
              showLabel
              options={stockOptions}
              value={stock}
              onChange={(chosen) => address.setFilter('stock', chosen)}
            />
          </>
        }
        failed={{ title: fetchFailure, message: detailOf }}
        noneMatch={{ icon: <Wifi />, title: 'No internet products match' }}
        noneYet={{
          icon: <Wifi />,
          title: 'No internet products yet',
          hint: canManage ? 'Add what you sell by voucher, then upload its codes.' : undefined,
          action: add,
        }}
        caption="Internet Products"
        columns={productColumns}
        rows={(all) => pageOf(sortProducts(withStock(all, stock), sort), page, productsPerPage)}
        rowKey={({ recordId }) => recordId}
        rowHref={({ recordId }) => paths.client.internetProduct(recordId)}
        onRowIntent={({ recordId }) =>
          void client.prefetchQuery(internetProductQueries.details(recordId))
        }
        rowActions={(product) => (
          <ProductActions
            product={product}
            onUpload={canManage ? () => setToFill(product) : undefined}
            onDelete={canManage ? () => setToDelete(product) : undefined}
          />
        )}
        skeletonRows={productsPerPage}
        pager={{ pageSize: productsPerPage, noun: 'products' }}
      />
      <AddProductDialog
        open={canManage && action.value === 'add-product'}
        companyId={companyId}
        onClose={action.close}
      />
      <UploadCodesDialog
        open={toFill !== null}
        companyId={companyId}
        product={toFill ?? undefined}
        onClose={() => setToFill(null)}
      />
      <DeleteProductDialog product={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

/** What the title does not say. */
function detailOf(error: Error): string | undefined {
  const text = errorSentences(error, fetchFailure);
  return text === fetchFailure ? undefined : text;
}

const statusLabels = { '': 'All', active: 'Active', inactive: 'Inactive' };
const stockLabels = { '': 'All', low: 'Low or out of stock', out: 'Out of stock' };
const stockOptions = stockFilters.map((value) => ({ value, label: stockLabels[value] }));
const statusOptions = productStatuses.map((value) => ({ value, label: statusLabels[value] }));
