import { FilterChoice } from '../../ui/filter-choice.tsx';
import type { SystemTransactionFilters } from './system-transaction-queries.ts';

export const typeFilter = ['all', 'credit', 'debit'] as const;
export const statusFilter = ['all', 'success', 'failed', 'pending'] as const;

export const noFilters: SystemTransactionFilters = { type: 'all', status: 'all' };

export function isFiltered({ type, status }: SystemTransactionFilters): boolean {
  return type !== 'all' || status !== 'all';
}

const words = {
  all: 'All',
  credit: 'Credit',
  debit: 'Debit',
  success: 'Success',
  failed: 'Failed',
  pending: 'Pending',
};

interface TransactionFiltersProps {
  filters: SystemTransactionFilters;
  onType: (type: SystemTransactionFilters['type']) => void;
  onStatus: (status: SystemTransactionFilters['status']) => void;
}

export function TransactionFilters({ filters, onType, onStatus }: TransactionFiltersProps) {
  return (
    <>
      <FilterChoice
        label="Type"
        options={optionsOf('Type', typeFilter)}
        value={filters.type}
        onChange={onType}
      />
      <FilterChoice
        label="Status"
        options={optionsOf('Status', statusFilter)}
        value={filters.status}
        onChange={onStatus}
      />
    </>
  );
}

/** A word that is chosen speaks for itself, and two selects fit beside each other on a phone. */
function optionsOf<Value extends keyof typeof words>(label: string, values: readonly Value[]) {
  return values.map((value) => ({
    value,
    label: value === 'all' ? `${label}: ${words.all}` : words[value],
  }));
}
