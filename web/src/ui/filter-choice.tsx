import { Select } from './select.tsx';

export interface FilterOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface FilterChoiceProps<Value extends string> {
  label: string;
  options: readonly FilterOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** One of the boxes over a list that narrow it down. */
export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { label, options, value, onChange, className } = props;
  // The address may hold one that the data has not, and the box must not claim another.
  const isKnown = options.some((option) => option.value === value);
  const shown = isKnown ? options : [...options, { value, label: value }];
  return (
    <Select
      aria-label={label}
      className={className}
      value={value}
      onChange={(event) => {
        const chosen = shown.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
      options={shown}
    />
  );
}
