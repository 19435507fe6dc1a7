import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import type { Sort } from '../lib/url-state.ts';
import { Skeleton } from './skeleton.tsx';
import { Cards } from './table-cards.tsx';
import { useFit, WidthHint } from './table-fit.tsx';
import { primaryOf, RowLink, useRowOpening, type DataTableProps } from './table-parts.tsx';

export type { Column, DataTableProps } from './table-parts.tsx';

/** A table on a wide screen, a list of cards on a phone, with the same content. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = useMediaQuery(phoneQuery);
  const { footer, className, loading = false } = props;
  return (
    // Clipped, so that the background of a row stays within the round corners; a scrolling box
    // would prevent the header from sticking to the page.
    <div className={cn('isolate min-w-0 overflow-clip rounded-lg border bg-surface', className)}>
      <div aria-busy={loading}>{phone ? <Cards {...props} /> : <Grid {...props} />}</div>
      {footer ? <div className="border-t px-4 py-2.5 empty:hidden">{footer}</div> : null}
    </div>
  );
}

function ariaSort(sort: Sort | undefined, key: string): 'ascending' | 'descending' | 'none' {
  if (sort?.key !== key) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

function nextSort(sort: Sort | undefined, key: string): Sort {
  const turn = sort?.key === key && sort.direction === 'asc';
  return { key, direction: turn ? 'desc' : 'asc' };
}

/* Tighter beside the wide sidebar of a small window, where a column more fits. */
const headClass =
  'sticky top-(--sticky-top,0px) z-10 h-10 border-b bg-surface-sunken px-3 text-left xl:max-[88rem]:px-2.5 text-13 font-medium whitespace-nowrap text-muted first:rounded-tl-lg first:pl-4 last:rounded-tr-lg last:pr-4';
const cellClass =
  'h-12 border-b px-3 py-1.5 align-middle xl:max-[88rem]:px-2.5 first:pl-4 last:pr-4 group-last/row:border-b-0';

/** Stays visible while the rest scrolls sideways. */
const actionsClass = 'sticky right-0';

function Grid<Row>(props: DataTableProps<Row>) {
  const { caption, rows, rowKey, rowActions, loading = false, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const { shown, leftOut, isWide } = useFit(box, props.columns, showsAll);
  const parts = { ...props, columns: shown };
  const span = shown.length + (rowActions ? 1 : 0);

  return (
    <>
      <div
        ref={box}
        // A scrollable region must be reachable with the keyboard. One that fits does not scroll, so
        // that its header can stick to the top of the page.
        {...(isWide
          ? { tabIndex: 0, role: 'region', 'aria-label': `${caption}, scrolls sideways` }
          : {})}
        className={cn(
          // Contains the texts for screen readers as well, which would otherwise widen the page.
          'relative rounded-t-lg',
          isWide &&
            'max-h-[max(24rem,80dvh)] overflow-auto [--sticky-top:0px] print:max-h-none print:overflow-visible',
        )}
      >
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">{caption}</caption>
          <Head {...parts} />
          <tbody>
            {loading ? (
              <SkeletonBody {...parts} />
            ) : (
              rows.map((row) => <GridRow key={rowKey(row)} {...parts} row={row} />)
            )}
            {!loading && rows.length === 0 ? (
              <tr>
                <td colSpan={span}>{empty}</td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
      <WidthHint
        leftOut={leftOut.map(({ header }) => header)}
        isWide={isWide}
        showsAll={showsAll}
        onToggle={() => setShowsAll(!showsAll)}
      />
    </>
  );
}

function Head<Row>({
  columns,
  rowActions,
  actionsHeader = 'Actions',
  sort,
  onSort,
  rows,
  loading = false,
}: DataTableProps<Row>) {
  return (
    // Over nothing, headers are for screen readers only.
    <thead className={!loading && rows.length === 0 ? 'sr-only' : undefined}>
      <tr>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={onSort && column.sortable ? ariaSort(sort, column.key) : undefined}
            className={cn(headClass, column.align === 'right' && 'text-right')}
          >
            {onSort && column.sortable ? (
              <SortButton
                label={column.header}
                state={ariaSort(sort, column.key)}
                right={column.align === 'right'}
                onClick={() => onSort(nextSort(sort, column.key))}
              />
            ) : (
              column.header
            )}
          </th>
        ))}
        {rowActions ? (
          <th
            scope="col"
            data-print="hide"
            className={cn(headClass, actionsClass, 'z-20 text-right')}
          >
            {actionsHeader}
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function SkeletonBody<Row>({ columns, rowActions, skeletonRows = 5 }: DataTableProps<Row>) {
  return Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={index} data-skeleton-row="" className="group/row">
      {columns.map((column, at) => (
        <td key={column.key} className={cellClass}>
          <Skeleton
            className={cn('h-4', at === 0 ? 'w-36' : 'w-20', column.align === 'right' && 'ml-auto')}
          />
          {column.isTwoLine ? <Skeleton className="mt-2 h-3 w-24" /> : null}
        </td>
      ))}
      {rowActions ? (
        <td className={cellClass}>
          <Skeleton className="ml-auto h-4 w-16" />
        </td>
      ) : null}
    </tr>
  ));
}

function GridRow<Row>({
  columns,
  row,
  rowHref,
  onRowOpen,
  onRowIntent,
  rowActions,
}: DataTableProps<Row> & { row: Row }) {
  const openRow = useRowOpening({ rowHref, onRowOpen })(row);
  const primary = primaryOf(columns);
  const href = rowHref?.(row);
  return (
    <tr
      onClick={openRow}
      onAuxClick={openRow}
      onPointerEnter={() => onRowIntent?.(row)}
      onFocus={() => onRowIntent?.(row)}
      className={cn(
        'group/row transition-colors duration-75',
        // The cell of the actions is sticky and has a background of its own: it never changes alone.
        (openRow || rowActions) && 'hover:bg-surface-hover',
        openRow && 'cursor-pointer has-[[data-row-link]:focus-visible]:bg-surface-hover',
      )}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          className={cn(
            cellClass,
            column === primary && 'min-w-56',
            column.align === 'right' && 'tabular text-right',
            column.className,
          )}
        >
          {href && column === primary ? (
            <RowLink to={href}>{column.cell(row)}</RowLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {rowActions ? (
        <td
          data-print="hide"
          className={cn(
            cellClass,
            actionsClass,
            'cursor-default bg-surface text-right transition-colors duration-75 group-hover/row:bg-surface-hover group-has-[[data-row-link]:focus-visible]/row:bg-surface-hover',
          )}
        >
          <div className="inline-flex items-center justify-end gap-0.5">{rowActions(row)}</div>
        </td>
      ) : null}
    </tr>
  );
}

interface SortButtonProps {
  label: string;
  state: 'ascending' | 'descending' | 'none';
  right: boolean;
  onClick: () => void;
}

function SortButton({ label, state, right, onClick }: SortButtonProps) {
  const Icon = state === 'none' ? ArrowUpDown : state === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        'group/sort -mx-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 font-medium hover:text-ink',
        state !== 'none' && 'text-ink',
        right && 'flex-row-reverse',
      )}
    >
      {label}
      <Icon
        aria-hidden="true"
        className={cn(
          'size-3.5',
          state === 'none' &&
            'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  );
}
