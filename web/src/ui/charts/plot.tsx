import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { chartHeightPx, type ChartPoint } from './chart-point.ts';
import { PlotTooltip, type Anchor } from './plot-tooltip.tsx';

/** A chart at a given width: its drawing and the positions of its points. */
export interface PlotLayout {
  /** The index of the point at a position, or null outside all of them. */
  readonly pointAt: (xPx: number, yPx: number) => number | null;
  /** The mark next to which the tooltip of a point is placed. */
  readonly anchorOf: (index: number) => Anchor;
  readonly draw: (selected: number | null) => ReactNode;
}

interface PlotProps {
  /** The name of the chart for screen readers. The card's hidden table has all its figures. */
  title: string;
  points: readonly ChartPoint[];
  layout: (widthPx: number) => PlotLayout;
}

interface Selection {
  readonly index: number;
  /** Announced; selections by pointer are not. */
  readonly isByKey: boolean;
}

/** Shared by all charts: the width, the selected point and its tooltip. Without animation. */
export function Plot({ title, points, layout }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const drawing = widthPx > 0 ? layout(widthPx) : null;
  const [selection, setSelection] = useState<Selection | null>(null);
  const index = selection && selection.index < points.length ? selection.index : null;
  const point = index === null ? undefined : points[index];

  useClearedOutside(box, point !== undefined, () => setSelection(null));

  function select(next: number | null, isByKey: boolean): void {
    setSelection((now) => {
      if (next === null) return null;
      return now?.index === next && now.isByKey === isByKey ? now : { index: next, isByKey };
    });
  }
  function onPointer(event: PointerEvent<HTMLDivElement>): void {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    select(drawing?.pointAt(event.clientX - left, event.clientY - top) ?? null, false);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const next = afterKey(event.key, index, points.length);
    if (next === undefined) return;
    event.preventDefault();
    select(next, true);
  }

  return (
    // An application takes the arrow keys, also from a screen reader.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      role="application"
      aria-roledescription="chart"
      aria-label={`${title}. Arrow keys move between the points.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative h-full touch-pan-y touch-pinch-zoom rounded-sm outline-offset-4"
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      // Lifting the finger leaves the tooltip open; scrolling closes it.
      onPointerLeave={(event) => event.pointerType !== 'touch' && setSelection(null)}
      onPointerCancel={() => setSelection(null)}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible') && points.length > 0) select(index ?? 0, true);
      }}
      onBlur={() => setSelection(null)}
      onKeyDown={onKeyDown}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${widthPx} ${chartHeightPx}`}
        className="block size-full overflow-visible"
      >
        {drawing?.draw(index)}
      </svg>
      {drawing && point && index !== null ? (
        <PlotTooltip point={point} anchor={drawing.anchorOf(index)} widthPx={widthPx} />
      ) : null}
      <p aria-live="polite" className="sr-only">
        {point && selection?.isByKey ? spoken(point) : null}
      </p>
    </div>
  );
}

/** Null clears the selection; undefined is a key that is not handled. */
function afterKey(key: string, index: number | null, count: number): number | null | undefined {
  if (key === 'Escape') return index === null ? undefined : null;
  if (count === 0) return undefined;
  const last = count - 1;
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min((index ?? -1) + 1, last);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max((index ?? count) - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

function spoken({ title, figures }: ChartPoint): string {
  return `${title}: ${figures.map(({ label, text }) => `${label} ${text}`).join(', ')}`;
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const measure = () => setWidthPx(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [box]);
  return widthPx;
}

/** A touch leaves its tooltip open until the next one elsewhere. */
function useClearedOutside(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  clear: () => void,
): void {
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  });
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) latest.current();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [box, isOpen]);
}
