import { type ReactNode, useState } from 'react';
import { amountProblem, type AmountRange } from '../lib/amount-range.ts';
import { dayProblem } from '../lib/list-days.ts';
import { TextField } from './field.tsx';
import { FilterChoice, listChoiceClass, type FilterOption } from './filter-choice.tsx';

/** A filter with a fixed set of values, as data. The first option is not the default by itself. */
export interface ChoiceFilter {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly FilterOption<string>[];
}

type Values = Readonly<Record<string, string>>;

interface ListFiltersProps {
  choices: readonly ChoiceFilter[];
  /** Those of the choices, and min, max, from and to. */
  values: Values & AmountRange & { readonly from: string; readonly to: string };
  onChange: (values: Values) => void;
  /** Before the others, such as the choice of a company. */
  children?: ReactNode;
}

/** The filters of a list: its choices, a range of amounts, and the days of an own range. */
export function ListFilters({ children, ...filters }: ListFiltersProps) {
  const { min, max } = filters.values;
  return (
    <>
      {children}
      <ChoiceFilters {...filters}>
        <AmountFilters min={min} max={max} onChange={filters.onChange} />
      </ChoiceFilters>
    </>
  );
}

interface ChoiceFiltersProps extends Pick<ListFiltersProps, 'choices' | 'onChange'> {
  values: Values & { readonly from: string; readonly to: string };
  /** Between the choices and the days. */
  children?: ReactNode;
}

/** The choices of a list, and the days of an own range. */
export function ChoiceFilters({ choices, values, onChange, children }: ChoiceFiltersProps) {
  const { from, to } = values;
  return (
    <>
      {choices.map(({ name, label, options }) => (
        <FilterChoice
          key={name}
          label={label}
          className={listChoiceClass}
          options={options}
          value={values[name] ?? ''}
          onChange={(next) => onChange({ [name]: next })}
        />
      ))}
      {children}
      {values['range'] === 'custom' ? (
        <>
          <Day label="First day" value={from} onChange={(next) => onChange({ from: next })} />
          <Day
            label="Last day"
            value={to}
            error={dayProblem({ from, to })}
            onChange={(next) => onChange({ to: next })}
          />
        </>
      ) : null}
    </>
  );
}

const labels = { min: 'Amount from', max: 'Amount to' };
const boxClass = 'max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 max-sm:basis-0';

/** Whole UGX. Applied when a box is left or Enter is pressed, and not while the range is impossible. */
function AmountFilters({ onChange, ...given }: AmountRange & Pick<ListFiltersProps, 'onChange'>) {
  const [typed, setTyped] = useState<AmountRange>(given);
  const [problem, setProblem] = useState(() => amountProblem(given));
  const [seen, setSeen] = useState<AmountRange>(given);
  const [applied, setApplied] = useState<AmountRange>(given);

  // Other values from outside, such as "Clear Filters", replace the texts; the own ones come back while the
  // next box is typed into, which must not lose it.
  if (!isSame(given, seen)) {
    setSeen(given);
    if (!isSame(given, applied)) {
      setTyped(given);
      setApplied(given);
      setProblem(amountProblem(given));
    }
  }

  function apply(): void {
    const found = amountProblem(typed);
    setProblem(found);
    if (found) return;
    const wanted = { min: typed.min.trim(), max: typed.max.trim() };
    setApplied(wanted);
    onChange(wanted);
  }

  return (['min', 'max'] as const).map((name) => (
    <TextField
      key={name}
      label={labels[name]}
      hideLabel
      inputMode="numeric"
      placeholder={labels[name]}
      value={typed[name]}
      error={problem?.field === name ? problem.text : undefined}
      className={`${boxClass} sm:w-36`}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  ));
}

function isSame(one: AmountRange, other: AmountRange): boolean {
  return one.min === other.min && one.max === other.max;
}

interface DayProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

function Day({ label, value, error, onChange }: DayProps) {
  return (
    <TextField
      label={label}
      hideLabel
      type="date"
      value={value}
      error={error}
      className={`${boxClass} sm:w-40`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The chosen filters in words, for what will be exported. */
export function filterWords(
  choices: readonly ChoiceFilter[],
  { min, max, from, to, ...values }: ListFiltersProps['values'],
): string[] {
  const chosen = choices.flatMap(({ name, options }) => {
    const value = values[name] ?? '';
    const says = name === 'range' ? value !== 'custom' : !['', 'all', 'created'].includes(value);
    return !says ? [] : [options.find((option) => option.value === value)?.label ?? value];
  });
  const isOwn = values['range'] === 'custom' && !dayProblem({ from, to });
  const hasAmounts = amountProblem({ min, max }) === null;
  return [
    ...chosen,
    ...(isOwn && from ? [`from ${from}`] : []),
    ...(isOwn && to ? [`until ${to}`] : []),
    ...(hasAmounts && min ? [`at least UGX ${min}`] : []),
    ...(hasAmounts && max ? [`at most UGX ${max}`] : []),
  ];
}
