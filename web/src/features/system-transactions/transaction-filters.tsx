import { Select } from '../../ui/select.tsx';
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
      <Choice label="Type" values={typeFilter} value={filters.type} onChange={onType} />
      <Choice label="Status" values={statusFilter} value={filters.status} onChange={onStatus} />
    </>
  );
}

interface ChoiceProps<Value extends keyof typeof words> {
  label: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends keyof typeof words>({
  label,
  values,
  value,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = values.find((each) => each === event.target.value);
        if (chosen) onChange(chosen);
      }}
      options={values.map((each) => ({
        value: each,
        // A word that is chosen speaks for itself, and two selects fit beside each other on a phone.
        label: each === 'all' ? `${label}: ${words.all}` : words[each],
      }))}
    />
  );
}
