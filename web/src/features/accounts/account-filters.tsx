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

interface AccountFilterProps<Value extends string> {
  label: string;
  /** What "all" reads: "All Statuses". */
  allLabel: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

export function AccountFilter<Value extends string>({
  allLabel,
  values,
  ...choice
}: AccountFilterProps<Value>) {
  return (
    <FilterChoice
      {...choice}
      className="max-sm:min-w-36 max-sm:flex-1 sm:min-w-40"
      options={values.map((value) => ({
        value,
        label: value === 'all' ? allLabel : (labels[value] ?? value),
      }))}
    />
  );
}
