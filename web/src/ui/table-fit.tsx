import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Column } from './table-parts.tsx';

interface Fit<Row> {
  readonly shown: readonly Column<Row>[];
  readonly leftOut: readonly Column<Row>[];
  /** What is shown is still wider than its box, which therefore scrolls. */
  readonly isWide: boolean;
}

/**
 * Leaves out columns until the table fits its box, beginning with the lowest `spare`. Measured before
 * the browser paints, so nobody sees the columns go.
 */
export function useFit<Row>(
  box: RefObject<HTMLDivElement | null>,
  columns: readonly Column<Row>[],
  showsAll: boolean,
): Fit<Row> {
  const order = showsAll
    ? []
    : columns
        .filter(({ spare }) => spare !== undefined)
        .toSorted((a, b) => (a.spare ?? 0) - (b.spare ?? 0));
  const [count, setCount] = useState(0);
  const [isWide, setIsWide] = useState(false);
  /** The width that the table had with so many columns left out, when that was too much. */
  const tooWide = useRef<number[]>([]);
  const used = Math.min(count, order.length);

  useLayoutEffect(() => {
    const node = box.current;
    const table = node?.firstElementChild;
    if (!node || !(table instanceof HTMLElement)) return;
    const measure = () => {
      const room = node.offsetWidth;
      const width = table.offsetWidth;
      setIsWide(width > room);
      if (width > room && used < order.length) {
        tooWide.current[used] = width;
        setCount(used + 1);
      } else if (used > 0 && room >= (tooWide.current[used - 1] ?? 0)) {
        setCount(used - 1);
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box, used, order.length]);

  const leftOut = order.slice(0, used);
  return { shown: columns.filter((column) => !leftOut.includes(column)), leftOut, isWide };
}

interface WidthHintProps {
  leftOut: readonly string[];
  isWide?: boolean;
  /** Of cards, which are never too wide. */
  isPhone?: boolean;
  showsAll: boolean;
  onToggle: () => void;
}

/** Says what a narrow window or a card hides, and offers the other way to show it. */
export function WidthHint(props: WidthHintProps) {
  const { leftOut, isWide = false, isPhone = false, showsAll, onToggle } = props;
  if (leftOut.length === 0 && !isWide && !(isPhone && showsAll)) return null;
  const where = isPhone ? 'on a phone' : 'in this width';
  return (
    <p
      data-print="hide"
      className="flex flex-wrap items-center gap-x-3 border-t bg-surface-sunken px-4 py-1.5 text-13 text-muted"
    >
      {leftOut.length > 0
        ? `Not shown ${where}: ${leftOut.join(', ')}.`
        : isWide
          ? 'The table is wider than the window. Scroll it sideways.'
          : null}
      {leftOut.length > 0 || showsAll ? (
        <button
          type="button"
          onClick={onToggle}
          className="min-h-6 rounded-md font-medium text-accent-text hover:underline hover:underline-offset-3"
        >
          {showsAll ? (isPhone ? 'Show fewer columns' : 'Fit the window') : 'Show all columns'}
        </button>
      ) : null}
    </p>
  );
}
