import { Funnel } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { amountProblem, type AmountRange } from '../lib/amount-range.ts';
import { dayProblem } from '../lib/list-days.ts';
import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import { fallbackOf, type FilterSpec } from '../lib/url-state.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
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

/** Of the search box beside the filters: on a phone both share a line. */
export const besideFilters = 'min-w-0 flex-1 sm:w-80 sm:flex-none';

interface ListFiltersProps {
  /** All filters of the address, to count those that differ from their defaults. */
  spec: { readonly filters: Readonly<Record<string, FilterSpec>> };
  choices: readonly ChoiceFilter[];
  /** Those of the choices, and min, max, from and to. */
  values: Values & AmountRange & { readonly from: string; readonly to: string };
  onChange: (values: Values) => void;
  /** Before the others, such as the choice of a company. */
  children?: ReactNode;
  /** A sentence about the filters, below them. */
  note?: ReactNode;
  /** The choices that are always shown beside the search; all without it. */
  main?: readonly string[] | undefined;
}

/**
 * The filters of a list: its choices, a range of amounts, and the days of an own range. A button folds them away, on a
 * phone all and elsewhere those that are not in `main`, so that the rows begin on the first screen.
 */
export function ListFilters({ spec, children, note, main, ...filters }: ListFiltersProps) {
  const { min, max } = filters.values;
  const isPhone = useMediaQuery(phoneQuery);
  const isMain = (name: string) => !isPhone && (!main || main.includes(name));
  const folded = Object.entries(spec.filters).filter(([name]) => !isMain(onesOf[name] ?? name));
  const count = activeCount(folded, filters.values);
  const [isOpen, setIsOpen] = useState(!isPhone && count > 0);
  const panelId = useId();
  const choicesOf = (isWanted: (name: string) => boolean) =>
    filters.choices.filter(({ name }) => isWanted(name));
  const rest = (
    <>
      {children}
      <ChoiceFilters
        {...filters}
        choices={choicesOf((name) => isPhone || !main || !isMain(name))}
        hasDays={isPhone || !main}
      >
        <AmountFilters min={min} max={max} onChange={filters.onChange} />
      </ChoiceFilters>
      {note}
    </>
  );
  if (!isPhone && !main) return rest;
  return (
    <>
      {isPhone ? null : <ChoiceFilters {...filters} choices={choicesOf(isMain)} hasDays />}
      <Button
        icon={<Funnel />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isPhone ? 'Filters' : 'More filters'}{' '}
        {count === 0 ? null : (
          <Badge tone="info">
            {count} <span className="sr-only">active</span>
          </Badge>
        )}
      </Button>
      {isOpen ? (
        <div id={panelId} className="flex w-full flex-wrap gap-2">
          {rest}
        </div>
      ) : null}
    </>
  );
}

/** Both ends of the amounts are one filter, and so are the days with their range. */
const onesOf: Values = { max: 'min', from: 'range', to: 'range' };

function activeCount(specs: readonly (readonly [string, FilterSpec])[], values: Values): number {
  const active = specs.flatMap(([name, spec]) =>
    (values[name] ?? '') === fallbackOf(spec) ? [] : [onesOf[name] ?? name],
  );
  return new Set(active).size;
}

interface ChoiceFiltersProps extends Pick<ListFiltersProps, 'choices' | 'onChange'> {
  values: Values & { readonly from: string; readonly to: string };
  /** Between the choices and the days. */
  children?: ReactNode;
  /** Whether the days of an own range are among these. */
  hasDays?: boolean;
}

/** The choices of a list, and the days of an own range. */
export function ChoiceFilters(props: ChoiceFiltersProps) {
  const { choices, values, onChange, children, hasDays = true } = props;
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
      {hasDays && values['range'] === 'custom' ? (
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
