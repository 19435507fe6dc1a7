import { useState, type FormEvent } from 'react';
import { kampalaDay } from '../../lib/kampala.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { daysOf, ranges, type Range, type ReportDays } from './report-queries.ts';

interface ReportRangeFormProps {
  /** The values of the inputs, submitted or not. */
  days: ReportDays;
  onTyped: (days: ReportDays) => void;
  busy: boolean;
  /** The server's errors for the submitted days. */
  errors: Readonly<Record<string, string>>;
  onDays: (days: ReportDays) => void;
}

const words: Record<Range, string> = {
  '7days': '7days',
  '30days': '30days',
  '90days': '90days',
  custom: 'From and to...',
};

/** A predefined range is loaded at once, custom days on submit. */
export function ReportRangeForm(props: ReportRangeFormProps) {
  const { days, onTyped, busy, errors, onDays } = props;
  const [range, setRange] = useState<Range>('30days');
  const [isTried, setIsTried] = useState(false);
  const missing = (value: string) => (isTried && value === '' ? 'Choose a date' : undefined);

  function choose(next: Range): void {
    setRange(next);
    setIsTried(false);
    if (next === 'custom') return;
    onTyped(daysOf(next));
    onDays(daysOf(next));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsTried(true);
    if (days.startDate !== '' && days.endDate !== '') onDays(days);
  }

  return (
    <form aria-label="Days of the report" noValidate onSubmit={submit} className="mb-5">
      <SelectField
        label="Range"
        className="sm:max-w-48"
        value={range}
        onChange={(event) => {
          const next = ranges.find((each) => each === event.target.value);
          if (next) choose(next);
        }}
        options={ranges.map((value) => ({ value, label: words[value] }))}
      />
      {range === 'custom' ? (
        <div className="mt-3 grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <TextField
            type="date"
            label="From"
            max={kampalaDay()}
            value={days.startDate}
            onChange={(event) => onTyped({ ...days, startDate: event.target.value })}
            error={missing(days.startDate) ?? errors['startDate']}
          />
          <TextField
            type="date"
            label="To"
            max={kampalaDay()}
            value={days.endDate}
            onChange={(event) => onTyped({ ...days, endDate: event.target.value })}
            error={missing(days.endDate) ?? errors['endDate']}
          />
          {/* Aligned with the inputs, below the labels. */}
          <Button type="submit" variant="primary" busy={busy} className="sm:mt-6.5">
            Show
          </Button>
        </div>
      ) : null}
    </form>
  );
}
