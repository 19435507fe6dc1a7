import type { DateKind } from '@sente/contract/transaction-kinds';
import { dayRangeOptions, type DayRange } from '../lib/day-range.ts';
import { DateByChoice, DateByNote, type DateByNoteProps } from './date-by.tsx';
import { FilterChoice } from './filter-choice.tsx';

/** Two side by side on a phone. */
export const listChoiceClass = 'max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:min-w-36';

interface DayFiltersProps extends DateByNoteProps {
  range: DayRange;
  onRange: (range: DayRange) => void;
  onDateBy: (dateBy: DateKind) => void;
}

/** Which days a list shows, and which day of a row counts. */
export function DayFilters({ range, onRange, onDateBy, ...note }: DayFiltersProps) {
  return (
    <>
      <FilterChoice
        label="Range"
        className={listChoiceClass}
        options={dayRangeOptions}
        value={range}
        onChange={onRange}
      />
      <DateByChoice className={listChoiceClass} value={note.dateBy} onChange={onDateBy} />
      <DateByNote {...note} />
    </>
  );
}
