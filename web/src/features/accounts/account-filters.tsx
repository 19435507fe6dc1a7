import { FilterChoice } from '../../ui/filter-choice.tsx';

const labels: Readonly<Record<string, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
  checking: 'Checking',
  savings: 'Savings',
  business: 'Business',
  investment: 'Investment',
  credit: 'Credit',
};

const choiceClass = 'max-sm:min-w-36 max-sm:flex-1 sm:min-w-40';

interface AccountFiltersProps<Status extends string, Type extends string> {
  /** For a list whose filters are in the address. */
  address: {
    readonly filters: { readonly status: Status; readonly type: Type };
    readonly setFilters: (values: { status: Status } | { type: Type }) => void;
  };
  statuses: readonly Status[];
  allStatuses?: string;
  types: readonly Type[];
}

export function AccountFilters<Status extends string, Type extends string>({
  address: { filters, setFilters },
  statuses,
  allStatuses = 'All Statuses',
  types,
}: AccountFiltersProps<Status, Type>) {
  return (
    <>
      <FilterChoice
        className={choiceClass}
        label="Status"
        options={optionsOf(statuses, allStatuses)}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
      />
      <FilterChoice
        className={choiceClass}
        label="Account Type"
        options={optionsOf(types, 'All Types')}
        value={filters.type}
        onChange={(type) => setFilters({ type })}
      />
    </>
  );
}

function optionsOf<Value extends string>(values: readonly Value[], allLabel: string) {
  return values.map((value) => ({
    value,
    label: value === 'all' ? allLabel : (labels[value] ?? value),
  }));
}
