import type { AdminStatistics } from '@sente/contract/admin-statistics';
import type { Attention } from '@sente/contract/attention';
import type { SystemTransaction } from '@sente/contract/system-transactions';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import DashboardPage from './dashboard-page.tsx';

const row = (id: number, more: Partial<SystemTransaction> = {}): SystemTransaction => ({
  id: `01900000-0000-7000-8000-00000000000${id}`,
  companyId: '44444444-4444-4444-8444-444444444444',
  company: `Company ${id}`,
  type: 'Credit',
  amount: 1000 * id,
  status: 'Success',
  date: '2026-01-05T10:00:00.000Z',
  ...more,
});

const statistics: AdminStatistics = {
  overview: {
    totalCompanies: 1234,
    totalBalance: 5_000_000.5,
    totalCredits: 8_000_000,
    totalDebits: 3_000_000,
    totalCompaniesChange: '+4.2%',
    totalBalanceChange: '-1.0%',
    totalCreditsChange: '0%',
    totalDebitsChange: '12.0%',
  },
  transactionTrends: Array.from({ length: 90 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    credits: index + 1,
    debits: 0.5,
  })),
  recentTransactions: [row(1), row(2, { type: 'Debit', status: 'Failed' })],
  topCompaniesByCredits: Array.from({ length: 6 }, (_, index) => ({
    name: `Top ${index + 1}`,
    transactions: 6 - index,
    amount: 600 - index,
  })),
  topCompaniesByDebits: [],
  creditSummary: { totalTransactions: 21, totalAmount: 8_000_000 },
  debitSummary: { totalTransactions: 0, totalAmount: 0 },
  pendingApprovals: 2,
  activeUsers: 7,
  failedTransactions: 3,
};
const nothing: Attention = {
  pendingApprovals: 0,
  paymentReviews: 0,
  failedTransactions: 0,
  items: [],
  webhooksGaveUp: [],
};

type Answer = { status?: number; body?: unknown; type?: string; text?: string } | 'cut off';
const good = (data: unknown): Answer => ({ body: { success: true, data } });

/** What each call is answered; a call that is not named is a fault of the test. */
let answers: Record<string, Answer>;
let calls: string[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL): Promise<Response> {
  const [path = '', query] = String(input).replace('/api/AdminDashboard/', '').split('?');
  calls.push(query ? `${path}?${query}` : path);
  const answer = answers[path];
  if (!answer) throw new Error(`No answer for ${path}`);
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  return new Response(answer.text ?? JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: { 'content-type': answer.type ?? 'application/json' },
  });
}

function Where() {
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="where">{useLocation().search}</output>
      <button onClick={() => void navigate(-1)}>One step back</button>
    </>
  );
}

function open(address = '/admin') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]} useTransitions={false}>
        <DashboardPage />
        <Where />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const card = (label: string) =>
  screen.getByRole('heading', { name: label }).closest('article') as HTMLElement;
const rowsOf = () =>
  within(screen.getByRole('table', { name: 'Recent Transactions' }))
    .getAllByRole('row')
    .slice(1);
const trendDays = () =>
  within(screen.getByRole('table', { name: 'Transaction Trends, day by day' }))
    .getAllByRole('row')
    .slice(1);

// On a busy machine the first import outlasts the patience of `findBy`.
beforeAll(async () => {
  await Promise.all([
    import('../../ui/charts/line-chart.tsx'),
    import('../../ui/charts/bar-chart.tsx'),
  ]);
}, 60_000);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  answers = {
    statistics: good(statistics),
    attention: good(nothing),
    transactions: good([]),
    '/api/Networks': good([]),
  };
  calls = [];
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the figures', () => {
  it('shows a spinner first, then value, change and trend on each card', async () => {
    open();
    expect(screen.getByText('Loading dashboard').closest('[role="status"]')).toBeInTheDocument();
    await screen.findByRole('heading', { name: 'Total Companies' });
    expect(screen.queryByText('Loading dashboard')).not.toBeInTheDocument();
    for (const [label, value, change, trend] of [
      ['Total Companies', '1,234', '+4.2%', 'up'],
      ['Total Balance', 'UGX 5,000,000.50', '-1.0%', 'down'],
      ['Total Credits', 'UGX 8,000,000', '0%', 'down'],
      // No plus sign, so it is down.
      ['Total Debits', 'UGX 3,000,000', '12.0%', 'down'],
    ] as const) {
      expect(card(label)).toHaveTextContent(value);
      expect(within(card(label)).getByText(change).parentElement).toHaveAttribute(
        'data-trend',
        trend,
      );
    }
  });

  it('shows a finished text unchanged', async () => {
    const overview = { ...statistics.overview, totalBalance: 'UGX 1.2 bn' };
    answers['statistics'] = good({ ...statistics, overview });
    open();
    expect(await screen.findByText('UGX 1.2 bn')).toBeVisible();
  });

  it.each([
    ['no data', good(null)],
    ['an empty object', good({})],
  ])('is all zeros with %s', async (_, answer) => {
    answers['statistics'] = answer;
    open();
    await screen.findByRole('heading', { name: 'Total Companies' });
    expect(card('Total Companies')).toHaveTextContent(/0.*0%/);
    expect(card('Total Balance')).toHaveTextContent(/UGX 0.*0%/);
    expect(trendDays()).toHaveLength(7);
    expect(trendDays()[0]).toHaveTextContent('Jan 01, 2024UGX 0UGX 0');
    expect(trendDays()[6]).toHaveTextContent('Jan 07, 2024');
    expect(screen.getByText('No transactions yet.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
    expect(card('Pending Approvals')).toHaveTextContent('0');
  });

  it('slices the trend by the selector, in the address', async () => {
    open();
    const period = await screen.findByRole('combobox', { name: 'Period' });
    expect(period).toHaveValue('7days');
    expect([...period.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '7days',
      '30days',
      '90days',
    ]);
    expect(trendDays()).toHaveLength(7);
    expect(trendDays()[6]).toHaveTextContent('Mar 31, 2026UGX 90UGX 0.50');
    await user.selectOptions(period, '90days');
    expect(trendDays()).toHaveLength(90);
    expect(screen.getByTestId('where')).toHaveTextContent('?period=90days');
    const flow = screen.getByRole('table', { name: 'Net System Flow, day by day' });
    expect(within(flow).getByRole('columnheader', { name: 'Inflow' })).toBeInTheDocument();
    expect(within(flow).getByRole('columnheader', { name: 'Outflow' })).toBeInTheDocument();
    for (const chart of document.querySelectorAll('[data-chart]')) {
      expect(chart).toHaveStyle({ height: '300px' });
    }
    // Slicing asks nobody.
    expect(calls.filter((call) => call === 'statistics')).toHaveLength(1);
  });

  it('lists five companies, with their number of transactions and amount', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Top 5 companies by credits' });
    const items = within(list).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      '1Top 16 transactionsUGX 600',
      '2Top 25 transactionsUGX 599',
      '3Top 34 transactionsUGX 598',
      '4Top 43 transactionsUGX 597',
      '5Top 52 transactionsUGX 596',
    ]);
    expect(screen.getByText('No debits yet.')).toBeVisible();
    expect(screen.getByText('Last login: 2 minutes ago')).toBeVisible();
  });
});

describe('a load that fails', () => {
  it.each([
    [
      'with a message',
      { status: 500, body: { success: false, message: 'Down for repair' } },
      'Down for repair',
    ],
    ['without one', { status: 500, body: {} }, 'Failed to fetch dashboard data'],
    ['as a refusal', { body: { success: false } }, 'Failed to fetch dashboard data'],
    ['as a page', { type: 'text/html', text: '<html>' }, 'Invalid response format'],
    ['as cut-off JSON', { text: '{"success": tr' }, 'Response is not valid JSON'],
    ['as a list', good([]), 'Invalid response format'],
    ['with no connection', 'cut off', 'Network error occurred. Failed to connect to the server'],
  ] as const)('%s says so in banner and toast, and can be tried again', async (_, answer, text) => {
    answers['statistics'] = answer as Answer;
    open();
    const banner = (
      await screen.findByText(`Error loading dashboard data: ${text}`, undefined, {
        timeout: 3_000,
      })
    ).closest('[role="alert"]') as HTMLElement;
    expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Total Companies' })).not.toBeInTheDocument();
    answers['statistics'] = good(statistics);
    await user.click(within(banner).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Total Companies' })).toBeVisible();
    expect(banner).not.toBeInTheDocument();
  });

  it('keeps the figures that are there when a refresh fails', async () => {
    open();
    await screen.findByRole('heading', { name: 'Total Companies' });
    answers['statistics'] = { status: 503, body: { message: 'Busy' } };
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Error loading dashboard data: Busy')).toBeVisible();
    expect(card('Total Companies')).toHaveTextContent('1,234');
  });
});

describe('recent transactions', () => {
  it('shows the newest of the statistics, and any unknown status as pending', async () => {
    const odd = row(3, { status: 'Reversing' as 'Pending' });
    answers['statistics'] = good({ ...statistics, recentTransactions: [row(1), odd] });
    open();
    await screen.findByRole('heading', { name: 'Recent Transactions' });
    const headers = within(screen.getByRole('table', { name: 'Recent Transactions' }));
    expect(headers.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Company',
      'Transaction ID',
      'Type',
      'Amount',
      'Status',
      'Date',
    ]);
    expect(rowsOf()).toHaveLength(2);
    expect(rowsOf()[1]).toHaveTextContent('Pending');
    expect(within(rowsOf()[0]!).getByRole('link')).toHaveAttribute(
      'href',
      '/companies/44444444-4444-4444-8444-444444444444',
    );
    expect(calls).not.toContain('transactions');
  });

  it('asks the server once a filter is set, and not before', async () => {
    answers['transactions'] = good([row(9, { status: 'Failed', type: 'Debit' })]);
    open();
    const status = await screen.findByRole('combobox', { name: 'Status' });
    const type = screen.getByRole('combobox', { name: 'Type' });
    const valuesOf = (select: HTMLElement) =>
      [...select.querySelectorAll('option')].map(({ value }) => value);
    expect(valuesOf(status)).toEqual(['all', 'success', 'failed', 'pending']);
    expect(valuesOf(type)).toEqual(['all', 'credit', 'debit']);
    await user.selectOptions(status, 'failed');
    expect(await screen.findByText('Company 9')).toBeVisible();
    expect(rowsOf()).toHaveLength(1);
    expect(calls.at(-1)).toBe('transactions?status=failed&limit=50');
    await user.selectOptions(type, 'debit');
    await waitFor(() =>
      expect(calls.at(-1)).toBe('transactions?type=debit&status=failed&limit=50'),
    );
    expect(screen.getByTestId('where')).toHaveTextContent('?status=failed&type=debit');
  });

  it('tells none that match from none at all, and leads back', async () => {
    open('/admin?status=pending');
    expect(await screen.findByText('No transactions match these filters.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('Company 1')).toBeVisible();
    expect(screen.getByTestId('where')).toBeEmptyDOMElement();
  });

  it.each([
    [{ status: 500, body: { message: 'Too slow' } }, 'Too slow'],
    [{ status: 500, body: {} }, 'Failed to fetch transactions'],
  ])('says when the filtered list cannot be loaded: %j', async (answer, text) => {
    answers['transactions'] = answer;
    open('/admin?status=failed');
    const panel = (await screen.findByText('Failed to load transactions')).closest(
      '[role="alert"]',
    ) as HTMLElement;
    expect(panel).toHaveTextContent(text);
    answers['transactions'] = good([row(9)]);
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Company 9')).toBeVisible();
  });

  it('Investigate looks for all failures and moves there', async () => {
    answers['transactions'] = good([row(9, { status: 'Failed' })]);
    open('/admin?type=credit');
    await user.click(await screen.findByRole('button', { name: 'Investigate' }));
    expect(screen.getByTestId('where')).toHaveTextContent('?status=failed');
    expect(screen.getByRole('heading', { name: 'Recent Transactions' })).toHaveFocus();
    expect(await screen.findByText('Company 9')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'One step back' }));
    expect(screen.getByTestId('where')).toHaveTextContent('?type=credit');
  });

  it('takes one step back after both filters were cleared', async () => {
    open('/admin?type=credit&status=failed');
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    expect(screen.getByTestId('where')).toBeEmptyDOMElement();
    await user.click(screen.getByRole('button', { name: 'One step back' }));
    expect(screen.getByTestId('where')).toHaveTextContent('?type=credit&status=failed');
  });

  it('shows ten at first and all on demand', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...row(1),
      id: `01900000-0000-7000-8000-0000000001${index + 10}`,
    }));
    answers['statistics'] = good({ ...statistics, recentTransactions: many });
    open();
    expect(await screen.findByText('Showing 10 of the newest 12')).toBeVisible();
    expect(rowsOf()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(rowsOf()).toHaveLength(12);
  });
});

describe('pending approvals', () => {
  const waiting: Attention = {
    pendingApprovals: 60,
    paymentReviews: 0,
    failedTransactions: 1,
    webhooksGaveUp: [],
    items: [
      {
        ...row(1, { type: 'Debit', status: 'Pending' }),
        kind: 'pending-approval',
        description: 'Rent of the mast',
        reason: null,
        since: '2026-01-05T10:00:00.000Z',
        payout: null,
      },
      {
        ...row(2, { type: 'Debit', status: 'Failed' }),
        kind: 'failed-transaction',
        description: 'Too much',
        reason: 'insufficient_funds',
        since: '2026-01-05T09:00:00.000Z',
        payout: null,
      },
    ],
  };
  const openDialog = async () => {
    open();
    await user.click(await screen.findByRole('button', { name: 'View Details' }));
    return screen.findByRole('dialog', { name: 'Pending Approvals' });
  };

  it('lists who waits for how much since when, and no failures', async () => {
    answers['attention'] = good(waiting);
    const dialog = await openDialog();
    expect(screen.getByTestId('where')).toHaveTextContent('?approvals=payouts');
    const items = await within(dialog).findAllByRole('listitem');
    expect(items).toHaveLength(1);
    expect(items[0]).toHaveTextContent(/Company 1.*Rent of the mast.*UGX 1,000.*ago/);
    expect(dialog).toHaveTextContent('Showing the oldest 1 of 60');
  });

  it('says when nobody waits', async () => {
    const dialog = await openDialog();
    expect(await within(dialog).findByText('No payouts wait for approval.')).toBeVisible();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[1]!);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('says when the list cannot be loaded, and stays open', async () => {
    answers['attention'] = { status: 500, body: { message: 'Not now' } };
    const dialog = await openDialog();
    expect(await within(dialog).findByText('Not now')).toBeVisible();
    answers['attention'] = good(waiting);
    await user.click(within(dialog).getByRole('button', { name: 'Try Again' }));
    expect(await within(dialog).findByText('Rent of the mast')).toBeVisible();
  });
});
