import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RelativeTime } from './date-display.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it('opens after a moment of hovering, describes its element and closes on Escape', () => {
  render(
    <Tooltip text="Copies the whole key">
      <button type="button">Copy</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  // React derives pointerenter from pointerover; jsdom has no pointerType.
  fireEvent(button, pointer('pointerover'));
  pass(340);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  pass(20);
  expect(screen.getByRole('tooltip')).toHaveTextContent('Copies the whole key');
  expect(button).toHaveAccessibleDescription('Copies the whole key');
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

it('answers a finger on what does nothing, until the next touch elsewhere', () => {
  render(
    <Tooltip text="Only for managers" isAnswer>
      <button type="button" aria-disabled="true">
        Company
      </button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  fireEvent(button, pointer('pointerdown'));
  fireEvent(button, pointer('pointerout'));
  fireEvent.click(button);
  pass(400);
  expect(screen.getByRole('tooltip')).toHaveTextContent('Only for managers');
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

it('stays while the pointer moves onto it, and closes when it leaves', () => {
  render(
    <Tooltip text="Exact">
      <button type="button">Copy</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  fireEvent(button, pointer('pointerover'));
  pass(400);
  const bubble = screen.getByRole('tooltip');
  fireEvent(button, pointer('pointerout', bubble));
  fireEvent(bubble, pointer('pointerover', button));
  pass(1000);
  expect(screen.getByRole('tooltip')).toBeInTheDocument();
  fireEvent(bubble, pointer('pointerout', document.body));
  pass(200);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

it('is placed to the right of its element when asked to, vertically centred', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('[role="tooltip"]')
      ? new DOMRect(0, 0, 80, 24)
      : new DOMRect(12, 100, 36, 36);
  });
  render(
    <Tooltip text="Companies" isName side="right">
      <button type="button">Companies</button>
    </Tooltip>,
  );
  fireEvent(screen.getByRole('button'), pointer('pointerover'));
  pass(400);
  expect(screen.getByRole('tooltip').style.transform).toBe('translate(54px, 106px)');
});

it('shows the exact time of relative times, also for screen readers, and keeps them current', () => {
  vi.setSystemTime(new Date('2024-01-05T12:12:00Z'));
  render(<RelativeTime value="2024-01-05T12:07:00Z" />);
  const text = screen.getByText('5 minutes ago');
  expect(screen.getByText('(January 05, 2024 at 3:07 PM)')).toHaveClass('sr-only');
  fireEvent(text, pointer('pointerover'));
  pass(400);
  expect(screen.getByRole('tooltip')).toHaveTextContent('January 05, 2024 at 3:07 PM');
  pass(60_000);
  expect(screen.getByText('6 minutes ago')).toBeInTheDocument();
});

function pointer(type: string, relatedTarget: Element | null = null): Event {
  const event = new MouseEvent(type, { bubbles: true, relatedTarget });
  return Object.assign(event, { pointerType: 'mouse' });
}
