import { type ReactNode, useId, useState } from 'react';
import { amountProblem, type AmountRange } from '../lib/amount-range.ts';
import { dayProblem } from '../lib/list-days.ts';
import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import type { FilterSpec } from '../lib/url-state.ts';
import { TextField } from './field.tsx';
import { activeCount, Folded } from './folded-filters.tsx';
import { FilterChoice, listChoiceClass, type FilterOption } from './filter-choice.tsx';

/** A filter with a fixed set of values, as data. The first option is not the default by itself. */
export interface ChoiceFilter {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly FilterOption<string>[];
}

type Values = Readonly<Record<string, string>>;

/** Of the search box beside the filters: on a phone both share a line. */
export const besideFilters = 'min-w-0 flex-1 sm:max-w-80 sm:min-w-48';

interface ListFiltersProps {
  /** All filters of the address, to count those that differ from their defaults. */
  spec: { readonly filters: Readonly<Record<string, FilterSpec>> };
  choices: readonly ChoiceFilter[];
  /** Those of the choices, and min, max, from and to. */
  values: Values & AmountRange & { readonly from: string; readonly to: string };
  onChange: (values: Values) => void;
  /** Before the others, such as the choice of a company. */
  children?: ReactNode;
  /** Of a list with many: the choices that always show, and filters that show with the rest of them. */
  often?: { readonly names: readonly string[]; readonly rest?: ReactNode };
  /** A sentence about the filters, below them. */
  note?: ReactNode;
}

/**
 * The filters of a list: its choices, a range of amounts, and the days of an own range. On a phone a
 * button folds them away, so that the rows begin on the first screen; so it does with those of a list
 * with many that few people need.
 */
export function ListFilters({ spec, children, note, often, ...filters }: ListFiltersProps) {
  const isPhone = useMediaQuery(phoneQuery);
  const { min, max } = filters.values;
  const amounts = <AmountFilters min={min} max={max} onChange={filters.onChange} />;
  if (isPhone) {
    return (
      <Folded label="Filters" count={activeCount(spec.filters, filters.values)}>
        {children}
        {often?.rest}
        <ChoiceFilters {...filters}>{amounts}</ChoiceFilters>
        {note}
      </Folded>
    );
  }
  if (!often) {
    return (
      <>
        {children}
        <ChoiceFilters {...filters}>{amounts}</ChoiceFilters>
        {note}
      </>
    );
  }
  const isOften = ({ name }: ChoiceFilter) => often.names.includes(name);
  const rare = Object.entries(spec.filters).filter(([name]) => !often.names.includes(name));
  const choices = filters.choices.filter((choice) => !isOften(choice));
  return (
    <>
      {children}
      <ChoiceFilters {...filters} choices={filters.choices.filter(isOften)} />
      <Folded label="More filters" count={activeCount(Object.fromEntries(rare), filters.values)}>
        {often.rest}
        <Choices {...filters} choices={choices} />
        {amounts}
      </Folded>
      {note}
    </>
  );
}

interface ChoiceFiltersProps extends Pick<ListFiltersProps, 'choices' | 'onChange'> {
  values: Values & { readonly from: string; readonly to: string };
  /** Between the choices and the days. */
  children?: ReactNode;
}

/** The choices of a list, and the days of an own range. */
export function ChoiceFilters({ children, ...filters }: ChoiceFiltersProps) {
  const { values, onChange } = filters;
  const { from, to } = values;
  return (
    <>
      <Choices {...filters} />
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

function Choices({ choices, values, onChange }: Omit<ChoiceFiltersProps, 'children'>) {
  return choices.map(({ name, label, options }) => (
    <FilterChoice
      key={name}
      label={label}
      className={listChoiceClass}
      options={options}
      value={values[name] ?? ''}
      onChange={(next) => onChange({ [name]: next })}
    />
  ));
}

const amountBoxes = {
  min: { label: 'Amount from', placeholder: 'From' },
  max: { label: 'Amount to', placeholder: 'To' },
};
const boxClass = 'max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 max-sm:basis-0';

/** Whole UGX. Applied when a box is left or Enter is pressed, and not while the range is impossible. */
function AmountFilters({ onChange, ...given }: AmountRange & Pick<ListFiltersProps, 'onChange'>) {
  const [typed, setTyped] = useState<AmountRange>(given);
  const [problem, setProblem] = useState(() => amountProblem(given));
  const [seen, setSeen] = useState<AmountRange>(given);
  const [applied, setApplied] = useState<AmountRange>(given);
  const labelId = useId();

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

  return (
    <div
      role="group"
      aria-labelledby={labelId}
      className="flex items-start gap-2 max-sm:w-full max-sm:flex-wrap"
    >
      <span id={labelId} className="py-2 text-13 font-medium text-muted max-sm:w-full max-sm:py-0">
        Amount
      </span>
      {(['min', 'max'] as const).map((name) => (
        <TextField
          key={name}
          {...amountBoxes[name]}
          hideLabel
          inputMode="numeric"
          value={typed[name]}
          error={problem?.field === name ? problem.text : undefined}
          className={`${boxClass} sm:w-28`}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply();
          }}
        />
      ))}
    </div>
  );
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
      className={`${boxClass} sm:w-34`}
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
