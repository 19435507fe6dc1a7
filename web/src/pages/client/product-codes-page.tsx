import { useQuery } from '@tanstack/react-query';
import { Ticket, Upload } from 'lucide-react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import { CodeFilters, codeListState } from '../../features/product-codes/code-filters.tsx';
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
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';

const heading = {
  title: 'Product Codes',
  subtitle: 'The vouchers of your internet products; each sale hands out one',
};

export default function ProductCodesPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load product codes" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState(codeListState);
  const { search, filters } = address;
  const query = useQuery(productCodeQueries.list(companyId, { search, ...filters }));
  const productIdOf = useProductIds(companyId);
  const action = useOverlayParam('action');
  const upload = (
    <Button variant="primary" icon={<Upload />} onClick={() => action.open('upload-csv')}>
      Upload CSV
    </Button>
  );
  return (
    <>
      <ListScreen
        heading={heading}
        actions={upload}
        address={address}
        query={query}
        search={{ label: 'Search product codes...', debounceMs: 200 }}
        filtersClassName="items-end gap-x-4 gap-y-3 sm:items-center"
        filters={<CodeFilters address={address} list={queryState(query).data} />}
        failed={{ title: 'Error Loading Product Codes', message: whyNotLoaded }}
        noneMatch={{ icon: <Ticket />, title: 'No product codes found' }}
        noneYet={{
          icon: <Ticket />,
          title: 'No product codes found',
          hint: 'Upload a CSV file to add product codes.',
          action: upload,
        }}
        rows={({ codes }) => codes}
      >
        {({ rows, loading, empty }) => (
          <ProductCodesTable
            // Other filters start with the first rows again.
            key={JSON.stringify([search, filters])}
            codes={rows}
            loading={loading}
            productIdOf={productIdOf}
            empty={empty}
          />
        )}
      </ListScreen>
      <UploadCodesDialog
        open={action.value === 'upload-csv'}
        companyId={companyId}
        onClose={action.close}
      />
    </>
  );
}

/** For links from a code to its product; without the products there are no links. */
function useProductIds(companyId: string): (productType: string) => string | undefined {
  const { data } = useQuery(internetProductQueries.list(companyId, { search: '', status: '' }));
  return (productType) => data?.find((each) => each.productCode === productType)?.recordId;
}

function whyNotLoaded(error: Error) {
  return (
    <>
      <span className="block">Failed to load product codes</span>
      <span className="block text-13 text-muted">{errorSentences(error, fetchCodesFailure)}</span>
    </>
  );
}
