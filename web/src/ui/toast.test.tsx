import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from 'react-hot-toast/headless';
import { notify, Toaster } from './toast.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => toast.remove());
  vi.useRealTimers();
});

/** In two steps: a message is dismissed first and removed after its animation. */
function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms - 200));
  act(() => void vi.advanceTimersByTime(200));
}

const shown = () => document.querySelectorAll('[data-toast]').length;

it('shows at most 20 at once, the newest first', () => {
  render(<Toaster />);
  act(() => {
    for (let count = 1; count <= 25; count += 1) notify.blank(`Message ${count}`);
  });
  expect(shown()).toBe(20);
  expect(screen.getByText('Message 25')).toBeInTheDocument();
  expect(screen.queryByText('Message 5')).not.toBeInTheDocument();
});

it('keeps successes for 2 seconds and the rest for 4', () => {
  render(<Toaster />);
  act(() => {
    notify.success('Saved');
    notify.error('Failed');
    notify.blank('Note');
  });
  pass(1900);
  expect(shown()).toBe(3);
  pass(400);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  expect(shown()).toBe(2);
  pass(1600);
  expect(shown()).toBe(2);
  pass(400);
  expect(shown()).toBe(0);
});

it('keeps successes for as long as the area asks for', () => {
  render(<Toaster successMs={4000} />);
  act(() => void notify.success('Saved'));
  pass(3900);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  pass(400);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

it('keeps a loading message until it is replaced or dismissed', () => {
  render(<Toaster />);
  act(() => void notify.loading('Uploading...', { id: 'upload' }));
  pass(3_600_000);
  expect(screen.getByText('Uploading...')).toBeInTheDocument();
  act(() => void notify.success('Uploaded', { id: 'upload' }));
  expect(shown()).toBe(1);
  pass(2400);
  expect(shown()).toBe(0);
});

it('can be dismissed, and reads errors out at once', () => {
  render(<Toaster />);
  act(() => void notify.error('Failed to load companies'));
  const card = screen.getByRole('alert');
  expect(card).toHaveTextContent('Failed to load companies');
  act(() => within(card).getByRole('button', { name: 'Dismiss' }).click());
  pass(300);
  expect(shown()).toBe(0);
});

it('goes after its time although one under the pointer was dismissed', () => {
  render(<Toaster />);
  act(() => {
    notify.error('First');
    notify.error('Second');
  });
  const first = screen.getByText('First').closest<HTMLElement>('[data-toast]');
  if (!first) throw new Error('The text is in its card');
  fireEvent.pointerMove(first, { pointerType: 'mouse' });
  pass(10_000);
  expect(shown()).toBe(2);
  act(() => within(first).getByRole('button', { name: 'Dismiss' }).click());
  pass(300);
  expect(shown()).toBe(1);
  pass(4400);
  expect(shown()).toBe(0);
});

it.each([
  ['appears under a pointer that rests', { pointerType: 'mouse' }, 'mouseEnter'],
  ['is touched', { pointerType: 'touch' }, 'pointerMove'],
] as const)('goes after its time when it %s', (_, pointer, event) => {
  render(<Toaster />);
  act(() => void notify.error('Failed'));
  fireEvent[event](screen.getByRole('alert'), pointer);
  pass(4400);
  expect(shown()).toBe(0);
});

it('goes with the page that it was told on, but not with the step that told it', () => {
  const { rerender } = render(<Toaster page="/users" />);
  act(() => {
    notify.error('Failed to load users');
    notify.loading('Uploading...');
  });
  act(() => void vi.advanceTimersByTime(1500));
  act(() => void notify.success('User created'));
  rerender(<Toaster page="/users/1" />);
  pass(300);
  expect(screen.queryByText('Failed to load users')).not.toBeInTheDocument();
  expect(screen.getByText('User created')).toBeInTheDocument();
  expect(screen.getByText('Uploading...')).toBeInTheDocument();
});
