import { Select } from '../../ui/select.tsx';

const words: Readonly<Record<string, string>> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
  checking: 'Checking',
  savings: 'Savings',
  business: 'Business',
};

interface ChoiceProps<Value extends string> {
  label: string;
  /** What "all" reads: "All Statuses". */
  allLabel: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

export function FilterChoice<Value extends string>({
  label,
  allLabel,
  values,
  value,
  onChange,
}: ChoiceProps<Value>) {
  // The address may hold one that the data has not, and the box must not claim another.
  const shown = values.includes(value) ? values : [...values, value];
  return (
    <Select
      aria-label={label}
      className="max-sm:w-full sm:min-w-40"
      value={value}
      onChange={(event) => {
        const chosen = shown.find((each) => each === event.target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
      options={shown.map((each) => ({
        value: each,
        label: each === 'all' ? allLabel : (words[each] ?? each),
      }))}
    />
  );
}
