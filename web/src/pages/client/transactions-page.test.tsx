import { transactions, type Transaction } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { daysOfRange } from '../../lib/day-range.ts';
import {
  loadFailures,
  lost,
  ok,
  refused,
  silent,
  unexplained,
  malformed,
} from '../../testing/answers.ts';
import { catchDownloads, type SavedFile } from '../../testing/downloads.ts';
import { alertOf, expectToasts, toasts } from '../../testing/messages.ts';
import { address, back, renderPage } from '../../testing/page.tsx';
import { owner, withoutCompany } from '../../testing/people.ts';
import { calls, forgetCalls, serve } from '../../testing/server.ts';
import { aTransaction, aTransactionDetails } from '../../testing/transactions.ts';
import { press, user } from '../../testing/user.ts';

const row = aTransaction();
const { id } = row;
const rowOf = (n: number, more: Partial<Transaction> = {}) =>
  aTransaction({
    id: `${id.slice(0, -4)}${String(n).padStart(4, '0')}`,
    description: `Sale ${n}`,
    ...more,
  });
const meta = { totalCount: 1, isCountExact: true, isCapped: false, nextAfter: null };
const okPart = (rows: unknown, more: object = meta) => ok(rows, more);
const list = '/client/transactions';
const asked = () => calls(transactions.ofCompany).map(({ query }) => query);
beforeEach(() => serve(transactions.ofCompany, okPart([row])));

describe('the list', () => {
  it('shows each transaction with sign and description', async () => {
    serve(
      transactions.ofCompany,
      okPart([row, rowOf(2, { type: 'debit', status: 'failed', reference: null, amount: 900 })]),
    );
    await renderPage(list);
    const all = await rows();
    expect(all[0]).toHaveTextContent(
      /Jan 05, 2026, 1:00 PM.*Sale of airtime.*RCT-77.*Main till.*1002003004.*Credit.*UGX 25,000\.50.*UGX \+25,000\.50.*Completed/,
    );
    expect(all[1]).toHaveTextContent(/Sale 2.*Debit.*UGX 900.*-.*Failed/);
    // A failed transaction moved nothing and must not look as if it had.
    expect(all.map((one) => one.querySelector('s')?.textContent)).toEqual([undefined, '900']);
    expect(asked()).toEqual([daysOfRange('30')]);
  });

  it.each([
    ['completed', 'Completed', 'success'],
    ['pending', 'Pending', 'warning'],
    ['failed', 'Failed', 'danger'],
    ['odd', 'odd', 'muted'],
  ])('shows the chip %s', async (status, word, tone) => {
    serve(transactions.ofCompany, malformed([{ ...row, status }]));
    await renderPage(list);
    const [first] = await rows();
    expect(within(first!).getByText(word).className).toContain(tone);
  });

  it('sends search, filters and range, and keeps them in the address', async () => {
    await renderPage(`${list}?page=3`);
    await rows();
    await user.selectOptions(screen.getByLabelText('Range'), 'Last 7 days');
    await waitFor(() => expect(asked().at(-1)).toEqual(daysOfRange('7')));
    await user.selectOptions(screen.getByLabelText('Status'), 'Pending');
    await user.selectOptions(screen.getByLabelText('Type'), 'Debit');
    await user.selectOptions(screen.getByLabelText('Range'), 'All since 2020');
    await user.type(screen.getByRole('searchbox'), 'rct');
    await waitFor(() =>
      expect(asked().at(-1)).toEqual({
        ...daysOfRange('all'),
        search: 'rct',
        status: 'pending',
        type: 'debit',
      }),
    );
    expect(daysOfRange('all').startDate).toBe('2020-01-01');
    expect(address()).toBe(`${list}?range=all&status=pending&type=debit&search=rct`);
  });

  it('offers the existing filter values', async () => {
    await renderPage(list);
    await rows();
    const texts = (name: string) =>
      [...screen.getByLabelText(name).querySelectorAll('option')].map(
        ({ textContent }) => textContent,
      );
    expect(texts('Status')).toEqual(['All Statuses', 'Completed', 'Pending', 'Failed']);
    expect(texts('Type')).toEqual(['All Types', 'Credit', 'Debit']);
    expect(texts('Range')).toEqual([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'All since 2020',
    ]);
    expect(screen.getByLabelText('Range')).toHaveValue('30');
  });

  it('has ten rows per page, without another request for the next one', async () => {
    serve(
      transactions.ofCompany,
      okPart(
        Array.from({ length: 12 }, (_, n) => rowOf(n)),
        { ...meta, totalCount: 12 },
      ),
    );
    await renderPage(list);
    expect(await rows()).toHaveLength(10);
    await press('Next');
    expect(await rows()).toHaveLength(2);
    expect(screen.getByText('Showing 11 to 12 of 12 transactions')).toBeVisible();
    expect(address()).toBe(`${list}?page=2`);
    expect(asked()).toHaveLength(1);
  });

  it('shows the last page for one past the end', async () => {
    serve(
      transactions.ofCompany,
      okPart(
        Array.from({ length: 12 }, (_, n) => rowOf(n)),
        { ...meta, totalCount: 12 },
      ),
    );
    await renderPage(`${list}?page=99`);
    expect(await rows()).toHaveLength(2);
  });

  it('shows rows with the specified fields alone', async () => {
    const { id: rowId, reference, description, type, amount, status, date } = row;
    serve(transactions.ofCompany, {
      body: { data: [{ id: rowId, reference, description, type, amount, status, date }] },
    });
    await renderPage(list);
    expect((await rows())[0]).toHaveTextContent(/Sale of airtime.*RCT-77.*-.*Credit/);
  });

  it('keeps the filters on Refresh', async () => {
    await renderPage(`${list}?status=completed&range=90`);
    await rows();
    await press('Refresh');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toEqual(asked()[0]);
  });

  it('a user without a company gets a message', async () => {
    await renderPage(list, { as: withoutCompany });
    expect(await screen.findByText('No company ID')).toBeVisible();
    expect(calls()).toEqual([]);
  });
});

describe('a capped list', () => {
  const capped = { totalCount: 12_345, isCountExact: true, isCapped: true, nextAfter: 'x' };
  const many = Array.from({ length: 1_000 }, (_, n) => rowOf(n));

  it('says that it is capped, and loads older rows', async () => {
    serve(transactions.ofCompany, ({ query }) =>
      query['after'] === 'x'
        ? okPart([rowOf(5_000)], { ...capped, isCapped: false, nextAfter: null })
        : okPart(many, capped),
    );
    await renderPage(`${list}?page=100`);
    await rows();
    expect(
      screen.getByText(
        'Showing the newest 1,000 of 12,345. Narrow the range or search, or load older ones.',
      ),
    ).toBeVisible();
    await press('Load older');
    expect(await screen.findByText('Showing 991 to 1,000 of 1,001 transactions')).toBeVisible();
    expect(asked().at(-1)).toEqual({ ...daysOfRange('30'), after: 'x' });
    expect(screen.queryByText(/Showing the newest/)).not.toBeInTheDocument();
    await press('Next');
    expect(await screen.findByText('Sale 5000')).toBeVisible();
  });

  it('shows no total that was not counted', async () => {
    serve(
      transactions.ofCompany,
      okPart(many, { ...capped, totalCount: 1_000, isCountExact: false }),
    );
    await renderPage(`${list}?search=sale`);
    await rows();
    expect(screen.getByText(/^Showing the newest 1,000\. Narrow/)).toBeVisible();
  });

  it('keeps its rows when older ones cannot be loaded', async () => {
    serve(transactions.ofCompany, ({ query }) =>
      query['after'] ? refused(500, 'Too slow') : okPart(many, capped),
    );
    await renderPage(list);
    await rows();
    await press('Load older');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load transactionsToo slow');
    expect(await rows()).toHaveLength(10);
    serve(transactions.ofCompany, okPart([rowOf(5_000)]));
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Showing 1 to 10 of 1,001 transactions')).toBeVisible();
  });
});

describe('an empty list', () => {
  beforeEach(() => {
    serve(transactions.ofCompany, okPart([], { ...meta, totalCount: 0 }));
  });

  it('an empty range leads to all days, and no transactions at all says so', async () => {
    await renderPage(list);
    expect(await screen.findByText('No transactions in the last 30 days')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await press('Show all');
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add Money' })).toHaveAttribute(
      'href',
      '/client?action=add-money',
    );
    expect(address()).toBe(`${list}?range=all`);
  });

  it('offers no action without the permission', async () => {
    await renderPage(`${list}?range=all`, {
      as: { ...owner, permissions: ['canViewTransactions'] },
    });
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add Money' })).not.toBeInTheDocument();
  });

  it('a search without matches links back, with the range kept', async () => {
    await renderPage(`${list}?search=x&status=failed&type=credit&range=7&page=2`);
    expect(await screen.findByText('No transactions match in the last 7 days')).toBeVisible();
    await press('Clear Filters');
    expect(await screen.findByText('No transactions in the last 7 days')).toBeVisible();
    expect(address()).toBe(`${list}?range=7`);
  });
});

it.each([
  ...loadFailures('Failed to fetch company transactions'),
  ['no list', malformed('rows'), 'Invalid response format'] as const,
])('says when it cannot be loaded: %s', async (_, answer, text) => {
  serve(transactions.ofCompany, answer);
  await renderPage(list);
  const panel = await alertOf('Failed to load transactions');
  expect(panel).toHaveTextContent(text);
  serve(transactions.ofCompany, okPart([row]));
  await user.click(within(panel).getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

it('a row leads to its page', async () => {
  serve(transactions.get, ok(aTransactionDetails({ id })));
  await renderPage(`${list}?range=90`);
  const [first] = await rows();
  expect(within(first!).getByRole('link', { name: /Sale of airtime/ })).toHaveAttribute(
    'href',
    `${list}/${id}`,
  );
  await user.click(within(first!).getByText('Main till'));
  expect(address()).toBe(`${list}/${id}`);
  await back();
  expect(await rows()).toHaveLength(1);
  expect(address()).toBe(`${list}?range=90`);
});

describe('the export', () => {
  let saved: readonly SavedFile[];
  beforeEach(() => {
    saved = catchDownloads();
  });

  it('saves all rows that match the filters, page by page', async () => {
    const rest = [
      rowOf(2, { type: 'debit', status: 'failed', reason: 'declined', description: '=cmd' }),
    ];
    serve(transactions.ofCompany, ({ query }) =>
      query['after']
        ? okPart(rest, { ...meta, totalCount: 2 })
        : okPart([row], { ...meta, totalCount: 2, isCapped: true, nextAfter: id }),
    );
    await renderPage(`${list}?search=x&range=90`);
    await rows();
    forgetCalls();
    await press('Export CSV');
    await expectToasts('Exported 2 transactions');
    const wanted = { ...daysOfRange('90'), search: 'x' };
    expect(asked()).toEqual([wanted, { ...wanted, after: id }]);
    const { startDate, endDate } = daysOfRange('90');
    expect(saved[0]?.name).toBe(`transactions-created-${startDate}-${endDate}.csv`);
    const text = await saved[0]!.text();
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toContain(
      '"Created","Finished","Transaction ID","Description","Reference","Account"',
    );
    expect(lines[1]).toBe(
      `"2026-01-05 13:00:00","2026-01-05 13:00:00","${id}","Sale of airtime","RCT-77","Main till","1002003004","Credit","25000.5","0","25000.5","","","Completed","","Yes",""`,
    );
    expect(lines[2]).toContain(`"'=cmd"`);
    expect(lines[2]).toContain(
      '"Debit","25000.5","0","","","","Failed","","No","Declined by the other side"',
    );
    expect(lines).toHaveLength(3);
  });

  it('shows progress and can be cancelled', async () => {
    await renderPage(list);
    await rows();
    const wasGivenUp = vi.fn();
    serve(transactions.ofCompany, ({ query, signal }) => {
      if (!query['after']) {
        const rows1000 = Array.from({ length: 1_000 }, (_, n) => rowOf(n));
        return okPart(rows1000, { ...meta, totalCount: 12_345, isCapped: true, nextAfter: id });
      }
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          wasGivenUp();
          reject(signal.reason as Error);
        });
      });
    });
    await press('Export CSV');
    const bar = await screen.findByRole('progressbar', { name: 'Exporting transactions' });
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '1000'));
    expect(screen.getByText('Exporting 1,000 of 12,345')).toBeVisible();
    expect(bar).toHaveAttribute('aria-valuemax', '12345');
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toHaveFocus();
    expect(wasGivenUp).toHaveBeenCalledOnce();
    expect(saved).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('shows no percentage while the total is unknown', async () => {
    await renderPage(list);
    await rows();
    serve(transactions.ofCompany, ({ query }) =>
      query['after']
        ? new Promise(() => {})
        : okPart([row], { totalCount: 1_000, isCountExact: false, isCapped: true, nextAfter: id }),
    );
    await press('Export CSV');
    expect(await screen.findByText('Exporting 1')).toBeVisible();
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
  });

  it('is cancelled when the page is left', async () => {
    const { unmount } = await renderPage(list);
    await rows();
    const signals: (AbortSignal | undefined)[] = [];
    serve(transactions.ofCompany, ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    await press('Export CSV');
    await screen.findByRole('progressbar');
    unmount();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it.each([
    [refused(503, 'Closed for repair.'), 'Closed for repair'],
    [silent, 'The server gave no reason'],
    [unexplained, 'Failed to fetch company transactions'],
    [lost, 'Network error occurred. Failed to connect to the server'],
  ])('says why it failed and keeps the list: %j', async (answer, reason) => {
    await renderPage(list);
    await rows();
    serve(transactions.ofCompany, answer);
    await press('Export CSV');
    await expectToasts(`Failed to export transactions. ${reason}. Nothing was saved, try again.`);
    expect(await rows()).toHaveLength(1);
    expect(saved).toEqual([]);
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  });
});

/** Not by role: a query through all rows takes seconds on a busy machine. */
async function rows(): Promise<HTMLElement[]> {
  await screen.findAllByText('Credit', { selector: 'td *' });
  return [...document.querySelectorAll<HTMLElement>('tbody tr')];
}
