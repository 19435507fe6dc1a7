import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ListPage } from '../api/query-options.ts';
import { cn } from '../lib/cn.ts';
import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import { Button } from './button.tsx';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageCount: number;
  /** "Showing {from} to {to} of {total} {noun}". */
  from: number;
  to: number;
  total: number;
  noun?: string | undefined;
  onPage: (page: number) => void;
  /** Maximum number of page numbers, the first and last included. */
  maxButtons?: number | undefined;
  /** "Page 2 of 5" instead of the numbers, as always on a phone. */
  compact?: boolean | undefined;
  /** Distinguishes two pagers on one page. */
  label?: string | undefined;
  className?: string | undefined;
}

/** The numbers to show, with null for a gap: 1 … 4 5 6 … 12. */
export function pageWindow(page: number, pageCount: number, maxButtons: number): (number | null)[] {
  const range = (first: number, length: number) =>
    Array.from({ length }, (_, index) => first + index);
  if (pageCount <= maxButtons) return range(1, pageCount);
  if (maxButtons < 5) {
    const first = Math.min(
      Math.max(1, page - Math.floor(maxButtons / 2)),
      pageCount - maxButtons + 1,
    );
    return range(first, maxButtons);
  }
  const inner = maxButtons - 2;
  const first = page - Math.floor((inner - 1) / 2);
  if (first <= 2) return [...range(1, maxButtons - 1), null, pageCount];
  if (first + inner > pageCount - 1) {
    return [1, null, ...range(pageCount - maxButtons + 2, maxButtons - 1)];
  }
  return [1, null, ...range(first, inner), null, pageCount];
}

const countClass = 'tabular text-13 text-muted';

function allText(total: number, noun: string): string {
  return total === 1 ? 'Showing 1 of 1' : `Showing all ${total.toLocaleString('en-US')} ${noun}`;
}

/** Only the count with one page, nothing without rows. */
export function Pager({
  page,
  pageCount,
  from,
  to,
  total,
  noun = 'results',
  onPage,
  maxButtons = 7,
  compact = false,
  label = 'Pagination',
  className,
}: PagerProps) {
  const phone = useMediaQuery(phoneQuery);
  if (total === 0) return null;
  if (pageCount <= 1) return <p className={cn(countClass, className)}>{allText(total, noun)}</p>;
  return (
    <nav
      aria-label={label}
      className={cn('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}
    >
      <p className={countClass}>
        {`Showing ${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun}`}
      </p>
      <div className="-mx-2.5 flex flex-1 items-center justify-between gap-1 sm:mx-0 sm:flex-none">
        <Button
          size="sm"
          variant="ghost"
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          Previous
        </Button>
        {compact || phone ? (
          <span className="tabular px-1 text-13 text-muted">{`Page ${page} of ${pageCount}`}</span>
        ) : (
          <ol className="flex flex-wrap items-center gap-1">
            {pageWindow(page, pageCount, maxButtons).map((number, index) => (
              <li key={number ?? `gap-${index}`} className="flex">
                {number === null ? (
                  <span aria-hidden="true" className="w-6 text-center text-muted">
                    …
                  </span>
                ) : (
                  <PageButton
                    number={number}
                    current={number === page}
                    onClick={() => onPage(number)}
                  />
                )}
              </li>
            ))}
          </ol>
        )}
        <Button
          size="sm"
          variant="ghost"
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        >
          <span className="inline-flex items-center gap-2">
            Next
            <ChevronRight aria-hidden="true" />
          </span>
        </Button>
      </div>
    </nav>
  );
}

interface PageButtonProps {
  number: number;
  current: boolean;
  onClick: () => void;
}

function PageButton({ number, current, onClick }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Page ${number}`}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
      className={cn(
        'tabular h-8 min-w-8 rounded-lg border px-1.5 text-13 font-medium transition-colors duration-100',
        current
          ? 'border-line bg-surface-hover text-ink'
          : 'border-transparent text-muted hover:bg-surface-hover hover:text-ink',
      )}
    >
      {number}
    </button>
  );
}

export interface ListPagerProps extends Pick<
  PagerProps,
  'noun' | 'compact' | 'maxButtons' | 'className' | 'onPage'
> {
  list: ListPage<unknown>;
  pageSize: number;
}

/** Turns the pages of a list. */
export function ListPager({ list, pageSize, ...pager }: ListPagerProps) {
  const from = (list.page - 1) * pageSize;
  return (
    <Pager
      {...pager}
      page={list.page}
      pageCount={list.totalPages}
      from={from + 1}
      to={from + list.rows.length}
      total={list.totalCount}
    />
  );
}
