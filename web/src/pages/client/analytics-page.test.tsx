import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
// Drawn on demand; here beforehand, so that no test waits for the drawing library.
import '../../ui/charts/line-chart.tsx';
import '../../ui/charts/bar-chart.tsx';
import { daysOfRange, type DayRange } from '../../lib/day-range.ts';
import { owner, signInAs, withoutCompany } from '../../testing/people.ts';
import AnalyticsPage from './analytics-page.tsx';

const analytics = {
  startDate: '2026-01-01',
  endDate: '2026-01-02',
  unit: 'day',
  points: [
    { date: '2026-01-01', credits: 1_500_000, debits: 0 },
    { date: '2026-01-02', credits: 0, debits: 250_000.5 },
  ],
  statuses: [
    { status: 'completed', transactions: 2, amount: 1_750_000.5 },
    { status: 'pending', transactions: 1, amount: 90 },
    { status: 'failed', transactions: 0, amount: 0 },
  ],
  networks: [
    { network: 'MTN', requests: 10, succeeded: 6, failed: 2, amount: 60_000 },
    { network: 'AIRTEL', requests: 1, succeeded: 0, failed: 0, amount: 0 },
  ],
  accounts: [
    {
      id: '01900000-0000-7000-8000-0000000000aa',
      accountName: 'Main till',
      accountNumber: '1002003004',
      balance: 1_250_000,
    },
  ],
  otherAccounts: { count: 3, balance: 45 },
} satisfies CompanyAnalytics;
const nothing: CompanyAnalytics = {
  ...analytics,
  points: analytics.points.map(({ date }) => ({ date, credits: 0, debits: 0 })),
  statuses: analytics.statuses.map((each) => ({ ...each, transactions: 0, amount: 0 })),
  networks: [],
  accounts: [],
  otherAccounts: { count: 0, balance: 0 },
};

type Answer = { status?: number; body?: unknown; type?: string; text?: string } | 'cut off';
const good = (data: unknown): Answer => ({ body: { success: true, data } });

let answer: Answer;
let calls: string[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL): Promise<Response> {
  const [path, query = ''] = String(input).split('?');
  if (path !== '/api/v1/CompanyDashboard/analytics') throw new Error(`No answer for ${path}`);
  calls.push(query);
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  return new Response(answer.text ?? JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: { 'content-type': answer.type ?? 'application/json' },
  });
}

function Where() {
  return <output data-testid="where">{useLocation().search}</output>;
}

function open(search = '') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/client/analytics${search}`]} useTransitions={false}>
        <AnalyticsPage />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const days = (range: DayRange) => new URLSearchParams(daysOfRange(range)).toString();
/** By its caption: a search by role through all charts takes seconds on a busy machine. */
const figures = async (name: string) => {
  const table = (await screen.findByText(`${name}, in figures`)).closest('table')!;
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent).join(' | '),
  );
};

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  answer = good(analytics);
  calls = [];
  client = createQueryClient();
  signInAs(owner);
});

afterEach(() => {
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the charts', () => {
  it('say all that they show in tables as well', async () => {
    open();
    expect(await figures('Credits and Debits')).toEqual([
      'Date | Credits | Debits',
      'Jan 01, 2026 | UGX 1,500,000 | UGX 0',
      'Jan 02, 2026 | UGX 0 | UGX 250,000.50',
    ]);
    expect(await figures('Transactions by Status')).toEqual([
      'Status | Transactions | Amount',
      'Completed | 2 | UGX 1,750,000.50',
      'Pending | 1 | UGX 90',
      'Failed | 0 | UGX 0',
    ]);
    expect(await figures('API Transactions by Network')).toEqual([
      'Network | Requests | Succeeded | Failed | Other | Success rate | Amount in and out',
      'MTN | 10 | 6 | 2 | 2 | 75.0% | UGX 60,000',
      'AIRTEL | 1 | 0 | 0 | 1 | None ended | UGX 0',
    ]);
    expect(await figures('Balance by Account')).toEqual([
      'Account | Number | Balance',
      'Main till | 1002003004 | UGX 1,250,000',
      '3 other accounts |  | UGX 45',
    ]);
    expect(screen.getByText('10 requests · 75.0% succeeded')).toBeVisible();
    expect(screen.getByText('1 request · none ended')).toBeVisible();
  });

  it('have their totals above them', async () => {
    open();
    await figures('Credits and Debits');
    const totals = screen.getByRole('region', { name: 'Totals' });
    expect([...totals.querySelectorAll('article')].map(({ textContent }) => textContent)).toEqual([
      'CreditsUGX 1,500,000completed transactions',
      'DebitsUGX 250,000.50completed transactions',
      'NetUGX 1,249,999.50credits less debits',
      'Success Rate75.0%6 of 8 API transactions',
    ]);
  });

  it('tell a long time by the month', async () => {
    answer = good({
      ...analytics,
      unit: 'month',
      points: [{ date: '2025-12-01', credits: 1, debits: 2 }],
    });
    open('?range=all');
    expect(await figures('Credits and Debits')).toEqual([
      'Month | Credits | Debits',
      'Dec 2025 | UGX 1 | UGX 2',
    ]);
    expect(screen.getByText(/^Completed transactions by month, /)).toBeVisible();
  });

  it('show placeholders first', () => {
    open();
    expect(screen.getByText('Loading analytics')).toBeInTheDocument();
    expect(screen.getByText('Balance by Account')).toBeVisible();
  });
});

it('asks for the days of the range, which stands in the address, and again on Refresh', async () => {
  open();
  await figures('Credits and Debits');
  expect(calls).toEqual([days('30')]);
  const range = screen.getByLabelText('Range');
  for (const [label, value] of [
    ['Since 7 days ago', '7'],
    ['Since 90 days ago', '90'],
    ['All since 2020', 'all'],
  ] as const) {
    await user.selectOptions(range, label);
    await waitFor(() => expect(calls.at(-1)).toBe(days(value)));
    expect(screen.getByTestId('where')).toHaveTextContent(`?range=${value}`);
  }
  const asked = calls.length;
  await user.click(await screen.findByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(calls).toHaveLength(asked + 1));
});

describe('nothing to draw', () => {
  it('at all leads to a longer time, and then says that there is nothing yet', async () => {
    answer = good(nothing);
    open();
    expect(await screen.findByText('No transactions in the last 30 days')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    expect(screen.getByTestId('where')).toHaveTextContent('?range=all');
  });

  it('is told chart by chart', async () => {
    answer = good({ ...nothing, accounts: analytics.accounts });
    const { unmount } = open();
    await figures('Balance by Account');
    expect(screen.getByText('No completed transactions in this time')).toBeVisible();
    expect(screen.getByText('No transactions in this time')).toBeVisible();
    expect(screen.getByText('No API transactions in this time')).toBeVisible();
    expect(screen.getByText('no API transaction has ended')).toBeVisible();
    unmount();
    client.clear();
    answer = good({ ...analytics, accounts: [], otherAccounts: { count: 0, balance: 0 } });
    open();
    expect(await screen.findByText('No accounts yet')).toBeVisible();
  });
});

describe('what is kept from its reader', () => {
  const transactions = 'You do not have permission to view transactions';
  const accounts = 'You do not have permission to view accounts';
  const kept = { points: null, statuses: null, networks: null };
  const keptAccounts = { accounts: null, otherAccounts: null };
  const cardOf = (title: string) =>
    screen.getByRole('heading', { name: title }).closest('section') as HTMLElement;

  it('says so in the place of transactions, and of their totals', async () => {
    answer = good({ ...analytics, ...kept });
    open();
    expect(await figures('Balance by Account')).toHaveLength(3);
    for (const title of [
      'Credits and Debits',
      'Transactions by Status',
      'API Transactions by Network',
    ]) {
      expect(within(cardOf(title)).getByText(transactions)).toBeVisible();
    }
    const totals = screen.getByRole('region', { name: 'Totals' });
    expect(within(totals).getAllByText('No permission to view')).toHaveLength(4);
    expect(totals).not.toHaveTextContent(/UGX|API transactions|completed/);
    expect(screen.queryByText(/in this time|Try a longer range/)).not.toBeInTheDocument();
  });

  it('says so in the place of accounts', async () => {
    answer = good({ ...analytics, ...keptAccounts });
    open();
    expect(await figures('Credits and Debits')).toHaveLength(3);
    expect(within(cardOf('Balance by Account')).getByText(accounts)).toBeVisible();
  });

  it('is not taken for nothing at all', async () => {
    answer = good({ ...nothing, ...kept, ...keptAccounts });
    open();
    expect(await screen.findByText(accounts)).toBeVisible();
    expect(screen.getAllByText(transactions)).toHaveLength(3);
    expect(screen.queryByText(/^No transactions/)).not.toBeInTheDocument();
  });
});

it.each([
  [{ status: 500, body: { success: false, message: 'Down for repair' } }, 'Down for repair'],
  [{ status: 500, body: {} }, 'Failed to fetch analytics'],
  [{ body: { success: false } }, 'Failed to fetch analytics'],
  [good(null), 'Invalid response format'],
  [good({ ...analytics, networks: undefined }), 'Invalid response format'],
  [{ type: 'text/html', text: '<html>' }, 'Invalid response format'],
  [{ text: '{"success' }, 'Response is not valid JSON'],
  ['cut off', 'Network error occurred'],
] as const)('says when they cannot be loaded: %j', async (failing, text) => {
  answer = failing as Answer;
  open();
  const panel = (
    await screen.findByText('Failed to load analytics', undefined, { timeout: 3_000 })
  ).closest('[role="alert"]') as HTMLElement;
  expect(panel).toHaveTextContent(text);
  answer = good(analytics);
  await user.click(within(panel).getByRole('button', { name: 'Try again' }));
  expect(await figures('Balance by Account')).toHaveLength(3);
  expect(panel).not.toBeInTheDocument();
});

it('says that a user without a company has none', async () => {
  signInAs(withoutCompany);
  open();
  expect(await screen.findByText('Failed to load analytics')).toBeVisible();
  expect(screen.getByText('No company ID')).toBeVisible();
  expect(calls).toEqual([]);
});
