import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import type { Sort } from '../lib/url-state.ts';
import { Skeleton } from './skeleton.tsx';
import { Select } from './select.tsx';
import { WidthHint } from './table-fit.tsx';
import {
  type Column,
  type DataTableProps,
  primaryOf,
  RowLink,
  useRowOpening,
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
  const [showsAll, setShowsAll] = useState(false);
  const parts = partsOf(columns, showsAll);
  const leftOut = columns.filter(({ hideOnPhone }) => hideOnPhone);
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
      <WidthHint
        leftOut={showsAll ? [] : leftOut.map(({ header }) => header)}
        isPhone
        showsAll={showsAll && leftOut.length > 0}
        onToggle={() => setShowsAll(!showsAll)}
      />
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

/* One row of a table as a card (see table-cards.tsx). */

interface Parts<Row> {
  head: Column<Row> | undefined;
  aside: readonly Column<Row>[];
  line: readonly Column<Row>[];
  rows: readonly Column<Row>[];
}

/** The position of each column on the card. */
function partsOf<Row>(columns: readonly Column<Row>[], showsAll: boolean): Parts<Row> {
  const head = primaryOf(columns);
  const others = columns.filter((column) => column !== head && (showsAll || !column.hideOnPhone));
  return {
    head,
    aside: others.filter(({ phone }) => phone === 'aside'),
    line: others.filter(({ phone }) => phone !== undefined && phone !== 'aside'),
    rows: others.filter(({ phone }) => phone === undefined),
  };
}

interface CardContentProps<Row> {
  row: Row;
  parts: Parts<Row>;
  href: string | undefined;
  canOpen: boolean;
  actions: ReactNode;
}

function CardContent<Row>({ row, parts, href, canOpen, actions }: CardContentProps<Row>) {
  const { head, aside, line, rows } = parts;
  // Below the head, whose text needs the width that the actions take.
  const areActionsBelow = Boolean(actions) && line.length > 0;
  return (
    <>
      <div className={cn('flex justify-between gap-3', line.length === 0 && 'items-center')}>
        <div className="min-w-0 flex-1 font-medium break-words">
          {href ? <RowLink to={href}>{head?.cell(row)}</RowLink> : head?.cell(row)}
        </div>
        <div className="flex max-w-[60%] shrink-0 flex-col items-end gap-2">
          <Aside row={row} columns={aside} />
          {canOpen && !actions && aside.length === 0 ? (
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
          ) : null}
          {areActionsBelow ? null : <Actions>{actions}</Actions>}
        </div>
      </div>
      {areActionsBelow ? (
        <div className="flex items-end justify-between gap-3 has-[[data-caption]]:flex-wrap">
          <Line row={row} columns={line} />
          <Actions>{actions}</Actions>
        </div>
      ) : (
        <Line row={row} columns={line} />
      )}
      <Rows row={row} columns={rows} />
    </>
  );
}

interface ColumnsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
}

/** On the right: the amount and the status. */
function Aside<Row>({ row, columns }: ColumnsProps<Row>) {
  if (columns.length === 0) return null;
  return (
    <dl className="flex flex-col items-end gap-1 text-right">
      {columns.map((column) => (
        <div key={column.key}>
          <dt className="sr-only">{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A label without a value tells nothing (no-value.tsx). */
const hiddenWhenEmpty = 'has-[>dd:empty]:hidden has-[>dd>[data-empty]:only-child]:hidden';

/** Small and muted, in one line, without what is empty. The separator at the start of a wrapped line is clipped. */
function Line<Row>({ row, columns }: ColumnsProps<Row>) {
  if (columns.length === 0) return null;
  return (
    <div className="-m-1 min-w-0 overflow-hidden p-1">
      <dl className="-ml-4 flex flex-wrap gap-y-0.5 text-13 text-muted">
        {columns.map((column) => {
          const content = column.cell(row);
          if (content === '-') return null;
          return (
            <div
              key={column.key}
              className={cn(
                'dot-before flex max-w-full min-w-0 flex-wrap items-center',
                hiddenWhenEmpty,
              )}
            >
              <dt
                className={
                  column.phone === 'named' ? "mr-1 shrink-0 after:content-[':']" : 'sr-only'
                }
              >
                {column.header}
              </dt>
              <dd className={cn('min-w-0 break-words', column.phone === 'named' && 'text-ink')}>
                {content}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function Rows<Row>({ row, columns }: ColumnsProps<Row>) {
  if (columns.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1.5">
      {columns.map((column) => {
        const content = column.cell(row);
        if (content === '-') return null;
        return (
          <div
            key={column.key}
            className={cn('flex items-center justify-between gap-4', hiddenWhenEmpty)}
          >
            <dt className="shrink-0 text-13 text-muted">{column.header}</dt>
            {/* Badges that wrap are right-aligned as well. */}
            <dd className="min-w-0 text-right break-words *:justify-end">{content}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Actions({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <div
      className={cn(
        '-my-1 -mr-2 ml-auto flex cursor-default items-center',
        // Words wrap onto a second line; icons keep theirs beside a long text.
        'has-[[data-caption]]:flex-wrap has-[[data-caption]]:justify-end not-has-[[data-caption]]:shrink-0',
        '[&_[data-caption]]:w-auto [&_[data-caption]]:grid-flow-col [&_[data-caption]]:gap-1 [&_[data-caption]]:px-2',
        '[&_[data-caption]]:text-xs [&_[data-caption]]:after:content-[attr(data-caption)]',
      )}
    >
      {children}
    </div>
  );
}

function CardSkeleton<Row>({ parts: { aside, line, rows } }: { parts: Parts<Row> }) {
  return (
    <li data-skeleton-row="" className="flex flex-col gap-2 px-4 py-3">
      <div className="flex justify-between gap-3">
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="my-0.5 h-4 w-3/5" />
          {line.length > 0 ? <Skeleton className="h-3.5 w-4/5" /> : null}
          {line.length > 2 ? <Skeleton className="h-3.5 w-1/2" /> : null}
        </div>
        <div className="flex flex-col items-end gap-1">
          {aside.map((column, index) => (
            <Skeleton key={column.key} className={index === 0 ? 'my-0.5 h-4 w-24' : 'h-5.5 w-20'} />
          ))}
        </div>
      </div>
      {rows.map((column) => (
        <div key={column.key} className="flex justify-between gap-4">
          <Skeleton className="my-0.5 h-4 w-20" />
          <Skeleton className="my-0.5 h-4 w-28" />
        </div>
      ))}
    </li>
  );
}
