import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select.tsx';
import {
  columnText,
  seemsToHaveNames,
  type ColumnChoice,
  type FileColumns,
} from './file-columns.ts';

interface ColumnPickerProps {
  columns: FileColumns;
  onChoose: (choice: ColumnChoice) => void;
}

/** For a sheet with more than the codes: the person says which column has them. */
export function ColumnPicker({ columns, onChoose }: ColumnPickerProps) {
  const headingId = useId();
  const [index, setIndex] = useState(columns.likely);
  const [hasNames, setHasNames] = useState(() => seemsToHaveNames(columns));
  return (
    <section aria-labelledby={headingId} className="rounded-lg border px-3 py-3">
      <h3 id={headingId} className="text-sm">
        This file has {columns.first.length} columns
      </h3>
      <p className="mt-0.5 text-13 text-muted">
        Only the column with the codes is sent; the others stay on your device.
      </p>
      <div className="mt-3 flex flex-col gap-3">
        <SelectField
          label="Column with the codes"
          placeholder="Select a column..."
          options={columns.first.map((_, each) => ({
            value: String(each),
            label: columnText(columns, { index: each, hasNames }),
          }))}
          value={index === null ? '' : String(index)}
          onChange={({ target }) => setIndex(target.value === '' ? null : Number(target.value))}
        />
        <Checkbox
          label="The first line has the names of the columns"
          checked={hasNames}
          onChange={({ target }) => setHasNames(target.checked)}
        />
        <Button
          size="sm"
          className="self-start"
          disabled={index === null}
          onClick={() => {
            if (index !== null) onChoose({ index, hasNames });
          }}
        >
          Use This Column
        </Button>
      </div>
    </section>
  );
}
