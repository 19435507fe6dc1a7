import { cn } from '../../lib/cn.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import {
  codeStatuses,
  type CodeFilters,
  type CodeList,
  type CodeStatus,
} from './product-code-list.ts';

interface CodeFilterBarProps extends CodeFilters {
  list: CodeList | undefined;
  onSearch: (search: string) => void;
  onStatus: (status: CodeStatus) => void;
  onProductType: (productType: string) => void;
}

const statusLabels = { all: 'All', used: 'Used', unused: 'Unused' };
const statusOptions = codeStatuses.map((value) => ({ value, label: statusLabels[value] }));

export function CodeFilterBar(props: CodeFilterBarProps) {
  const { search, status, productType, list, onSearch, onStatus, onProductType } = props;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 sm:items-center">
      <SearchInput
        className="w-full sm:w-80"
        label="Search product codes..."
        value={search}
        onChange={onSearch}
        debounceMs={200}
      />
      <FilterChoice
        label="Status"
        showLabel
        options={statusOptions}
        value={status}
        onChange={onStatus}
      />
      <FilterChoice
        label="Product type"
        className="max-sm:flex-1 sm:max-w-60 sm:min-w-44"
        options={typeOptions(list?.productTypes ?? [])}
        value={productType}
        onChange={onProductType}
      />
      <p
        role="status"
        className={cn(
          'tabular min-h-5 text-13 text-muted max-sm:w-full sm:ml-auto',
          // Until it is known that there is nothing to say, its line is kept free.
          list && 'empty:hidden',
        )}
      >
        {list ? summaryOf(list) : null}
      </p>
    </div>
  );
}

function typeOptions(types: readonly string[]) {
  return [
    { value: '', label: 'All Types' },
    ...types.map((type) => ({ value: type, label: type })),
  ];
}

function summaryOf(list: CodeList): string {
  const { codes, totalCount, availableCount, reservedCount, isCapped } = list;
  if (totalCount === 0) return '';
  const counts = [
    `${grouped(totalCount)} ${totalCount === 1 ? 'code' : 'codes'}`,
    `${grouped(availableCount)} available`,
    // Its row says "Available": whoever is asked to pay may still refuse.
    ...(reservedCount > 0 ? [`${grouped(reservedCount)} in a sale under way`] : []),
  ].join(', ');
  return isCapped
    ? `${counts}; the newest ${grouped(codes.length)} are listed. A search or filter finds the others.`
    : counts;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
