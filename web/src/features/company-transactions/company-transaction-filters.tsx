import { transactionStatuses, transactionTypes } from '@sente/contract/transaction-words';
import { dayRangeOptions } from '../../lib/day-range.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { typeWord } from './company-transactions-table.tsx';
import { statusWord } from './transaction-status-badge.tsx';
import type { CompanyTransactionsView } from './use-company-transactions.ts';

const statusOptions = [
  { value: 'all', label: 'All Statuses' },
  ...transactionStatuses.map((value) => ({ value, label: statusWord(value) })),
] as const;
const typeOptions = [
  { value: 'all', label: 'All Types' },
  ...transactionTypes.map((value) => ({ value, label: typeWord(value) })),
] as const;

/** Two beside each other on a phone. */
const choiceClass = 'max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:min-w-36';

export function CompanyTransactionFilters({ state }: Pick<CompanyTransactionsView, 'state'>) {
  const { status, type, range } = state.filters;
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchInput
        className="w-full sm:w-80"
        label="Search transactions..."
        placeholder="Description, ID or reference..."
        value={state.search}
        onChange={state.setSearch}
        debounceMs={200}
      />
      <FilterChoice
        className={choiceClass}
        label="Status"
        options={statusOptions}
        value={status}
        onChange={(next) => state.setFilter('status', next)}
      />
      <FilterChoice
        className={choiceClass}
        label="Type"
        options={typeOptions}
        value={type}
        onChange={(next) => state.setFilter('type', next)}
      />
      <FilterChoice
        className={choiceClass}
        label="Range"
        options={dayRangeOptions}
        value={range}
        onChange={(next) => state.setFilter('range', next)}
      />
    </div>
  );
}
