import { DateByChoice } from '../../ui/date-by.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import type { SystemTransactionFilters } from './transaction-queries.ts';

export const typeFilter = ['all', 'credit', 'debit'] as const;
export const statusFilter = ['all', 'success', 'failed', 'pending'] as const;

export const noFilters: SystemTransactionFilters = {
  type: 'all',
  status: 'all',
  dateBy: 'created',
};

export function isFiltered({ type, status, dateBy }: SystemTransactionFilters): boolean {
  return type !== 'all' || status !== 'all' || dateBy !== 'created';
}

const labels = {
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
  onDateBy: (dateBy: SystemTransactionFilters['dateBy']) => void;
}

export function TransactionFilters(props: TransactionFiltersProps) {
  const { filters, onType, onStatus, onDateBy } = props;
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
      <DateByChoice value={filters.dateBy} onChange={onDateBy} />
    </>
  );
}

/** A chosen value needs no label, so two selects fit side by side on a phone. */
function optionsOf<Value extends keyof typeof labels>(label: string, values: readonly Value[]) {
  return values.map((value) => ({
    value,
    label: value === 'all' ? `${label}: ${labels.all}` : labels[value],
  }));
}
