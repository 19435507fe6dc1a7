import { dateKinds, type DateKind } from '@sente/contract/transaction-kinds';
import { FilterChoice } from './filter-choice.tsx';

const names: Record<DateKind, string> = { created: 'Created', finished: 'Finished' };
const options = dateKinds.map((value) => ({ value, label: `Date: ${names[value]}` }));

/** The same as data, for a list of filters. */
export const dateByFilter = { name: 'dateBy', label: 'By date', options };

interface DateByChoiceProps {
  value: DateKind;
  onChange: (value: DateKind) => void;
  className?: string | undefined;
}

/** Which day of a row counts: that of its creation, or that of its finish. */
export function DateByChoice(props: DateByChoiceProps) {
  return <FilterChoice label="By date" options={options} {...props} />;
}

/** The header of the date in a list. */
export function dateHeader(dateBy: DateKind): string {
  return dateBy === 'finished' ? 'Finished' : 'Date';
}

export interface DateByNoteProps {
  dateBy: DateKind;
  /** Such as "transaction". */
  noun: string;
}

/** Says in words which day counts, next to the filters. */
export function DateByNote({ dateBy, noun }: DateByNoteProps) {
  return (
    <p className="basis-full text-13 text-muted">
      {dateBy === 'finished'
        ? `By the day on which the ${noun} finished, as in the statement, the last finished first. Pending ones are left out.`
        : `By the day on which the ${noun} was created, the newest first.`}
    </p>
  );
}

const unfinished = /^(pending|processing)$/i;

/** Why no row can match both; undefined if some can. */
export function neverMatches(dateBy: DateKind, status: string): string | undefined {
  if (dateBy !== 'finished' || !unfinished.test(status)) return undefined;
  return 'Pending ones have not finished. Select "Date: Created" to see them.';
}
