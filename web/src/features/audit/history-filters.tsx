import { kampalaDay } from '../../lib/kampala.ts';
import { TextField } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';

/** The time span; `dates` means the two chosen days. */
type HistorySpan = 'all' | 'today' | 'week' | 'month' | 'dates';

const spanOptions: readonly (SelectOption & { value: HistorySpan })[] = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'dates', label: 'Choose dates...' },
];

const daysBack: Partial<Record<HistorySpan, number>> = { today: 0, week: 7, month: 30 };

/** The first day of a span, as 2026-01-31 in Kampala; empty for all time and for chosen days. */
export function firstDayOf(span: HistorySpan, nowMs: number = Date.now()): string {
  const days = daysBack[span];
  return days === undefined ? '' : kampalaDay(days, nowMs);
}

/** The filters of the panel; unlike those of a list they are not in the address. */
export interface ChosenFilters {
  readonly search: string;
  readonly span: HistorySpan;
  readonly startDate: string;
  readonly endDate: string;
}

export const noFilters: ChosenFilters = { search: '', span: 'all', startDate: '', endDate: '' };

interface HistoryFiltersProps {
  value: ChosenFilters;
  onChange: (value: ChosenFilters) => void;
  /** The actions of one user have only one person. */
  withPerson: boolean;
  dateError: string | undefined;
}

export function HistoryFilterBar({ value, onChange, withPerson, dateError }: HistoryFiltersProps) {
  const set = (part: Partial<ChosenFilters>) => onChange({ ...value, ...part });
  return (
    <div className="mb-3 flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {withPerson ? (
          <SearchInput
            className="flex-1 max-sm:basis-full"
            label="Person (email)"
            value={value.search}
            onChange={(search) => set({ search })}
            debounceMs={250}
          />
        ) : null}
        <Select
          aria-label="Time"
          className="max-sm:basis-full"
          options={spanOptions}
          value={value.span}
          onChange={(event) => set({ span: event.target.value as HistorySpan })}
        />
      </div>
      {value.span === 'dates' ? (
        <div className="grid grid-cols-2 gap-2">
          <TextField
            label="From"
            type="date"
            value={value.startDate}
            onChange={(event) => set({ startDate: event.target.value })}
          />
          <TextField
            label="To"
            type="date"
            value={value.endDate}
            error={dateError}
            onChange={(event) => set({ endDate: event.target.value })}
          />
        </div>
      ) : null}
    </div>
  );
}
