interface ValueAxis {
  readonly ticks: readonly number[];
  readonly domain: readonly [from: number, to: number];
}

const usualSteps = 4;

/** How much of the highest value a level moves at most for its axis to leave out zero. */
const levelShare = 0.5;

/** A hundredth of a shilling. */
const smallestLevel = 0.01;
const fewestLevels = 3;

/**
 * The axis of a level such as a balance, which may move little for its size. It begins below the lowest value
 * then, because a line from zero would look flat.
 */
export function levelAxis(values: readonly number[]): ValueAxis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!(low > 0 && high > low && high - low < high * levelShare)) return valueAxis(values);
  const step = roundStep(high - low, smallestLevel);
  const from = Math.floor(low / step);
  const ticks = multiples(step, from, Math.max(Math.ceil(high / step), from + fewestLevels - 1));
  return { ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1] };
}

/**
 * Ticks from zero past the largest value, in about four steps. A step is rounded up to half of its
 * leading digit (0.75M, 8M, 350M), so little of the height stays empty. `smallestStep` is the
 * smallest difference that the labels can show: one transaction, or 0.1M. Values below four such
 * steps use the whole height, and only ticks with a distinct label are kept.
 */
export function valueAxis(values: readonly number[], smallestStep = 0): ValueAxis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low;
  if (span === 0) return { ticks: [0], domain: [0, 1] };
  if (span < usualSteps * smallestStep) {
    const ticks = multiples(smallestStep, Math.ceil(low / smallestStep), high / smallestStep);
    return { ticks, domain: [low, high] };
  }
  const step = roundStep(span, smallestStep);
  const ticks = multiples(step, Math.floor(low / step), Math.ceil(high / step));
  return { ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1] };
}

function roundStep(span: number, smallestStep = 0): number {
  const rough = span / usualSteps;
  const unit = Math.max(10 ** Math.floor(Math.log10(rough)) / 2, smallestStep);
  return Math.ceil(rough / unit) * unit;
}

function multiples(step: number, from: number, to: number): number[] {
  // Adding 0 turns -0 into 0.
  return Array.from({ length: Math.floor(to) - from + 1 }, (_, at) => (from + at) * step + 0);
}

export const labelSizePx = 12;
const labelGapPx = 16;

/** Only each n-th label is drawn where all of them would overlap. */
export function labelInterval(labels: readonly string[], stepPx: number): number {
  return Math.max(1, Math.ceil((widestPx(labels) + labelGapPx) / stepPx));
}

export function widestPx(labels: readonly string[]): number {
  return Math.max(0, ...labels.map(textWidthPx));
}

let canvas: OffscreenCanvasRenderingContext2D | null = null;

/** Measured without the document, so that the axis has its width before the first render. */
function textWidthPx(text: string): number {
  if (typeof OffscreenCanvas === 'undefined') return (text.length * labelSizePx) / 2;
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return 0;
  canvas.font = `${labelSizePx}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width;
}
