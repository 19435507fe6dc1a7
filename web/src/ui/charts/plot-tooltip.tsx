import { useLayoutEffect, useRef } from 'react';
import { chartHeightPx, type ChartPoint } from './chart-point.ts';

/** The sides of a mark, and the height of its end. */
export interface Anchor {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly yPx: number;
}

interface PlotTooltipProps {
  point: ChartPoint;
  anchor: Anchor;
  widthPx: number;
}

const gapPx = 10;

/** The exact figures of the selected point. Screen readers get them from the plot. */
export function PlotTooltip({ point, anchor, widthPx }: PlotTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const { xPx, yPx } = tooltipPlace(anchor, widthPx, node.offsetWidth, node.offsetHeight);
    node.style.transform = `translate(${xPx}px, ${yPx}px)`;
  });
  return (
    <div
      ref={box}
      aria-hidden="true"
      data-tooltip=""
      className="pointer-events-none absolute top-0 left-0 z-10 w-max max-w-[min(18rem,100%)] rounded-lg bg-surface-raised px-3 py-2 text-13 shadow-float print:hidden"
    >
      <p className="tabular mb-1 font-medium wrap-anywhere">{point.title}</p>
      {point.figures.map(({ label, text, color }) => (
        <p key={label} className="tabular flex items-center gap-2">
          {color ? (
            <span className="size-2 shrink-0 rounded-full" style={{ background: color }} />
          ) : null}
          <span className="text-muted">{label}</span>
          <span className="ml-auto pl-4 font-medium">{text}</span>
        </p>
      ))}
    </div>
  );
}

/** Above and to the right of the mark, or to its left; on a narrow screen above it, or below. */
function tooltipPlace(
  { leftPx, rightPx, yPx }: Anchor,
  widthPx: number,
  ownWidthPx: number,
  ownHeightPx: number,
): { xPx: number; yPx: number } {
  const inside = (at: number, room: number) => Math.round(Math.max(0, Math.min(at, room)));
  const [right, left] = [rightPx + gapPx, leftPx - gapPx - ownWidthPx];
  const [roomX, roomY] = [widthPx - ownWidthPx, chartHeightPx - ownHeightPx];
  if (right <= roomX || left >= 0) {
    return {
      xPx: Math.round(right <= roomX ? right : left),
      yPx: inside(yPx + gapPx - ownHeightPx, roomY),
    };
  }
  const above = yPx - gapPx - ownHeightPx;
  return {
    xPx: inside((leftPx + rightPx - ownWidthPx) / 2, roomX),
    yPx: inside(above >= 0 ? above : yPx + gapPx, roomY),
  };
}
