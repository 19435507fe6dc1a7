import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ExportPage } from '../api/export-csv.ts';
import { catchDownloads } from '../testing/downloads.ts';
import { expectToast, expectToasts } from '../testing/messages.ts';
import { renderPart } from '../testing/page.tsx';
import { press, user } from '../testing/user.ts';
import { ExportButton } from './export-button.tsx';

function show(page: ExportPage<number>) {
  const files = catchDownloads();
  const fetchPage = vi.fn(async () => page);
  const columns = [['Number', (row: number) => row]] as const;
  const list = () => ({ fileName: 'rows.csv', columns, fetchPage });
  const view = renderPart(<ExportButton noun="rows" disabled={false} list={list} />);
  return { ...view, names: () => files.map(({ name }) => name), fetchPage };
}

it.each([
  [123_456, 'Exported the newest 100,000 of 123,456 rows'],
  [null, 'Exported the newest 100,000 rows'],
])('says that it stopped at the maximum size of a file, of %s', async (total, text) => {
  const { names } = show({ rows: Array<number>(100_001).fill(1), total, nextAfter: 'x' });
  await press('Export CSV');
  await expectToast(`${text}, the most that one file may have. Narrow the list for the others.`);
  expect(names()).toEqual(['rows.csv']);
});

it('starts one export, however often it is pressed', async () => {
  const { names, fetchPage, getByText } = show({ rows: [1], total: 1, nextAfter: null });
  await user.dblClick(getByText('Export CSV'));
  await waitFor(() => expect(names()).toEqual(['rows.csv']));
  expect(fetchPage).toHaveBeenCalledOnce();
  await expectToasts('Exported 1 row');
});
