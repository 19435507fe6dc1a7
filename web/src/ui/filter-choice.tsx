import { useId } from 'react';
import { cn } from '../lib/cn.ts';
import { Select } from './select.tsx';

/** Two side by side on a phone. */
export const listChoiceClass = 'max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:min-w-36';

export interface FilterOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** With its name next to it, for a box that shows only "All" when nothing is chosen. */
  showLabel?: boolean | undefined;
  options: readonly FilterOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A select that filters a list. */
export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { label, showLabel = false, options, value, onChange, className } = props;
  const id = useId();
  // The address may contain a value that is not in the data, and the box must show it.
  const isKnown = options.some((option) => option.value === value);
  const shown = isKnown ? options : [...options, { value, label: value }];
  const choice = (
    <Select
      {...(showLabel ? { id } : { 'aria-label': label })}
      className={showLabel ? 'max-sm:w-full sm:min-w-32' : className}
      value={value}
      onChange={(event) => {
        const chosen = shown.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
      options={shown}
    />
  );
  if (!showLabel) return choice;
  return (
    <div
      className={cn(
        'flex gap-x-2 gap-y-1.5 max-sm:flex-1 max-sm:flex-col sm:items-center',
        className,
      )}
    >
      <label htmlFor={id} className="text-13 font-medium text-muted">
        {label}
      </label>
      {choice}
    </div>
  );
}

interface ListChoiceProps<Filters, Name extends keyof Filters> {
  label: string;
  /** The list's state in the address, and its filter of this name. */
  address: {
    readonly filters: Filters;
    readonly setFilter: (name: Name, value: Filters[Name]) => void;
  };
  name: Name;
  options: readonly FilterOption<Filters[Name] & string>[];
  className?: string | undefined;
}

/** One of the choices above a list, kept in the address. */
export function ListChoice<
  Filters extends Readonly<Record<Name, string>>,
  Name extends keyof Filters,
>({ label, address, name, options, className = listChoiceClass }: ListChoiceProps<Filters, Name>) {
  return (
    <FilterChoice
      label={label}
      className={className}
      options={options}
      value={address.filters[name]}
      onChange={(value) => address.setFilter(name, value)}
    />
  );
}
