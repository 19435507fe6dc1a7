import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { owner, ownCompanyId, restricted, signInAs, withoutCompany } from '../../testing/people.ts';
import DashboardPage from './dashboard-page.tsx';

const statistics: CompanyStatistics = {
  overviewStatistics: {
    totalBalances: 1_234_567.5,
    totalBalancesFormatted: 'UGX 1,234,567.50',
    totalBalancesChangePercentage: 12.34,
    totalAccounts: 9,
    totalAccountsChangePercentage: 0,
    monthlyVolume: 4_000_000,
    monthlyVolumeFormatted: 'UGX 4,000,000',
    monthlyVolumeChangePercentage: -3.05,
    totalTransactions: 1075,
    transactionsChangePercentage: 100,
  },
  recentActivities: [
    {
      id: '01900000-0000-7000-8000-000000000001',
      description: 'Rent for March',
      timeAgo: '2 hours ago',
      status: 'pending',
      statusColor: 'yellow',
      type: 'debit',
      amount: 1500,
      date: '2026-01-05T08:00:00.000Z',
    },
  ],
  companyInformation: {
    companyName: 'Gulu Builders',
    companyId: ownCompanyId,
    status: 'Active',
    statusColor: 'green',
    address: 'Plot 1, Gulu',
    phone: '+256 700 000001',
    email: 'hello@gulu.test',
  },
};
const nothing = Object.fromEntries(
  Object.keys(statistics.overviewStatistics).map((name) => [name, null]),
) as CompanyStatistics['overviewStatistics'];

type Answer = { status?: number; body?: unknown; type?: string; text?: string } | 'cut off';
const good = (data: unknown): Answer => ({ body: { success: true, data } });

let answer: Answer;
let calls: number;
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL): Promise<Response> {
  expect(String(input)).toBe('/api/v1/CompanyDashboard/statistics');
  calls += 1;
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  const { status = 200, body, type = 'application/json', text = JSON.stringify(body) } = answer;
  return new Response(text, { status, headers: { 'content-type': type } });
}

function open() {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/client']} useTransitions={false}>
        <DashboardPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const cardOf = async (label: string) => {
  const heading = await screen.findByRole('heading', { name: label });
  return heading.closest('article') as HTMLElement;
};
const panelOf = (title: string) =>
  screen.getByRole('heading', { name: title }).closest('section') as HTMLElement;
const whole = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === text;

// The machine may be busy.
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T22:30:00.000Z') });
  vi.stubGlobal('fetch', vi.fn(serve));
  answer = good(statistics);
  calls = 0;
  client = createQueryClient();
  signInAs(owner);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what it shows', () => {
  it('welcomes by the first name, with the day it is in Kampala', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome back, Grace' })).toBeVisible();
    // Half past one in the morning there.
    expect(screen.getByText('Tuesday, January 6, 2026')).toBeVisible();
    await cardOf('Total Balances');
  });

  it('has another day after midnight there, without a reload', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: Date.parse('2026-01-05T20:59:50.000Z'),
    });
    signInAs(owner);
    open();
    await screen.findByText('Rent for March');
    expect(screen.getByText('Monday, January 5, 2026')).toBeVisible();
    act(() => void vi.advanceTimersByTime(15_000));
    expect(screen.getByText('Tuesday, January 6, 2026')).toBeVisible();
  });

  it.each([
    ['Total Balances', 'UGX 1,234,567.50', '+12.3%', 'up', 'since 30 days ago'],
    ['Total Accounts', '9', '+0.0%', 'up', 'since 30 days ago'],
    ['Monthly Volume', 'UGX 4,000,000', '-3.1%', 'down', 'from the 30 days before'],
    ['Transactions', '1,075 in all', '+100.0%', 'up', 'in the 30-day count'],
  ])('the card %s: %s, %s, %s, %s', async (label, value, change, trend, note) => {
    open();
    await screen.findByText('Rent for March');
    const card = await cardOf(label);
    expect(within(card).getByText(whole(value))).toBeVisible();
    const told = within(card).getByText(change).closest('[data-trend]');
    expect(told).toHaveAttribute('data-trend', trend);
    expect(within(card).getByText(note)).toBeVisible();
  });

  it('tells each activity with its time, its chip and the way to its transaction', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Rent for March' });
    expect(link).toHaveAttribute(
      'href',
      '/client/transactions?search=01900000-0000-7000-8000-000000000001&range=all',
    );
    const row = within(screen.getByRole('list', { name: 'Recent activities' }));
    expect(row.getByText('14 hours ago')).toBeVisible();
    expect(row.getByText('pending')).toHaveClass('text-warning-text');
    expect(row.getByText(/-1,500/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View All Transactions' })).toHaveAttribute(
      'href',
      '/client/transactions',
    );
  });

  it('believes a server that tells no more of an activity than a text', async () => {
    const activity = { description: 'Old', timeAgo: '3 days ago', status: 'x', statusColor: 'red' };
    answer = good({ ...statistics, recentActivities: [activity] });
    open();
    expect(await screen.findByText('Old')).toBeVisible();
    expect(screen.getByText('3 days ago')).toBeVisible();
    expect(screen.getByText('x')).toHaveClass('text-danger-text');
  });

  it('says so when nothing has happened yet', async () => {
    answer = good({ ...statistics, recentActivities: [] });
    open();
    expect(await screen.findByText('No recent activities')).toBeVisible();
  });

  it('shows the company, and what is optional only where it is there', async () => {
    const { unmount } = open();
    await screen.findByText('Gulu Builders');
    const panel = panelOf('Company Information');
    for (const text of ['Plot 1, Gulu', '+256 700 000001', 'hello@gulu.test', ownCompanyId]) {
      expect(within(panel).getByText(text)).toBeVisible();
    }
    expect(within(panel).getByText('Active')).toHaveClass('text-success-text');
    expect(within(panel).getByRole('button', { name: 'Copy company ID' })).toBeVisible();
    unmount();
    client.clear();
    const { companyInformation } = statistics;
    answer = good({
      ...statistics,
      companyInformation: {
        ...companyInformation,
        status: 'Pending',
        address: null,
        phone: null,
        email: null,
      },
    });
    open();
    expect(await screen.findByText('Pending')).toHaveClass('text-warning-text');
    for (const label of ['Address', 'Phone', 'Email']) {
      expect(screen.queryByText(label)).not.toBeInTheDocument();
    }
  });

  it('asks again on Refresh', async () => {
    open();
    await screen.findByText('Rent for March');
    answer = good({
      ...statistics,
      overviewStatistics: { ...statistics.overviewStatistics, totalAccounts: 10 },
    });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(async () =>
      expect(within(await cardOf('Total Accounts')).getByText('10')).toBeVisible(),
    );
    expect(calls).toBe(2);
  });
});

describe('people who may see less', () => {
  it('shows no figure and no activity to somebody without any permission', async () => {
    signInAs(restricted);
    answer = good({ ...statistics, overviewStatistics: nothing, recentActivities: [] });
    open();
    await screen.findByText('Gulu Builders');
    expect(screen.getAllByText('No permission to view')).toHaveLength(4);
    expect(document.querySelectorAll('[data-trend]')).toHaveLength(0);
    const panel = panelOf('Recent Activity');
    expect(
      within(panel).getByText('You do not have permission to view transactions'),
    ).toBeVisible();
    expect(within(panel).queryByRole('link')).not.toBeInTheDocument();
    for (const name of ['Add Money', 'Send Money', 'Withdraw', 'QR Pay']) {
      const button = screen.getByRole('button', { name });
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription('You do not have permission to manage accounts.');
    }
  });

  it('shows what one permission opens beside what another keeps', async () => {
    const { totalBalances, totalBalancesFormatted, totalBalancesChangePercentage } =
      statistics.overviewStatistics;
    answer = good({
      ...statistics,
      overviewStatistics: {
        ...nothing,
        totalBalances,
        totalBalancesFormatted,
        totalBalancesChangePercentage,
        totalAccounts: 9,
        totalAccountsChangePercentage: 0,
      },
    });
    open();
    await screen.findByText('Rent for March');
    expect(screen.getAllByText('No permission to view')).toHaveLength(2);
    expect(within(await cardOf('Transactions')).getByText('No permission to view')).toBeVisible();
  });

  it('has nothing to load for somebody without a company', () => {
    signInAs(withoutCompany);
    open();
    const panel = screen.getByRole('alert');
    expect(panel).toHaveTextContent('Failed to load dashboard data');
    expect(panel).toHaveTextContent('No company ID provided');
    expect(calls).toBe(0);
  });

  it.each([
    [owner, 'Open the first one to collect, hold and send money.', 1],
    [
      { ...owner, permissions: ['canViewAccounts'] as const },
      'Somebody who may manage accounts has to open the first one.',
      0,
    ],
  ])('tells an empty company what comes next', async (person, text, links) => {
    signInAs(person);
    answer = good({
      ...statistics,
      overviewStatistics: { ...statistics.overviewStatistics, totalAccounts: 0 },
      recentActivities: [],
    });
    open();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'New Account' })).toHaveLength(links);
  });
});

describe('answers that are none', () => {
  it.each<[string, Answer, string]>([
    [
      'a refusal with a reason',
      { body: { success: false, message: 'No such company' } },
      'No such company',
    ],
    ['a refusal with several', { body: { success: false, errors: ['One', 'Two'] } }, 'One, Two'],
    ['a refusal without a word', { body: { success: false } }, ''],
    ['an error of the server', { status: 500, body: {} }, 'HTTP Error: 500'],
    ['a page of a proxy', { type: 'text/html', text: '<html>' }, 'Invalid response format'],
    ['cut-off JSON', { text: '{"success":' }, 'Response is not valid JSON'],
    ['no data', good(null), 'Invalid response format'],
    ['half of the data', good({ overviewStatistics: {} }), 'Invalid response format'],
    ['no connection', 'cut off', 'Network error occurred. Failed to connect to the server'],
  ])('says what %s means, and tries again', async (_what, given, detail) => {
    answer = given;
    open();
    const panel = await screen.findByRole('alert', undefined, { timeout: 10_000 });
    expect(panel).toHaveTextContent(
      new RegExp(`^Failed to load dashboard data${detail.replaceAll('.', '\\.')}Try again$`),
    );
    answer = good(statistics);
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Rent for March')).toBeVisible();
    expect(screen.queryByText('Failed to load dashboard data')).not.toBeInTheDocument();
  });

  it('keeps what it showed when a refresh fails', async () => {
    open();
    await screen.findByText('Rent for March');
    answer = { status: 500, body: {} };
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
    expect(screen.getByText('Rent for March')).toBeVisible();
  });
});
