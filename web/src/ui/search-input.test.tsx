import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchInput } from './search-input.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const box = () => screen.getByRole('searchbox', { name: 'Search' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

it('reports every change at once without a delay', () => {
  const onChange = vi.fn();
  render(<SearchInput label="Search" value="" onChange={onChange} />);
  type('k');
  type('ka');
  expect(onChange.mock.calls).toEqual([['k'], ['ka']]);
});

it('waits for the last key with a delay, and Enter submits at once', () => {
  const onChange = vi.fn();
  render(<SearchInput label="Search" value="" onChange={onChange} debounceMs={300} />);
  type('k');
  act(() => void vi.advanceTimersByTime(299));
  type('ka');
  act(() => void vi.advanceTimersByTime(299));
  expect(onChange).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(onChange.mock.calls).toEqual([['ka']]);

  type('kat');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(onChange).toHaveBeenLastCalledWith('kat');
  act(() => void vi.advanceTimersByTime(1000));
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('keeps the text when an older value arrives late', () => {
  const props = { label: 'Search', onChange: () => {} };
  const { rerender } = render(<SearchInput {...props} value="" />);
  type('k');
  type('ka');
  rerender(<SearchInput {...props} value="k" />);
  expect(box()).toHaveValue('ka');
  rerender(<SearchInput {...props} value="ka" />);
  expect(box()).toHaveValue('ka');
});

it('limits the length to what the server accepts', () => {
  render(<SearchInput label="Search" value="" onChange={() => {}} />);
  expect(box()).toHaveAttribute('maxlength', '200');
});

it('shows a value that changed elsewhere', () => {
  const props = { label: 'Search', onChange: () => {} };
  const { rerender } = render(<SearchInput {...props} value="kato" />);
  expect(box()).toHaveValue('kato');
  rerender(<SearchInput {...props} value="" />);
  expect(box()).toHaveValue('');
});

it('clears with its button and with Escape', () => {
  const onChange = vi.fn();
  render(<SearchInput label="Search" value="kato" onChange={onChange} />);
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box()).toHaveValue('');
  expect(box()).toHaveFocus();
  type('x');
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(onChange.mock.calls).toEqual([[''], ['x'], ['']]);
});
