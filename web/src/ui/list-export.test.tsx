import { fileExports, type FileExport } from '@sente/contract/file-exports';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../testing/answers.ts';
import { catchDownloads } from '../testing/downloads.ts';
import { expectToasts } from '../testing/messages.ts';
import { renderPart } from '../testing/page.tsx';
import { calls, serve } from '../testing/server.ts';
import { anExport } from '../testing/transactions.ts';
import { press } from '../testing/user.ts';
import { ListExport } from './list-export.tsx';

const wanted = { list: 'transactions', filters: { status: 'failed', kind: undefined } } as const;

async function open(count: number | undefined) {
  renderPart(
    <ListExport noun="transactions" wanted={wanted} count={count} words={['Last 30 days']} />,
  );
  await press(/^Export/);
  return screen.findByRole('dialog', { name: 'Export transactions' });
}

it('starts a job, shows how far it is, and saves the file when it is done', async () => {
  const saved = catchDownloads();
  let state: FileExport = anExport({ state: 'writing', rowCount: 1, format: 'xlsx' });
  serve(fileExports.start, ok(anExport({ format: 'xlsx' })));
  serve(fileExports.list, () => (calls(fileExports.start).length === 0 ? ok([]) : ok([state])));
  serve(fileExports.file, { text: 'content', type: 'application/octet-stream' });
  const dialog = await open(3);
  expect(dialog).toHaveTextContent('3 transactions: Last 30 days.');
  await press('Export as Excel', dialog);
  const bar = await within(dialog).findByRole('progressbar', { name: 'Export' });
  expect(bar).toHaveAttribute('aria-valuenow', '1');
  expect(within(dialog).getByText('Writing 1 of 3 rows')).toBeVisible();
  expect(calls(fileExports.start)[0]?.body).toEqual({
    list: 'transactions',
    format: 'xlsx',
    filters: { status: 'failed' },
  });
  state = { ...state, state: 'done', rowCount: 3 };
  await expectToasts('Exported 3 rows');
  expect(await saved[0]?.text()).toBe('content');
  expect(saved).toHaveLength(1);
});

it('keeps the files of the last day, to download again and to delete', async () => {
  const saved = catchDownloads();
  serve(fileExports.list, ok([anExport({ state: 'done', rowCount: 3 })]));
  serve(fileExports.file, { text: 'again', type: 'application/octet-stream' });
  serve(fileExports.remove, ok(null));
  const dialog = await open(3);
  const list = await within(dialog).findByRole('list', { name: 'Your exports' });
  expect(list).toHaveTextContent('transactions-2026-01-05.csv3 rows, 1 kB');
  // Nothing is saved unasked.
  expect(saved).toEqual([]);
  await press('Download transactions-2026-01-05.csv', dialog);
  await waitFor(async () => expect(await saved[0]?.text()).toBe('again'));
  serve(fileExports.list, ok([]));
  await press('Delete transactions-2026-01-05.csv', dialog);
  expect(await within(dialog).findByText(/the file stays here for 24 hours/)).toBeVisible();
  expect(calls(fileExports.remove)).toHaveLength(1);
});

it('is cancelled while it is written', async () => {
  serve(fileExports.list, ok([anExport({ state: 'waiting', totalCount: null })]));
  serve(fileExports.remove, ok(null));
  const dialog = await open(3);
  const bar = await within(dialog).findByRole('progressbar', { name: 'Export' });
  expect(bar).not.toHaveAttribute('aria-valuenow');
  serve(fileExports.list, ok([]));
  await press('Cancel', dialog);
  await waitFor(() => expect(bar).not.toBeInTheDocument());
});

it('says why it could not be started or written', async () => {
  serve(fileExports.start, refused(409, '3 exports are being written.'));
  serve(fileExports.list, ok([anExport({ state: 'failed' })]));
  const dialog = await open(undefined);
  expect(dialog).toHaveTextContent('All transactions that pass the filters: Last 30 days.');
  expect(await within(dialog).findByText(/It could not be written/)).toBeVisible();
  await press('Export as CSV', dialog);
  expect(await within(dialog).findByText(/3 exports are being written/)).toBeVisible();
});

it('has nothing to do for an empty list', () => {
  renderPart(<ListExport noun="transactions" wanted={wanted} count={0} words={[]} />);
  expect(screen.getByRole('button', { name: 'Export transactions' })).toBeDisabled();
});
