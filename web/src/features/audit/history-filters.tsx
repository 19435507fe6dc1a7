import { TextField } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { spanOptions, type HistorySpan } from './history-span.ts';

/** What was chosen in the panel; unlike that of a list it does not go into the address. */
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
  /** Of what one user did there is only one person. */
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
