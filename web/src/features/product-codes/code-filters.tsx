import { cn } from '../../lib/cn.ts';
import type { UrlState } from '../../lib/url-state.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { codeStatuses, type CodeList } from './product-code-queries.ts';

export const codeListState = {
  filters: { status: codeStatuses, productType: { fallback: '' } },
} as const;

const statusLabels = { all: 'All', used: 'Used', unused: 'Unused' };
const statusOptions = codeStatuses.map((value) => ({ value, label: statusLabels[value] }));

interface CodeFiltersProps {
  address: UrlState<typeof codeListState>;
  list: CodeList | undefined;
}

/** Next to the search box, with a line of totals. */
export function CodeFilters({ address, list }: CodeFiltersProps) {
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
        className="max-sm:flex-1 sm:max-w-60 sm:min-w-44"
        options={typeOptions(list?.productTypes ?? [])}
        value={filters.productType}
        onChange={(productType) => setFilter('productType', productType)}
      />
      <p
        role="status"
        className={cn(
          'tabular min-h-5 text-13 text-muted max-sm:w-full sm:ml-auto',
          // The line is reserved until the totals are known.
          list && 'empty:hidden',
        )}
      >
        {list ? summaryOf(list) : null}
      </p>
    </>
  );
}

function typeOptions(types: readonly string[]) {
  return [
    { value: '', label: 'All Types' },
    ...types.map((type) => ({ value: type, label: type })),
  ];
}

function summaryOf(list: CodeList): string {
  const { totalCount, availableCount, reservedCount } = list;
  if (totalCount === 0) return '';
  return [
    `${grouped(totalCount)} ${totalCount === 1 ? 'code' : 'codes'}`,
    `${grouped(availableCount)} available`,
    // Their rows say "Available": the payer may still decline.
    ...(reservedCount > 0 ? [`${grouped(reservedCount)} in a sale under way`] : []),
  ].join(', ');
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
