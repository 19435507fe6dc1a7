import type { Sort } from '../lib/url-state.ts';
import { Select } from './select.tsx';
import type { Column } from './table-parts.tsx';

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** Cards have no headers to press. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const choices = columns.flatMap((column): { label: string; sort: Sort }[] => [
    { label: `${column.header}, ascending`, sort: { key: column.key, direction: 'asc' } },
    { label: `${column.header}, descending`, sort: { key: column.key, direction: 'desc' } },
  ]);
  const now = choices.findIndex(
    (choice) => choice.sort.key === sort?.key && choice.sort.direction === sort.direction,
  );
  return (
    <div className="border-b p-3">
      <Select
        aria-label="Sort by"
        fullWidth
        placeholder={now < 0 ? 'Sort by...' : undefined}
        value={now < 0 ? '' : String(now)}
        onChange={(event) => {
          const choice = choices[Number(event.target.value)];
          if (choice && event.target.value) onSort(choice.sort);
        }}
        options={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
      />
    </div>
  );
}
