import type { InternetProduct } from '@sente/contract/internet-products';
import { useQuery } from '@tanstack/react-query';
import { Ticket, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import type { CodesChange } from '../../features/product-codes/change-codes-dialog.tsx';
import { CodeActions, codeColumns } from '../../features/product-codes/code-columns.tsx';
import { CodeFilters, codeListState } from '../../features/product-codes/code-filters.tsx';
import {
  codesPerPage,
  codeToChange,
  fetchCodesFailure,
  productCodeQueries,
} from '../../features/product-codes/product-code-queries.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { lateChosen, lateWindow } from '../../ui/late.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton, useRefresh } from '../../ui/refresh-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const UploadCodesDialog = lateWindow(
  () => import('../../features/product-codes/upload-codes-dialog.tsx'),
);
const ChangeCodesDialog = lateWindow(
  () => import('../../features/product-codes/change-codes-dialog.tsx'),
);
const CodeSheet = lateWindow(() => import('../../features/product-codes/code-sheet.tsx'));
const UploadsTab = lateChosen(() => import('../../features/product-codes/uploads-tab.tsx'));

const heading = {
  title: 'Product Codes',
  subtitle: 'The vouchers of your internet products; each sale hands out one',
};

export default function ProductCodesPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load product codes" />;
}

const tabState = { filters: { tab: ['codes', 'uploads'] } } as const;
const tabs = [
  { id: 'codes', label: 'Codes' },
  { id: 'uploads', label: 'Uploads' },
] as const;

function OfCompany({ companyId }: { companyId: string }) {
  const { filters, setFilter, page, setPage } = useUrlState(tabState);
  const action = useOverlayParam('action');
  const [change, setChange] = useState<CodesChange | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const begin = (next: CodesChange): void => {
    setChange(next);
    setIsChanging(true);
  };
  const upload = useCan('canManageProducts') ? (
    <Button variant="primary" icon={<Upload />} onClick={() => action.open('upload-csv')}>
      Upload CSV
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <RefreshButton query={useRefresh(keys.productCodes.all)} />
            {upload}
          </>
        }
      />
      <Tabs
        label="Codes and uploads"
        tabs={tabs}
        value={filters.tab}
        onChange={(tab) => setFilter('tab', tab)}
      >
        {filters.tab === 'codes' ? (
          <Codes companyId={companyId} upload={upload} onChange={begin} />
        ) : (
          <UploadsTab
            {...{ companyId, page, upload }}
            onPage={setPage}
            onChange={begin}
            hrefFor={(batch) => paths.client.productCodes({ batch })}
          />
        )}
      </Tabs>
      <ChangeCodesDialog
        open={isChanging}
        companyId={companyId}
        change={change}
        onClose={() => setIsChanging(false)}
      />
      <UploadCodesDialog
        open={upload !== null && action.value === 'upload-csv'}
        companyId={companyId}
        onClose={action.close}
      />
    </>
  );
}

interface CodesProps {
  companyId: string;
  upload: ReactNode;
  onChange: (change: CodesChange) => void;
}

function Codes({ companyId, upload, onChange }: CodesProps) {
  const address = useUrlState(codeListState);
  const { search, filters, page } = address;
  const query = useQuery(productCodeQueries.list(companyId, { search, ...filters, page }));
  const productOf = useProducts(companyId);
  const canManage = useCan('canManageProducts');
  const hrefOfSale = useCan('canViewTransactions') ? paths.client.transaction : undefined;
  const opened = useOverlayParam('code');
  return (
    <>
      <ListScreen
        address={address}
        query={query}
        search={{
          label: 'Search product codes...',
          placeholder: 'Code, product or ID...',
          debounceMs: 200,
        }}
        filtersClassName="items-end gap-x-4 gap-y-3 sm:items-center"
        filters={
          <CodeFilters companyId={companyId} address={address} list={queryState(query).data} />
        }
        failed={{ title: 'Error Loading Product Codes', message: whyNotLoaded }}
        noneMatch={{ icon: <Ticket />, title: 'No product codes found' }}
        noneYet={{
          icon: <Ticket />,
          title: 'No product codes found',
          hint: 'Upload a CSV file to add product codes.',
          action: upload,
        }}
        caption="Product Codes"
        columns={codeColumns(opened.hrefFor, productOf, hrefOfSale)}
        rowKey={({ record_id }) => record_id}
        onRowOpen={({ record_id }) => opened.open(record_id)}
        onRowIntent={() => void CodeSheet.preload()}
        rowActions={(code) => (
          <CodeActions
            code={code}
            hrefOfSale={hrefOfSale}
            onWithdraw={
              canManage ? () => onChange({ act: 'withdraw', codes: codeToChange(code) }) : undefined
            }
          />
        )}
        skeletonRows={10}
        pager={{ pageSize: codesPerPage, noun: 'codes' }}
      />
      <CodeSheet
        open={opened.value !== null}
        companyId={companyId}
        codeId={opened.value}
        onChange={onChange}
        onClose={opened.close}
      />
    </>
  );
}

/** For links from a code to its product; without the products there are no links. */
function useProducts(companyId: string): (productType: string) => InternetProduct | undefined {
  const { data } = useQuery(internetProductQueries.list(companyId, { search: '', status: '' }));
  return (productType) => data?.find((each) => each.productCode === productType);
}

function whyNotLoaded(error: Error) {
  return (
    <>
      <span className="block">Failed to load product codes</span>
      <span className="block text-13 text-muted">{errorSentences(error, fetchCodesFailure)}</span>
    </>
  );
}
