import { internetProducts } from '@sente/contract/internet-products';
import { notifications } from '@sente/contract/notifications';
import { readCompanyStatistics, type CompanyStatistics } from '@sente/contract/company-statistics';
import { users } from '@sente/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  htmlPage,
  lost,
  ok,
  refused,
  silent,
  unexplained,
  type Answer,
  malformed,
} from '../../testing/answers.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner, ownCompanyId, restricted, withoutCompany } from '../../testing/people.ts';
import { companyStatistics as statistics } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const nothing = Object.fromEntries(
  Object.keys(statistics.overviewStatistics).map((name) => [name, null]),
) as CompanyStatistics['overviewStatistics'];

vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T22:30:00.000Z') });
  serve(readCompanyStatistics, ok(statistics));
});

describe('the dashboard', () => {
  it('greets by first name, with the date in Kampala', async () => {
    await renderPage('/client');
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome back, Grace' })).toBeVisible();
    // Half past one in the morning in Kampala.
    expect(screen.getByText('Tuesday, January 6, 2026')).toBeVisible();
    await cardOf('Total Balances');
  });

  it('changes the date after midnight in Kampala without a reload', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: Date.parse('2026-01-05T20:59:50.000Z'),
    });
    await renderPage('/client', { as: owner });
    await screen.findByText('Rent for March');
    expect(screen.getByText('Monday, January 5, 2026')).toBeVisible();
    act(() => void vi.advanceTimersByTime(15_000));
    expect(screen.getByText('Tuesday, January 6, 2026')).toBeVisible();
  });

  it('shows today, the week and what is under way, each with its list', async () => {
    await renderPage('/client');
    await screen.findByText('Rent for March');
    expect(await cardOf('Money in today')).toHaveTextContent('UGX 45,0003 transactions');
    expect(await cardOf('Money out today')).toHaveTextContent('UGX 12,0001 transaction');
    expect(await cardOf('In this week')).toHaveTextContent(
      'UGX 150,000since Monday; out UGX 30,000',
    );
    const listOf = async (label: string) =>
      within(await cardOf(label))
        .getByRole('link')
        .getAttribute('href');
    const list = '/client/transactions';
    expect(await listOf('Money in today')).toBe(`${list}?range=today&type=credit&status=completed`);
    expect(await listOf('Money out today')).toBe(`${list}?range=today&type=debit&status=completed`);
    expect(await listOf('In this week')).toBe(
      `${list}?range=custom&from=2026-01-05&type=credit&status=completed`,
    );
    const waiting = await cardOf('Under way');
    expect(waiting).toHaveTextContent('2 transactionsUGX 2,500 in, 5,000 out');
    expect(within(waiting).getByRole('link')).toHaveAttribute(
      'href',
      '/client/transactions?range=all&status=pending',
    );
    const days = screen.getByRole('table', { name: 'Money in and out, day by day' });
    expect(within(days).getAllByRole('row')).toHaveLength(32);
    expect(screen.queryByRole('region', { name: 'Low stock' })).not.toBeInTheDocument();
  });

  it('names the products that run low', async () => {
    const lowStock = [
      { id: '77777777-7777-4777-8777-777777777777', name: 'Day pass', stock: 0 },
      { id: '77777777-7777-4777-8777-777777777778', name: 'Week pass', stock: 3, lowStockAt: 20 },
    ];
    serve(readCompanyStatistics, ok({ ...statistics, lowStock }));
    await renderPage('/client');
    const low = await screen.findByRole('region', { name: 'Low stock' });
    expect(low).toHaveTextContent('Day pass none leftWeek pass 3 left, warned at 20 or fewer');
    expect(within(low).getByRole('link', { name: 'All that run low' })).toHaveAttribute(
      'href',
      '/client/internet-products?stock=low',
    );
    expect(within(low).getByRole('link', { name: 'Day pass' })).toHaveAttribute(
      'href',
      '/client/internet-products/77777777-7777-4777-8777-777777777777',
    );
  });

  it('leaves out what the reader may not see', async () => {
    const hidden = { today: null, week: null, trend: null, pending: null, lowStock: null };
    serve(readCompanyStatistics, ok({ ...statistics, ...hidden, overviewStatistics: nothing }));
    await renderPage('/client', { as: restricted });
    expect(await screen.findAllByText('No permission to view')).toHaveLength(4);
    // The four stand in one row, before the rest.
    const figures = screen.getByRole('region', { name: 'Overview' });
    expect(within(figures).getAllByRole('article')).toHaveLength(4);
    expect(figures.compareDocumentPosition(panelOf('Recent Activity'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(screen.queryByRole('heading', { name: 'Money in today' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Money in and out' })).not.toBeInTheDocument();
  });

  it.each([
    ['Total Balances', 'UGX 1,234,567.50', '+12.3%', 'up', 'since 30 days ago'],
    ['Total Accounts', '9', '+0.0%', 'up', 'as many as 30 days ago'],
    ['Monthly Volume', 'UGX 4,000,000', '-3.1%', 'down', 'from the 30 days before'],
    ['Transactions', '1,075 in all', '+100.0%', 'up', '350 in the last 30 days, 175 before'],
  ])('the card %s: %s, %s, %s, %s', async (label, value, change, trend, note) => {
    await renderPage('/client');
    await screen.findByText('Rent for March');
    const card = await cardOf(label);
    expect(within(card).getByText(whole(value))).toBeVisible();
    const told = within(card).getByText(change).closest('[data-trend]');
    expect(told).toHaveAttribute('data-trend', trend);
    expect(within(card).getByText(note)).toBeVisible();
  });

  it('shows each activity with its time, chip and link to its transaction', async () => {
    await renderPage('/client');
    const link = await screen.findByRole('link', { name: 'Rent for March' });
    expect(link).toHaveAttribute(
      'href',
      '/client/transactions/01900000-0000-7000-8000-000000000001',
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

  it('shows the amount of an activity before fees, with fee and net as the lists do', async () => {
    const [activity] = statistics.recentActivities;
    const sale = { description: 'Day pass', type: 'credit', status: 'completed' } as const;
    const amounts = { amount: 25_000, fee: 375, net: 24_625 };
    serve(
      readCompanyStatistics,
      ok({ ...statistics, recentActivities: [{ ...activity!, ...sale, ...amounts }] }),
    );
    await renderPage('/client');
    const row = (await screen.findByText('Day pass')).closest('li');
    expect(row).toHaveTextContent('UGX +25,000fee 375, net 24,625');
  });

  it('accepts an activity that is only a text', async () => {
    const activity = { description: 'Old', timeAgo: '3 days ago', status: 'x', statusColor: 'red' };
    serve(readCompanyStatistics, malformed({ ...statistics, recentActivities: [activity] }));
    await renderPage('/client');
    expect(await screen.findByText('Old')).toBeVisible();
    expect(screen.getByText('3 days ago')).toBeVisible();
    expect(screen.getByText('x')).toHaveClass('text-danger-text');
  });

  it('says when nothing has happened yet', async () => {
    serve(readCompanyStatistics, ok({ ...statistics, recentActivities: [] }));
    await renderPage('/client');
    expect(await screen.findByText('No recent activities')).toBeVisible();
  });

  it('shows the company, and optional fields only when present', async () => {
    const { unmount } = await renderPage('/client');
    await screen.findByText('Gulu Builders');
    const panel = panelOf('Company Information');
    for (const text of ['Plot 1, Gulu', '+256 700 000001', 'hello@gulu.test', ownCompanyId]) {
      expect(within(panel).getByText(text)).toBeVisible();
    }
    expect(within(panel).getByText('Active')).toHaveClass('text-success-text');
    expect(within(panel).getByRole('button', { name: 'Copy company ID' })).toBeVisible();
    unmount();
    const { companyInformation } = statistics;
    serve(
      readCompanyStatistics,
      ok({
        ...statistics,
        companyInformation: {
          ...companyInformation,
          status: 'Pending',
          address: null,
          phone: null,
          email: null,
        },
      }),
    );
    await renderPage('/client');
    expect(await screen.findByText('Pending')).toHaveClass('text-warning-text');
    for (const label of ['Address', 'Phone', 'Email']) {
      expect(screen.queryByText(label)).not.toBeInTheDocument();
    }
  });

  it('reloads on Refresh', async () => {
    await renderPage('/client');
    await screen.findByText('Rent for March');
    serve(
      readCompanyStatistics,
      ok({
        ...statistics,
        overviewStatistics: { ...statistics.overviewStatistics, totalAccounts: 10 },
      }),
    );
    await press('Refresh');
    await waitFor(async () =>
      expect(within(await cardOf('Total Accounts')).getByText('10')).toBeVisible(),
    );
    expect(calls(readCompanyStatistics)).toHaveLength(2);
  });
});

describe('users with fewer permissions', () => {
  it('a user without any permission sees no figure and no activity', async () => {
    serve(
      readCompanyStatistics,
      ok({ ...statistics, overviewStatistics: nothing, recentActivities: [] }),
    );
    await renderPage('/client', { as: restricted });
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

  it('shows what one permission allows next to what another hides', async () => {
    const { totalBalances, totalBalancesFormatted, totalBalancesChangePercentage } =
      statistics.overviewStatistics;
    serve(
      readCompanyStatistics,
      ok({
        ...statistics,
        overviewStatistics: {
          ...nothing,
          totalBalances,
          totalBalancesFormatted,
          totalBalancesChangePercentage,
          totalAccounts: 9,
          totalAccountsChangePercentage: 0,
        },
      }),
    );
    await renderPage('/client');
    await screen.findByText('Rent for March');
    expect(screen.getAllByText('No permission to view')).toHaveLength(2);
    expect(within(await cardOf('Transactions')).getByText('No permission to view')).toBeVisible();
  });

  it('says how many accounts are new, also if there were none before', async () => {
    const overviewStatistics = {
      ...statistics.overviewStatistics,
      totalAccounts: 4,
      totalAccountsBefore: 0,
      totalAccountsChangePercentage: 100,
    };
    serve(readCompanyStatistics, ok({ ...statistics, overviewStatistics }));
    await renderPage('/client');
    await screen.findByText('Rent for March');
    expect(await cardOf('Total Accounts')).toHaveTextContent('4 more than 30 days ago');
  });

  it('loads nothing for a user without a company', async () => {
    await renderPage('/client', { as: withoutCompany });
    const panel = screen.getByRole('alert');
    expect(panel).toHaveTextContent('Failed to load dashboard data');
    expect(panel).toHaveTextContent('No company ID provided');
    expect(calls()).toEqual([]);
  });

  it.each([
    [owner, 'Open the first one to collect, hold and send money.', 1],
    [
      { ...owner, permissions: ['canViewAccounts'] as const },
      'Somebody who may manage accounts has to open the first one.',
      0,
    ],
  ])('shows the next steps to an empty company', async (person, text, links) => {
    serveNoColleagues();
    serve(
      readCompanyStatistics,
      ok({
        ...statistics,
        overviewStatistics: { ...statistics.overviewStatistics, totalAccounts: 0 },
        recentActivities: [],
      }),
    );
    await renderPage('/client', { as: person });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'New Account' })).toHaveLength(links);
  });

  it('shows a company in which nothing has moved what is next, and no zeros but the cards', async () => {
    const zeros = { totalBalances: 0, totalAccounts: 1, monthlyVolume: 0, totalTransactions: 0 };
    const overviewStatistics = { ...statistics.overviewStatistics, ...zeros };
    serve(readCompanyStatistics, ok({ ...statistics, overviewStatistics, recentActivities: [] }));
    serveNoColleagues();
    await renderPage('/client');
    const steps = await screen.findByRole('list', { name: 'First steps' });
    expect(within(steps).getByText('Open an account')).toHaveTextContent('done');
    expect(within(steps).getByRole('link', { name: 'Create Payment Link' })).toHaveAttribute(
      'href',
      '/client/payment-links?action=create',
    );
    for (const name of ['Total Balances', 'Total Accounts', 'Monthly Volume', 'Transactions']) {
      expect(await cardOf(name)).toBeVisible();
    }
    expect(screen.queryByRole('heading', { name: 'Money in today' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Money in and out' })).not.toBeInTheDocument();
  });
});

describe('failed answers', () => {
  it.each<[string, Answer, string]>([
    ['a refusal with a reason', refused(200, 'No such company'), 'No such company'],
    ['a refusal with several', refused(200, 'No', { errors: ['One', 'Two'] }), 'One, Two'],
    ['a refusal without a word', unexplained, ''],
    ['an error of the server', silent, 'HTTP Error: 500'],
    ['a page of a proxy', htmlPage, 'Invalid response format'],
    ['cut-off JSON', { text: '{"success":' }, 'Response is not valid JSON'],
    ['no data', malformed(null), 'Invalid response format'],
    ['half of the data', malformed({ overviewStatistics: {} }), 'Invalid response format'],
    ['no connection', lost, 'Network error occurred. Failed to connect to the server'],
  ])('explains %s and retries', async (_what, given, detail) => {
    serve(readCompanyStatistics, given);
    await renderPage('/client');
    const panel = await screen.findByRole('alert', undefined, { timeout: 10_000 });
    expect(panel).toHaveTextContent(
      new RegExp(`^Failed to load dashboard data${detail.replaceAll('.', '\\.')}Try again$`),
    );
    serve(readCompanyStatistics, ok(statistics));
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Rent for March')).toBeVisible();
    expect(screen.queryByText('Failed to load dashboard data')).not.toBeInTheDocument();
  });

  it('keeps the current data when a refresh fails', async () => {
    await renderPage('/client');
    await screen.findByText('Rent for March');
    serve(readCompanyStatistics, silent);
    await press('Refresh');
    expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
    expect(screen.getByText('Rent for March')).toBeVisible();
  });
});

/** One person, and nothing to sell. */
function serveNoColleagues(): void {
  const page = { totalCount: 1, totalPages: 1, hasNextPage: false, hasPreviousPage: false };
  serve(users.page, ok({ items: [], ...page }));
  serve(internetProducts.activeOfCompany, ok([]));
}

async function cardOf(label: string): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name: label });
  return heading.closest('article') as HTMLElement;
}

function panelOf(title: string): HTMLElement {
  return screen.getByRole('heading', { name: title }).closest('section') as HTMLElement;
}

function whole(text: string) {
  return (_: string, element: Element | null) =>
    element?.tagName === 'P' && element.textContent === text;
}

it('says what waits for the approval of the reader', async () => {
  serve(notifications.summary, ok({ unreadCount: 0, newestUnread: null, approvalsForReader: 2 }));
  await renderPage('/client', { as: owner });
  expect(await screen.findByText('2 requests wait for your approval')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View approvals' })).toHaveAttribute(
    'href',
    '/client/approvals',
  );
});
