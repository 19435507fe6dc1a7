import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import type { UrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { codeStatuses, type CodeList } from './product-code-queries.ts';
import { voucherBatchQueries } from './voucher-batch-queries.ts';

export const codeListState = {
  filters: { status: codeStatuses, productType: { fallback: '' }, batch: { fallback: '' } },
} as const;

const statusLabels = {
  all: 'All',
  used: 'Used',
  unused: 'Unused',
  reserved: 'Reserved',
  withdrawn: 'Withdrawn',
};
const statusOptions = codeStatuses.map((value) => ({ value, label: statusLabels[value] }));

interface CodeFiltersProps {
  companyId: string;
  address: UrlState<typeof codeListState>;
  list: CodeList | undefined;
}

/** Next to the search box, with a line of totals. */
export function CodeFilters({ companyId, address, list }: CodeFiltersProps) {
  const { filters, setFilter } = address;
  return (
    <>
      <FilterChoice
        label="Status"
        showLabel
        options={statusOptions}
        value={filters.status}
        onChange={(status) => setFilter('status', status)}
      />
      <FilterChoice
        label="Product type"
        showLabel
        options={typeOptions(list?.productTypes ?? [])}
        value={filters.productType}
        onChange={(productType) => setFilter('productType', productType)}
      />
      {filters.batch ? (
        <BatchFilter
          companyId={companyId}
          batchId={filters.batch}
          onClear={() => setFilter('batch', '')}
        />
      ) : null}
      <p
        role="status"
        className={cn(
          'tabular min-h-5 text-13 text-muted max-sm:w-full sm:ml-auto',
          // The line is reserved until the totals are known.
          list && 'empty:hidden',
        )}
      >
        {list ? summaryOf(list, filters.status === 'used') : null}
      </p>
    </>
  );
}

interface BatchFilterProps {
  companyId: string;
  batchId: string;
  onClear: () => void;
}

function BatchFilter({ companyId, batchId, onClear }: BatchFilterProps) {
  const { data } = useQuery(voucherBatchQueries.get(companyId, batchId));
  return (
    <Button size="sm" icon={<X />} onClick={onClear}>
      <span className="sr-only">Remove filter: </span>
      {data ? (
        <>
          Upload of <DateText value={data.uploadedAt} format="shortTime" />
        </>
      ) : (
        'One upload'
      )}
    </Button>
  );
}

function typeOptions(types: readonly string[]) {
  return [{ value: '', label: 'All' }, ...types.map((type) => ({ value: type, label: type }))];
}

/** @param isByUse the order is another one than that of the whole list. */
function summaryOf(list: CodeList, isByUse: boolean): string {
  const { totalCount, availableCount, reservedCount, withdrawnCount } = list;
  if (totalCount === 0) return '';
  if (list.isFoundByCode) return 'Found by its code';
  return [
    `${grouped(totalCount)} ${totalCount === 1 ? 'code' : 'codes'}`,
    // None of them can be sold.
    isByUse ? 'last used first' : `${grouped(availableCount)} available`,
    ...(reservedCount > 0 ? [`${grouped(reservedCount)} in a sale under way`] : []),
    ...(withdrawnCount > 0 ? [`${grouped(withdrawnCount)} withdrawn`] : []),
  ].join(', ');
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
