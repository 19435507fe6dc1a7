import {
  transactionKinds,
  transactionStatuses,
  transactionTypes,
} from '@sente/contract/transaction-kinds';
import type { ReactNode } from 'react';
import type { UrlState } from '../../lib/url-state.ts';
import { listChoiceClass } from '../../ui/day-filters.tsx';
import { TextField } from '../../ui/field.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { kindWord, statusWord, typeWord } from '@sente/contract/movement-words';
import { listRanges, type listState } from './all-transactions-queries.ts';

const rangeLabels: Record<(typeof listRanges)[number], string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  all: 'All days',
  custom: 'Own range',
};
const rangeOrder = ['today', 'yesterday', '7', '30', '90', 'all', 'custom'] as const;
const rangeOptions = rangeOrder.map((value) => ({ value, label: rangeLabels[value] }));

const typeOptions = [
  { value: 'all', label: 'In and Out' },
  ...transactionTypes.map((value) => ({ value, label: typeWord(value) })),
] as const;
const statusOptions = [
  { value: 'all', label: 'All Statuses' },
  ...transactionStatuses.map((value) => ({ value, label: statusWord(value) })),
] as const;
const kindOptions = [
  { value: 'all', label: 'All Kinds' },
  ...transactionKinds.map((value) => ({ value, label: kindWord(value) })),
] as const;
const networkOptions = [
  { value: '', label: 'All Networks' },
  { value: 'MTN', label: 'MTN' },
  { value: 'AIRTEL', label: 'AIRTEL' },
];

interface AllTransactionsFiltersProps {
  state: UrlState<typeof listState>;
  companyFilter?: ((companyId: string, onChange: (id: string) => void) => ReactNode) | undefined;
}

export function AllTransactionsFilters({ state, companyFilter }: AllTransactionsFiltersProps) {
  const { filters, setFilter, setFilters } = state;
  const { range, from, to, type, status, kind, network, min, max } = filters;
  return (
    <>
      {/* An account belongs to one company. */}
      {companyFilter?.(filters.companyId, (companyId) => setFilters({ companyId, accountId: '' }))}
      <FilterChoice
        label="Range"
        className={listChoiceClass}
        options={rangeOptions}
        value={range}
        onChange={(next) => setFilter('range', next)}
      />
      <FilterChoice
        label="Direction"
        className={listChoiceClass}
        options={typeOptions}
        value={type}
        onChange={(next) => setFilter('type', next)}
      />
      <FilterChoice
        label="Status"
        className={listChoiceClass}
        options={statusOptions}
        value={status}
        onChange={(next) => setFilter('status', next)}
      />
      <FilterChoice
        label="Kind"
        className={listChoiceClass}
        options={kindOptions}
        value={kind}
        onChange={(next) => setFilter('kind', next)}
      />
      <FilterChoice
        label="Network"
        className={listChoiceClass}
        options={networkOptions}
        value={network}
        onChange={(next) => setFilter('network', next)}
      />
      <Amount label="Amount from" value={min} onChange={(next) => setFilter('min', next)} />
      <Amount label="Amount to" value={max} onChange={(next) => setFilter('max', next)} />
      {range === 'custom' ? (
        <>
          <Day label="First day" value={from} onChange={(next) => setFilter('from', next)} />
          <Day label="Last day" value={to} onChange={(next) => setFilter('to', next)} />
        </>
      ) : null}
    </>
  );
}

interface BoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Whole UGX. Applied when the box is left or Enter is pressed, not with each digit. */
function Amount({ label, value, onChange }: BoxProps) {
  return (
    <TextField
      // Another value from outside, such as "Clear Filters", replaces the text.
      key={value}
      label={label}
      hideLabel
      inputMode="numeric"
      placeholder={label}
      defaultValue={value}
      className="max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:w-36"
      onBlur={(event) => onChange(event.target.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(event.currentTarget.value.trim());
      }}
    />
  );
}

function Day({ label, value, onChange }: BoxProps) {
  return (
    <TextField
      label={label}
      hideLabel
      type="date"
      value={value}
      className="max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:w-40"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
