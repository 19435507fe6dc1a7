import { cn } from '../lib/cn.ts';
import type { Sort } from '../lib/url-state.ts';
import { Select } from './select.tsx';
import { CardContent, CardSkeleton, partsOf } from './table-card.tsx';
import { useRowOpening, type Column, type DataTableProps } from './table-parts.tsx';

/** The rows of a table as cards, for phones. */
export function Cards<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowHref,
  onRowOpen,
  rowActions,
  sort,
  onSort,
  loading = false,
  skeletonRows = 5,
  empty,
}: DataTableProps<Row>) {
  const openingOf = useRowOpening({ rowHref, onRowOpen });
  const parts = partsOf(columns);
  const sortable = columns.filter((column) => column.sortable);

  if (loading) {
    return (
      <ul aria-label={caption} className="divide-y">
        {Array.from({ length: skeletonRows }, (_, index) => (
          <CardSkeleton key={index} parts={parts} />
        ))}
      </ul>
    );
  }
  if (rows.length === 0) return <>{empty}</>;

  return (
    <>
      {onSort && sortable.length > 0 ? (
        <SortSelect columns={sortable} sort={sort} onSort={onSort} />
      ) : null}
      <ul aria-label={caption} className="divide-y">
        {rows.map((row) => {
          const openRow = openingOf(row);
          return (
            // The keyboard has the link inside; the click is a shortcut to it.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <li
              key={rowKey(row)}
              onClick={openRow}
              className={cn(
                'flex flex-col gap-2 px-4 py-3',
                openRow && 'cursor-pointer active:bg-surface-hover',
              )}
            >
              <CardContent
                row={row}
                parts={parts}
                href={rowHref?.(row)}
                canOpen={openRow !== undefined}
                actions={rowActions?.(row)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** Cards have no headers to press. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
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
