import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BarChart } from './bar-chart.tsx';
import type { ChartPoint } from './chart-point.ts';
import { DonutChart } from './donut-chart.tsx';
import { LineChart } from './line-chart.tsx';

const series = [
  { name: 'Credits', color: 'green' },
  { name: 'Debits', color: 'red' },
];
const days = [pointOf('Jan 01', 10, 4), pointOf('Jan 02', 20, 0), pointOf('Jan 03', 0, -40)];
const formatValue = String;

let widthPx = 600;
let resize: () => void = () => {};

beforeEach(() => {
  widthPx = 600;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => widthPx);
  vi.stubGlobal('ResizeObserver', Observer);
});

const chart = () => screen.getByRole('application');
const tooltip = () => document.querySelector('[data-tooltip]');
const announced = () => document.querySelector('[aria-live]')?.textContent;

describe('the keyboard', () => {
  it('moves between the points, stops at both ends, and Escape clears', async () => {
    const user = userEvent.setup();
    render(line(days));
    expect(chart()).toHaveAccessibleName('Flow. Arrow keys move between the points.');
    await user.tab();
    expect(chart()).toHaveFocus();
    for (const [key, label] of [
      ['Home', 'Jan 01'],
      ['ArrowRight', 'Jan 02'],
      ['ArrowDown', 'Jan 03'],
      ['ArrowRight', 'Jan 03'],
      ['ArrowLeft', 'Jan 02'],
      ['ArrowUp', 'Jan 01'],
      ['ArrowLeft', 'Jan 01'],
      ['End', 'Jan 03'],
    ]) {
      await user.keyboard(`{${key}}`);
      expect(tooltip()).toHaveTextContent(`${label}, 2026`);
    }
    expect(announced()).toBe('Jan 03, 2026: Credits UGX 0, Debits UGX -40');
    await user.keyboard('{Escape}');
    expect(tooltip()).not.toBeInTheDocument();
    expect(announced()).toBe('');
    // Without a selection, back to the newest.
    await user.keyboard('{ArrowLeft}');
    expect(tooltip()).toHaveTextContent('Jan 03, 2026');
    await user.tab();
    expect(tooltip()).not.toBeInTheDocument();
  });

  it('does not handle other keys', () => {
    render(line(days));
    expect(fireEvent.keyDown(chart(), { key: 'ArrowRight' })).toBe(false);
    for (const key of ['Tab', 'PageDown', 'a']) {
      expect(fireEvent.keyDown(chart(), { key })).toBe(true);
    }
  });

  it('selects nothing where there are no points', () => {
    render(line([]));
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Escape']) {
      expect(fireEvent.keyDown(chart(), { key })).toBe(true);
    }
    expect(tooltip()).not.toBeInTheDocument();
  });

  it('deselects a point that is gone with new data', () => {
    const { rerender } = render(line(days));
    fireEvent.keyDown(chart(), { key: 'End' });
    rerender(line(days.slice(0, 1)));
    expect(tooltip()).not.toBeInTheDocument();
    expect(announced()).toBe('');
  });
});

describe('the pointer', () => {
  const move = (type: string, at: { clientX: number; clientY: number }, pointerType = 'mouse') =>
    fireEvent(
      chart(),
      Object.assign(new MouseEvent(type, { bubbles: true, ...at }), { pointerType }),
    );

  it('shows the nearest point of a line and is not announced', () => {
    render(line(days));
    move('pointermove', { clientX: 590, clientY: 100 });
    expect(tooltip()).toHaveTextContent('Jan 03, 2026');
    expect(announced()).toBe('');
    move('pointermove', { clientX: 320, clientY: 250 });
    expect(tooltip()).toHaveTextContent('Jan 02, 2026');
    move('pointerout', { clientX: 0, clientY: 0 });
    expect(tooltip()).not.toBeInTheDocument();
  });

  it('shows a tooltip over a bar only between the axes', () => {
    render(<BarChart title="Flow" widestBarPx={24} {...{ series, points: days, formatValue }} />);
    move('pointermove', { clientX: 590, clientY: 100 });
    expect(tooltip()).toHaveTextContent('Jan 03, 2026');
    move('pointermove', { clientX: 590, clientY: 290 });
    expect(tooltip()).not.toBeInTheDocument();
  });

  it('a touch leaves the tooltip open until another place is touched', () => {
    render(line(days));
    move('pointerdown', { clientX: 60, clientY: 100 }, 'touch');
    move('pointerout', { clientX: 60, clientY: 100 }, 'touch');
    expect(tooltip()).toHaveTextContent('Jan 01, 2026');
    fireEvent.pointerDown(document.body);
    expect(tooltip()).not.toBeInTheDocument();
  });

  it('a touch that scrolls the page closes the tooltip', () => {
    render(line(days));
    move('pointerdown', { clientX: 60, clientY: 100 }, 'touch');
    move('pointercancel', { clientX: 60, clientY: 100 }, 'touch');
    expect(tooltip()).not.toBeInTheDocument();
  });
});

describe('lines', () => {
  it.each([
    ['no points', [], 0],
    ['one point', days.slice(0, 1), 2],
    ['a week', days, 6],
    ['more', Array.from({ length: 90 }, (_, at) => pointOf(`Day ${at}`, at, 1)), 0],
  ])('lines of %s', (_what, points, dots) => {
    render(line(points));
    expect(document.querySelectorAll('[data-series]')).toHaveLength(2);
    expect(document.querySelectorAll('circle')).toHaveLength(dots);
    expect(document.querySelector('svg')?.innerHTML).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('lines are redrawn for the available width, with the labels that fit', () => {
    const many = Array.from({ length: 30 }, (_, at) => pointOf(`Jan ${at + 1}`, at, 1));
    render(line(many));
    const labels = () => texts('svg > text');
    const before = labels();
    widthPx = 250;
    act(() => resize());
    expect(document.querySelector('svg')).toHaveAttribute('viewBox', '0 0 250 300');
    expect(labels().length).toBeLessThan(before.length);
    expect(labels()[0]).toBe('Jan 1');
  });

  it('lines fill the area down to zero when asked to', () => {
    const filled = [{ name: 'Balance', color: 'green', fill: 'green' }];
    render(<LineChart title="Balance" series={filled} points={days} formatValue={formatValue} />);
    const [area, stroke] = pathsOf('Balance');
    expect(area).toMatch(/Z$/);
    expect(stroke).not.toMatch(/Z$/);
  });
});

describe('bars', () => {
  const bars = (points: readonly ChartPoint[], isStacked = false) => (
    <BarChart
      title="Flow"
      widestBarPx={24}
      smallestStep={1}
      {...{ series, points, formatValue, isStacked }}
    />
  );
  /** The pixels that a bar covers. */
  const boxOf = (path: string | null | undefined) => {
    const places = [...(path ?? '').matchAll(/(-?[\d.]+),(-?[\d.]+)/g)];
    const range = (at: 1 | 2) => {
      const all = places.map((place) => Number(place[at]));
      return [Math.min(...all), Math.max(...all)] as const;
    };
    return { x: range(1), y: range(2) };
  };

  it('bars are side by side, without the zero ones', () => {
    render(bars(days));
    const [credits, debits] = [pathsOf('Credits'), pathsOf('Debits')];
    expect([credits.length, debits.length]).toEqual([2, 2]);
    expect(boxOf(debits[0]).x[0]).toBe(boxOf(credits[0]).x[1] + 2);
    // A negative bar hangs from the zero line.
    expect(boxOf(debits[1]).y[0]).toBe(boxOf(credits[0]).y[1]);
  });

  it('bars are stacked, and the axis reaches the top of the stack', () => {
    render(bars([pointOf('MTN', 24, 5)], true));
    const [lower, upper] = [boxOf(pathsOf('Credits')[0]), boxOf(pathsOf('Debits')[0])];
    expect(upper.y[1]).toBe(lower.y[0]);
    expect(upper.x).toEqual(lower.x);
    expect(texts('[data-axis="values"] text')).toEqual(['0', '8', '16', '24', '32']);
  });

  it.each([
    ['no points', []],
    ['zeros', [pointOf('Jan 01', 0, 0)]],
  ])('bars of %s are an axis with its zero', (_what, points) => {
    render(bars(points));
    expect(texts('[data-axis="values"] text')).toEqual(['0']);
    expect([...pathsOf('Credits'), ...pathsOf('Debits')]).toEqual([]);
    expect(document.querySelector('svg')?.innerHTML).not.toMatch(/NaN|Infinity/);
  });
});

describe('a donut', () => {
  const slices = [pointOf('Home', 30), pointOf('Food', 10)];
  const donut = (points: readonly ChartPoint[]) => (
    <DonutChart title="Spending" points={points} total={{ label: 'Spent, UGX', text: '40' }} />
  );

  it('has a slice for each point, found by its angle, and the total inside', () => {
    render(donut(slices));
    expect(document.querySelectorAll('[data-series]')).toHaveLength(2);
    expect(chart()).toHaveTextContent('Spent, UGX40');
    // Right of the middle is the first, upper left the second, and the hole is between them.
    fireEvent.pointerMove(chart(), { clientX: 400, clientY: 150 });
    expect(tooltip()).toHaveTextContent('Home, 2026');
    fireEvent.pointerMove(chart(), { clientX: 230, clientY: 80 });
    expect(tooltip()).toHaveTextContent('Food, 2026');
    fireEvent.pointerMove(chart(), { clientX: 300, clientY: 150 });
    expect(tooltip()).not.toBeInTheDocument();
  });

  it.each([
    ['nothing', []],
    ['zeros', [pointOf('Home', 0)]],
  ])('a donut of %s is an empty ring', (_what, points) => {
    render(donut(points));
    expect(document.querySelectorAll('[data-series]')).toHaveLength(0);
    expect(document.querySelectorAll('path')).toHaveLength(1);
    fireEvent.pointerMove(chart(), { clientX: 400, clientY: 150 });
    expect(tooltip()).not.toBeInTheDocument();
  });
});

function pointOf(label: string, ...values: number[]): ChartPoint {
  const figures = values.map((value, at) => ({
    label: series[at]?.name ?? '',
    text: `UGX ${value}`,
  }));
  return { label, title: `${label}, 2026`, values, figures };
}

function line(points: readonly ChartPoint[]) {
  return <LineChart title="Flow" {...{ series, points, formatValue }} />;
}

function texts(selector: string) {
  return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

function pathsOf(name: string) {
  const paths = document.querySelectorAll(`[data-series="${name}"] path`);
  return [...paths].map((path) => path.getAttribute('d'));
}

class Observer {
  constructor(onResize: () => void) {
    resize = onResize;
  }
  observe() {}
  disconnect() {}
}
