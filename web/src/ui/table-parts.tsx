import type { MouseEvent, ReactNode } from 'react';
import { useLeavingNavigate } from '../lib/unsaved-warning.ts';
import type { Sort } from '../lib/url-state.ts';
import { Link } from './link.tsx';

/* Shared by the table and the cards of table.tsx. */

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean | undefined;
  align?: 'left' | 'right' | undefined;
  /**
   * The head of the card on a phone, and the cell with the row's link; by default the first one.
   */
  primary?: boolean | undefined;
  hideOnPhone?: boolean | undefined;
  /** Left out where the table does not fit its window: 1 goes first. Columns without it stay. */
  spare?: number | undefined;
  /**
   * Its place on the card of a phone: at the right of the head, or in the small line below it
   * (`named`: with its header, if the value alone is ambiguous). By default its own line.
   */
  phone?: 'aside' | 'line' | 'named' | undefined;
  /** Has a second, smaller line, for which the skeleton reserves space. */
  isTwoLine?: boolean | undefined;
  className?: string | undefined;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The link of a row. The primary cell becomes a link, and the whole row can be clicked. */
  rowHref?: ((row: Row) => string) | undefined;
  /** Replaces `rowHref` if a click opens a panel; a cell has the button for the keyboard. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** The pointer or the focus is on a row, so its target can be preloaded. */
  onRowIntent?: ((row: Row) => void) | undefined;
  rowActions?: ((row: Row) => ReactNode) | undefined;
  actionsHeader?: string | undefined;
  sort?: Sort | undefined;
  /** The same column reverses its direction, another one starts ascending. */
  onSort?: ((sort: Sort) => void) | undefined;
  /** Shows skeleton rows instead of the rows. */
  loading?: boolean | undefined;
  skeletonRows?: number | undefined;
  /** Shown when there are no rows: an EmptyState. */
  empty?: ReactNode;
  /** Below the rows: the pager, totals. */
  footer?: ReactNode;
  className?: string | undefined;
}

export function primaryOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find((column) => column.primary) ?? columns[0];
}

export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      data-row-link=""
      onClick={(event) => isSecondPress(event) && event.preventDefault()}
      className="-mx-1 inline-block min-w-0 align-middle rounded-md px-1 font-medium hover:underline hover:underline-offset-3"
    >
      {children}
    </Link>
  );
}

const interactive = 'a, button, input, select, textarea, label, summary, [role="menuitem"]';

/** Of a double click, whose first press was perhaps on the page before. */
function isSecondPress({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** A click on the row itself, not on a control in it. */
function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  // A dialog or menu of the row is elsewhere in the DOM, but React bubbles its clicks here.
  if (event.defaultPrevented || !event.currentTarget.contains(target)) return false;
  if (target.closest(interactive) || isSecondPress(event)) return false;
  // Selecting text to copy it does not open the row.
  return window.getSelection()?.isCollapsed !== false;
}

/** So that the focus returns to the pressed row. */
function focusOpener(row: Element): void {
  const opener = row.querySelector<HTMLElement>('[data-row-link], [aria-haspopup="dialog"]');
  opener?.focus({ preventScroll: true });
}

/** Opens a row like its link: in a new tab with the middle button, Ctrl or Command. */
function useRowClick(): (event: MouseEvent<HTMLElement>, href: string) => void {
  const leave = useLeavingNavigate();
  return (event, href) => {
    if (!isRowClick(event)) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey) {
      window.open(href, '_blank', 'noopener');
    } else if (event.button === 0) {
      leave(href);
    }
  };
}

/** The click action of a row; undefined for none. */
export function useRowOpening<Row>({
  rowHref,
  onRowOpen,
}: Pick<DataTableProps<Row>, 'rowHref' | 'onRowOpen'>): (
  row: Row,
) => ((event: MouseEvent<HTMLElement>) => void) | undefined {
  const openLink = useRowClick();
  return (row) => {
    const href = rowHref?.(row);
    if (href) return (event) => openLink(event, href);
    if (!onRowOpen) return undefined;
    return (event) => {
      if (event.button !== 0 || !isRowClick(event)) return;
      focusOpener(event.currentTarget);
      onRowOpen(row);
    };
  };
}
