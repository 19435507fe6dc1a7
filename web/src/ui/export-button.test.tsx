import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import type { ExportPage } from '../api/export-csv.ts';
import { ExportButton } from './export-button.tsx';
import { Toaster } from './toast.tsx';

const user = userEvent.setup({ delay: null });

function show(page: ExportPage<number>) {
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const fetchPage = vi.fn(async () => page);
  render(
    <>
      <ExportButton
        noun="rows"
        disabled={false}
        list={() => ({
          fileName: 'rows.csv',
          columns: [['Number', (row: number) => row]],
          fetchPage,
        })}
      />
      <Toaster />
    </>,
  );
  return { names, fetchPage };
}

afterEach(() => {
  act(() => toast.remove());
  vi.restoreAllMocks();
});

it.each([
  [123_456, 'Exported the newest 100,000 of 123,456 rows'],
  [null, 'Exported the newest 100,000 rows'],
])('says that it stopped at the most that a file may have, of %s', async (total, text) => {
  const { names } = show({ rows: Array<number>(100_001).fill(1), total, nextAfter: 'x' });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(document.querySelector('[data-toast] p')).toHaveTextContent(
      `${text}, the most that one file may have. Narrow the list for the others.`,
    ),
  );
  expect(names).toEqual(['rows.csv']);
});

it('is one export, however often it is pressed', async () => {
  const { names, fetchPage } = show({ rows: [1], total: 1, nextAfter: null });
  await user.dblClick(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(names).toEqual(['rows.csv']));
  expect(fetchPage).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-toast] p')).toHaveTextContent('Exported 1 row');
});
