import { ChevronRight } from 'lucide-react';
import { cn } from '../lib/cn.ts';
import type { Sort } from '../lib/url-state.ts';
import { Select } from './select.tsx';
import { Skeleton } from './skeleton.tsx';
import {
  primaryOf,
  RowLink,
  useRowOpening,
  type Column,
  type DataTableProps,
} from './table-parts.tsx';

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
  const primary = primaryOf(columns);
  const details = columns.filter((column) => column !== primary && !column.hideOnPhone);
  const sortable = columns.filter((column) => column.sortable);

  if (loading) {
    return (
      <ul aria-label={caption} className="divide-y">
        {Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} data-skeleton-row="" className="flex flex-col gap-3 p-4">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3.5 w-3/4" />
          </li>
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
          const href = rowHref?.(row);
          const openRow = openingOf(row);
          return (
            // The keyboard has the link inside; the click is a shortcut to it.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <li
              key={rowKey(row)}
              onClick={openRow}
              className={cn('p-4', openRow && 'cursor-pointer active:bg-surface-hover')}
            >
              <div className="flex items-center justify-between gap-3">
                <div className="min-w-0 flex-1 font-medium break-words">
                  {href ? <RowLink to={href}>{primary?.cell(row)}</RowLink> : primary?.cell(row)}
                </div>
                {openRow && !rowActions ? (
                  <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
                ) : null}
                {rowActions ? (
                  <div className="-my-1 -mr-2 flex shrink-0 cursor-default items-center">
                    {rowActions(row)}
                  </div>
                ) : null}
              </div>
              {details.length > 0 ? (
                <dl className="mt-2.5 flex flex-col gap-1.5">
                  {details.map((column) => (
                    <div key={column.key} className="flex items-center justify-between gap-4">
                      <dt className="shrink-0 text-13 text-muted">{column.header}</dt>
                      {/* Badges that wrap start at the right as well. */}
                      <dd className="min-w-0 text-right break-words *:justify-end">
                        {column.cell(row)}
                      </dd>
                    </div>
                  ))}
                </dl>
              ) : null}
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
