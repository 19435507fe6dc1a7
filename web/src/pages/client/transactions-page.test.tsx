import type { Transaction } from '@sente/contract/transactions';
import type { PermissionName } from '@sente/contract/permissions';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { daysOfRange } from '../../lib/day-range.ts';
import { owner, ownCompanyId, signInAs, withoutCompany } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import TransactionsPage from './transactions-page.tsx';

const id = '01900000-0000-7000-8000-000000000001';
const row: Transaction = {
  id,
  reference: 'RCT-77',
  description: 'Sale of airtime',
  type: 'credit',
  amount: 25_000.5,
  status: 'completed',
  date: '2026-01-05T10:00:00.000Z',
  accountId: '01900000-0000-7000-8000-0000000000aa',
  accountName: 'Main till',
  accountNumber: '1002003004',
  reason: null,
  fee: 0,
  apiTransactionId: null,
  phoneNumber: null,
  network: null,
};
const rowOf = (n: number, more: Partial<Transaction> = {}): Transaction => ({
  ...row,
  id: `01900000-0000-7000-8000-00000000${String(n).padStart(4, '0')}`,
  description: `Sale ${n}`,
  ...more,
});
const meta = { totalCount: 1, isCountExact: true, isCapped: false, nextAfter: null };

type Answer = { status?: number; body?: unknown; type?: string; text?: string } | 'cut off';
const good = (data: unknown, more: unknown = meta): Answer => ({
  body: { success: true, data, meta: more },
});

let answerTo: (query: URLSearchParams, signal: AbortSignal) => Answer | Promise<Answer>;
let calls: string[];
let saved: { name: string; blob: Blob }[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [path = '', query = ''] = String(input).split('?');
  if (path !== `/api/Transaction/company/${ownCompanyId}`) throw new Error(`No answer for ${path}`);
  calls.push(query);
  const answer = await answerTo(new URLSearchParams(query), init!.signal!);
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  return new Response(answer.text ?? JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: { 'content-type': answer.type ?? 'application/json' },
  });
}

function Where() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <>
      <output data-testid="where">{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>One step back</button>
    </>
  );
}

function open(search = '') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter
        initialEntries={['/client', `/client/transactions${search}`]}
        useTransitions={false}
      >
        <Routes>
          <Route path="/client/transactions" element={<TransactionsPage />} />
          <Route path="*" element={null} />
        </Routes>
        <Where />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const where = () => screen.getByTestId('where');
/** Not by role: a search through all rows takes seconds on a busy machine. */
const rows = async () => {
  await screen.findAllByText('Credit', { selector: 'td *' });
  return [...document.querySelectorAll<HTMLElement>('tbody tr')];
};
const days = (range: Parameters<typeof daysOfRange>[0]) =>
  new URLSearchParams(daysOfRange(range)).toString();

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  answerTo = () => good([row]);
  calls = [];
  saved = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${saved.push({ name: '', blob })}`,
    revokeObjectURL: () => {},
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.at(-1)!.name = this.download;
  });
  client = createQueryClient();
  signInAs(owner);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the list', () => {
  it('shows each movement, signed and in words', async () => {
    answerTo = () =>
      good([row, rowOf(2, { type: 'debit', status: 'failed', reference: null, amount: 900 })]);
    open();
    const all = await rows();
    expect(all[0]).toHaveTextContent(
      /Jan 05, 2026, 1:00 PM.*Sale of airtime.*RCT-77.*Main till.*1002003004.*Credit.*UGX \+25,000\.50.*Completed/,
    );
    expect(all[1]).toHaveTextContent(/Sale 2.*Debit.*UGX -900.*Failed/);
    // What failed moved nothing, and must not look as if it had.
    expect(all.map((one) => one.querySelector('s')?.textContent)).toEqual([undefined, '-900']);
    expect(calls).toEqual([days('30')]);
  });

  it.each([
    ['completed', 'Completed', 'success'],
    ['pending', 'Pending', 'warning'],
    ['failed', 'Failed', 'danger'],
    ['odd', 'odd', 'muted'],
  ])('dresses %s', async (status, word, tone) => {
    answerTo = () => good([{ ...row, status }]);
    open();
    const [first] = await rows();
    expect(within(first!).getByText(word).className).toContain(tone);
  });

  it('sends search, filters and range, and keeps them in the address', async () => {
    open('?page=3');
    await rows();
    await user.selectOptions(screen.getByLabelText('Range'), 'Last 7 days');
    await waitFor(() => expect(calls.at(-1)).toBe(days('7')));
    await user.selectOptions(screen.getByLabelText('Status'), 'Pending');
    await user.selectOptions(screen.getByLabelText('Type'), 'Debit');
    await user.selectOptions(screen.getByLabelText('Range'), 'All since 2020');
    await user.type(screen.getByRole('searchbox'), 'rct');
    await waitFor(() =>
      expect(calls.at(-1)).toBe(`${days('all')}&search=rct&status=pending&type=debit`),
    );
    expect(days('all')).toMatch(/^startDate=2020-01-01&/);
    expect(where()).toHaveTextContent('?range=all&status=pending&type=debit&search=rct');
  });

  it('offers what there is to filter by', async () => {
    open();
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

  it('has ten to a page, without asking again for the next one', async () => {
    answerTo = () =>
      good(
        Array.from({ length: 12 }, (_, n) => rowOf(n)),
        { ...meta, totalCount: 12 },
      );
    open();
    expect(await rows()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await rows()).toHaveLength(2);
    expect(screen.getByText('Showing 11 to 12 of 12 transactions')).toBeVisible();
    expect(where()).toHaveTextContent('?page=2');
    expect(calls).toHaveLength(1);
  });

  it('shows the last page in place of one past the end', async () => {
    answerTo = () =>
      good(
        Array.from({ length: 12 }, (_, n) => rowOf(n)),
        { ...meta, totalCount: 12 },
      );
    open('?page=99');
    expect(await rows()).toHaveLength(2);
  });

  it('filters itself when the server answers everything as a bare list', async () => {
    const all = [
      row,
      rowOf(2, { description: 'Rent', reference: 'sale-of-desk' }),
      rowOf(3, { description: 'Rent', type: 'debit' }),
      rowOf(4, { status: 'failed' }),
    ];
    answerTo = () => ({ body: all });
    open('?search=SALE&type=credit&status=completed');
    expect(await rows()).toHaveLength(2);
    expect(screen.getByText('Sale of airtime')).toBeVisible();
    expect(screen.getByText('sale-of-desk')).toBeVisible();
  });

  it('shows rows of a server that does not tell the account', async () => {
    const { id: rowId, reference, description, type, amount, status, date } = row;
    answerTo = () => ({
      body: { data: [{ id: rowId, reference, description, type, amount, status, date }] },
    });
    open(`?transaction=${id}`);
    const panel = await screen.findByRole('dialog', { name: 'Transaction' });
    expect(await within(panel).findByText('Not known')).toBeVisible();
  });

  it('keeps the filters on Refresh', async () => {
    open('?status=completed&range=90');
    await rows();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toBe(calls[0]);
  });

  it('says that a user without a company has none', async () => {
    signInAs(withoutCompany);
    open();
    expect(await screen.findByText('No company ID')).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe('more than is answered at once', () => {
  const capped = { totalCount: 12_345, isCountExact: true, isCapped: true, nextAfter: 'x' };
  const many = Array.from({ length: 1_000 }, (_, n) => rowOf(n));

  it('is told, and older ones can be loaded', async () => {
    answerTo = (query) =>
      query.get('after') === 'x'
        ? good([rowOf(5_000)], { ...capped, isCapped: false, nextAfter: null })
        : good(many, capped);
    open('?page=100');
    await rows();
    expect(
      screen.getByText(
        'Showing the newest 1,000 of 12,345. Narrow the range or search, or load older ones.',
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load older' }));
    expect(await screen.findByText('Showing 991 to 1,000 of 1,001 transactions')).toBeVisible();
    expect(calls.at(-1)).toBe(`${days('30')}&after=x`);
    expect(screen.queryByText(/Showing the newest/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Sale 5000')).toBeVisible();
  });

  it('does not name a number that was not counted', async () => {
    answerTo = () => good(many, { ...capped, totalCount: 1_000, isCountExact: false });
    open('?search=sale');
    await rows();
    expect(screen.getByText(/^Showing the newest 1,000\. Narrow/)).toBeVisible();
  });

  it('keeps what has come when the older ones cannot be loaded', async () => {
    answerTo = (query) =>
      query.has('after') ? { status: 500, body: { message: 'Too slow' } } : good(many, capped);
    open();
    await rows();
    await user.click(screen.getByRole('button', { name: 'Load older' }));
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load transactionsToo slow');
    expect(await rows()).toHaveLength(10);
    answerTo = () => good([rowOf(5_000)]);
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Showing 1 to 10 of 1,001 transactions')).toBeVisible();
  });
});

describe('nothing to show', () => {
  beforeEach(() => {
    answerTo = () => good([], { ...meta, totalCount: 0 });
  });

  it('in these days leads to all, and none at all says so', async () => {
    open();
    expect(await screen.findByText('No transactions in the last 30 days')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add Money' })).toHaveAttribute(
      'href',
      '/client?action=add-money',
    );
    expect(where()).toHaveTextContent('?range=all');
  });

  it('at all offers no step to those who may not take it', async () => {
    signInAs({ ...owner, permissions: ['canViewTransactions'] });
    open('?range=all');
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add Money' })).not.toBeInTheDocument();
  });

  it('that matches leads back, with the range as it was chosen', async () => {
    open('?search=x&status=failed&type=credit&range=7&page=2');
    expect(await screen.findByText('No transactions match in the last 7 days')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('No transactions in the last 7 days')).toBeVisible();
    expect(where().textContent).toBe('/client/transactions?range=7');
  });
});

it.each([
  [{ status: 500, body: { success: false, message: 'Down for repair' } }, 'Down for repair'],
  [{ status: 400, body: { errors: ['One', 'Two'] } }, 'One, Two'],
  [{ status: 500, body: {} }, 'Failed to fetch company transactions'],
  [{ body: { success: false } }, 'Failed to fetch company transactions'],
  [{ body: { success: true, data: 'rows' } }, 'Invalid response format'],
  [{ type: 'text/html', text: '<html>' }, 'Invalid response format'],
  [{ text: '[{"id' }, 'Response is not valid JSON'],
  ['cut off', 'Network error occurred'],
] as const)('says when it cannot be loaded: %j', async (answer, text) => {
  answerTo = () => answer as Answer;
  open();
  const panel = (
    await screen.findByText('Failed to load transactions', undefined, { timeout: 3_000 })
  ).closest('[role="alert"]') as HTMLElement;
  expect(panel).toHaveTextContent(text);
  answerTo = () => good([row]);
  await user.click(within(panel).getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

describe('the details', () => {
  const sheet = () => screen.findByRole('dialog', { name: 'Transaction' });

  it('open from a row, stand in the address, and go with Back and Escape', async () => {
    open('?range=90');
    const [first] = await rows();
    await user.click(within(first!).getByText('Main till'));
    expect(await sheet()).toBeVisible();
    expect(where()).toHaveTextContent(`?range=90&transaction=${id}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(where().textContent).toBe('/client/transactions?range=90');
    expect(screen.getByRole('link', { name: /Sale of airtime/ })).toHaveFocus();
    await user.click(screen.getByRole('link', { name: /Sale of airtime/ }));
    await sheet();
    await act(async () => screen.getByText('One step back').click());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('tell all there is, with the way to the account and to the request', async () => {
    const request = '01900000-0000-7000-8000-0000000000bb';
    answerTo = () =>
      good([{ ...row, status: 'failed', reason: 'insufficient_funds', apiTransactionId: request }]);
    open(`?transaction=${id}`);
    const panel = await sheet();
    expect(await within(panel).findByText('Not enough money on the account')).toBeVisible();
    expect(panel).toHaveTextContent('January 05, 2026 at 1:00 PM');
    for (const label of ['reference', 'transaction ID', 'account number']) {
      expect(within(panel).getByRole('button', { name: `Copy ${label}` })).toBeVisible();
    }
    expect(within(panel).getByRole('link', { name: 'Main till' })).toHaveAttribute(
      'href',
      `/client/accounts/${row.accountId}`,
    );
    await user.click(within(panel).getByRole('link', { name: 'View request' }));
    expect(where().textContent).toBe(`/client/apitransactions?request=${request}`);
  });

  it.each([
    ['credit', 'Credited to the Account', '6,895'],
    ['debit', 'Taken from the Account', '7,105'],
  ] as const)('of a %s tell the fee and what the account really moved by', async (...wanted) => {
    const [type, label, moved] = wanted;
    const wallet = { phoneNumber: '256770000099', network: 'MTN' };
    answerTo = () => good([{ ...row, ...wallet, type, amount: 7_000, fee: 105 }]);
    open(`?transaction=${id}`);
    const panel = await sheet();
    expect(await within(panel).findByText(label)).toBeVisible();
    expect(panel).toHaveTextContent(`FeeUGX 105${label}UGX ${moved}`);
    expect(panel).toHaveTextContent('256770000099');
  });

  it('have no way to an account for who may not see it, and none to a request that is not there', async () => {
    const permissions: readonly PermissionName[] = ['canViewTransactions'];
    signInAs({ ...owner, permissions });
    open(`?transaction=${id}`);
    const panel = await sheet();
    expect(await within(panel).findByText('Main till')).toBeVisible();
    expect(within(panel).queryByRole('link')).not.toBeInTheDocument();
  });

  it('of one that is not among them say so, and can be looked for', async () => {
    const other = rowOf(8);
    answerTo = (query) => good(query.get('search') === other.id ? [other] : [row]);
    open(`?status=completed&transaction=${other.id}`);
    const panel = await sheet();
    expect(await within(panel).findByText('Transaction not found')).toBeVisible();
    await user.click(within(panel).getByRole('button', { name: 'Search all transactions' }));
    expect(await within(panel).findByText('Sale 8')).toBeVisible();
    expect(calls.at(-1)).toBe(`${days('all')}&search=${other.id}`);
  });

  it('of one that nobody has say that as well', async () => {
    answerTo = () => good([], { ...meta, totalCount: 0 });
    open(`?range=all&search=${id}&transaction=${id}`);
    expect(
      await within(await sheet()).findByText('Your company has no transaction with this ID.'),
    ).toBeVisible();
  });
});

describe('the export', () => {
  const press = () => user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const toasts = () =>
    [...document.querySelectorAll('[data-toast] p')].map(({ textContent }) => textContent);

  it('saves all that pass the filters, page by page', async () => {
    const rest = [
      rowOf(2, { type: 'debit', status: 'failed', reason: 'declined', description: '=cmd' }),
    ];
    const twoPages = (query: URLSearchParams) =>
      query.has('after')
        ? good(rest, { ...meta, totalCount: 2 })
        : good([row], { ...meta, totalCount: 2, isCapped: true, nextAfter: id });
    answerTo = twoPages;
    open('?search=x&range=90');
    await rows();
    calls = [];
    await press();
    await waitFor(() => expect(toasts()).toEqual(['Exported 2 transactions']));
    expect(calls).toEqual([`${days('90')}&search=x`, `${days('90')}&search=x&after=${id}`]);
    const { startDate, endDate } = daysOfRange('90');
    expect(saved[0]?.name).toBe(`transactions-${startDate}-${endDate}.csv`);
    const text = await textOf(saved[0]!.blob);
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toContain('"Date","Transaction ID","Description","Reference","Account"');
    expect(lines[1]).toBe(
      `"2026-01-05 13:00:00","${id}","Sale of airtime","RCT-77","Main till","1002003004","Credit","25000.5","0","","","Completed",""`,
    );
    expect(lines[2]).toContain(`"'=cmd"`);
    expect(lines[2]).toContain('"Debit","25000.5","0","","","Failed","Declined by the other side"');
    expect(lines).toHaveLength(3);
  });

  it('tells how far it is, and can be given up', async () => {
    open();
    await rows();
    const wasGivenUp = vi.fn();
    answerTo = (query, signal) => {
      if (!query.has('after')) {
        const rows1000 = Array.from({ length: 1_000 }, (_, n) => rowOf(n));
        return good(rows1000, { ...meta, totalCount: 12_345, isCapped: true, nextAfter: id });
      }
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          wasGivenUp();
          reject(signal.reason as Error);
        });
      });
    };
    await press();
    const bar = await screen.findByRole('progressbar', { name: 'Exporting transactions' });
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '1000'));
    expect(screen.getByText('Exporting 1,000 of 12,345')).toBeVisible();
    expect(bar).toHaveAttribute('aria-valuemax', '12345');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toHaveFocus();
    expect(wasGivenUp).toHaveBeenCalledOnce();
    expect(saved).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('has no end to show while it is not known', async () => {
    open();
    await rows();
    answerTo = (query) =>
      query.has('after')
        ? new Promise(() => {})
        : good([row], { totalCount: 1_000, isCountExact: false, isCapped: true, nextAfter: id });
    await press();
    expect(await screen.findByText('Exporting 1')).toBeVisible();
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
  });

  it('ends with the page', async () => {
    open();
    await rows();
    const signals: AbortSignal[] = [];
    answerTo = (_, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    await press();
    await screen.findByRole('progressbar');
    await act(async () => screen.getByText('One step back').click());
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it.each([
    [{ status: 503, body: { message: 'Closed for repair.' } }, 'Closed for repair'],
    [{ status: 500, body: {} }, 'The server gave no reason'],
    [{ body: { success: false } }, 'Failed to fetch company transactions'],
    ['cut off', 'Network error occurred. Failed to connect to the server'],
  ] as const)('says why it failed and keeps the list: %j', async (answer, reason) => {
    open();
    await rows();
    answerTo = () => answer as Answer;
    await press();
    await waitFor(() =>
      expect(toasts()).toEqual([
        `Failed to export transactions. ${reason}. Nothing was saved, try again.`,
      ]),
    );
    expect(await rows()).toHaveLength(1);
    expect(saved).toEqual([]);
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  });
});

/** jsdom's own has no text(). */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(blob);
  });
}
