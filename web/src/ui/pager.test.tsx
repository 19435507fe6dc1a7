import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Pager, pageWindow } from './pager.tsx';

const base = { page: 2, pageCount: 3, from: 11, to: 20, total: 25, onPage: () => {} };

it('says which rows are shown', () => {
  render(<Pager {...base} noun="users" />);
  expect(screen.getByText('Showing 11 to 20 of 25 users')).toBeInTheDocument();
});

it('only counts with one page, and is hidden without rows', () => {
  const { container, rerender } = render(
    <Pager {...base} page={1} pageCount={1} total={7} noun="users" />,
  );
  expect(container).toHaveTextContent(/^Showing all 7 users$/);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  rerender(<Pager {...base} page={1} pageCount={1} total={1} noun="users" />);
  expect(container).toHaveTextContent(/^Showing 1 of 1$/);
  rerender(<Pager {...base} page={1} pageCount={0} total={0} />);
  expect(container).toBeEmptyDOMElement();
});

it('goes to the previous, the next and a given page', async () => {
  const user = userEvent.setup();
  const onPage = vi.fn();
  render(<Pager {...base} onPage={onPage} />);
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(onPage.mock.calls).toEqual([[1], [3], [3]]);
});

it('marks the current page and stops at both ends', () => {
  const { rerender } = render(<Pager {...base} page={1} />);
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  rerender(<Pager {...base} page={3} />);
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
});

it('can show the position as text', () => {
  render(<Pager {...base} compact />);
  expect(screen.getByText('Page 2 of 3')).toBeInTheDocument();
  expect(within(screen.getByRole('navigation')).getAllByRole('button')).toHaveLength(2);
});

it.each([
  [1, 3, 7, '1 2 3'],
  [1, 12, 5, '1 2 3 4 … 12'],
  [3, 12, 5, '1 2 3 4 … 12'],
  [4, 12, 5, '1 … 3 4 5 … 12'],
  [6, 12, 5, '1 … 5 6 7 … 12'],
  [9, 12, 5, '1 … 8 9 10 … 12'],
  [10, 12, 5, '1 … 9 10 11 12'],
  [12, 12, 5, '1 … 9 10 11 12'],
  [6, 12, 7, '1 … 4 5 6 7 8 … 12'],
  [2, 12, 3, '1 2 3'],
  [6, 12, 3, '5 6 7'],
])('page %i of %i with %i buttons shows %s', (page, pageCount, max, text) => {
  const shown = pageWindow(page, pageCount, max);
  expect(shown.map((number) => number ?? '…').join(' ')).toBe(text);
});

it('never shows more than the allowed numbers, always the current one, and no gap of zero', () => {
  for (const max of [3, 5, 6, 7, 9]) {
    for (let count = 2; count <= 15; count += 1) {
      for (let page = 1; page <= count; page += 1) {
        const shown = pageWindow(page, count, max);
        const numbers = shown.filter((number) => number !== null);
        expect(numbers.length).toBeLessThanOrEqual(max);
        expect(numbers).toContain(page);
        shown.forEach((number, at) => {
          if (number === null) expect(shown[at + 1]! - shown[at - 1]!).toBeGreaterThan(1);
        });
      }
    }
  }
});
