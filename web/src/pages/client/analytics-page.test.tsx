import { readCompanyAnalytics, type CompanyAnalytics } from '@sente/contract/company-analytics';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { daysOfRange } from '../../lib/day-range.ts';
import { loadFailures, ok, malformed } from '../../testing/answers.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { alertOf, expectToasts } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { withoutCompany } from '../../testing/people.ts';
import { companyAnalytics as analytics } from '../../testing/analytics.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const nothing: CompanyAnalytics = {
  ...analytics,
  points: analytics.points.map(({ date }) => ({ date, credits: 0, debits: 0 })),
  balances: analytics.balances.map(({ date }) => ({ date, balance: 0 })),
  before: null,
  statuses: analytics.statuses.map((each) => ({ ...each, transactions: 0, amount: 0 })),
  networks: [],
  accounts: [],
  otherAccounts: { count: 0, balance: 0 },
};
const page = '/client/analytics';
const asked = () => calls(readCompanyAnalytics).map(({ query }) => query);
/** By caption: a query by role through all charts takes seconds on a busy machine. */
const figures = async (name: string) => {
  const table = (await screen.findByText(`${name}, in figures`)).closest('table')!;
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent).join(' | '),
  );
};

beforeEach(() => serve(readCompanyAnalytics, ok(analytics)));

describe('the charts', () => {
  it('the charts have tables with the same data', async () => {
    await renderPage(page);
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
      'Airtel | 1 | 0 | 0 | 1 | None ended | UGX 0',
    ]);
    expect(await figures('Balance by Account')).toEqual([
      'Account | Number | Balance | Share',
      'Main till | 1002003004 | UGX 1,250,000 | 100%',
      '3 other accounts |  | UGX 45 | under 1%',
    ]);
    expect(await figures('Balance')).toEqual([
      'Date | Balance',
      'Jan 01, 2026 | UGX 1,500,045.50',
      'Jan 02, 2026 | UGX 1,250,045',
    ]);
    expect(screen.getByText('10 requests · 75.0% succeeded')).toBeVisible();
    expect(screen.getByText('1 request · none ended')).toBeVisible();
  });

  it('sales by product lead to the list behind them', async () => {
    await renderPage(page);
    const table = await screen.findByRole('table', { name: 'Sales by Product' });
    const row = within(table).getByRole('row', { name: /Day pass/ });
    expect(row).toHaveTextContent('Day passDAY-112UGX 12,000100%');
    const product = analytics.products[0]!.id;
    expect(within(row).getByRole('link')).toHaveAttribute(
      'href',
      `/client/apitransactions?productId=${product}&status=SUCCESS&range=custom&from=2026-01-01&to=2026-01-02`,
    );
  });

  it('says that nothing was sold, and nothing of products to whoever may not see them', async () => {
    serve(readCompanyAnalytics, ok({ ...analytics, products: [] }));
    const { unmount } = await renderPage(page);
    expect(await screen.findByText('Nothing was sold in this time')).toBeVisible();
    unmount();
    serve(readCompanyAnalytics, ok({ ...analytics, products: null }));
    await renderPage(page);
    expect(await screen.findByText('You do not have permission to view products')).toBeVisible();
  });

  it('the charts have their totals above them', async () => {
    await renderPage(page);
    await figures('Credits and Debits');
    const totals = screen.getByRole('region', { name: 'Totals' });
    expect([...totals.querySelectorAll('article')].map(({ textContent }) => textContent)).toEqual([
      'CreditsUGX 1,500,000Up+50.0%completed, before fees',
      'DebitsUGX 250,000.50-50.0%completed, before fees',
      'Net Before FeesUGX 1,249,999.50Up+150.0%credits less debits',
      'Success Rate75.0%6 of 8 API transactions',
    ]);
    expect(totals).toHaveTextContent(
      'Compared with as many days before, Dec 30, 2025 to Dec 31, 2025: UGX 1,000,000 in, UGX 500,001 out, 50.0% of API transactions succeeded.',
    );
  });

  it('the days are saved for spreadsheets', async () => {
    const saved = catchDownloads();
    await renderPage(page);
    await figures('Balance');
    await press('Export CSV');
    await expectToasts('Exported 2 days');
    expect(await saved[0]?.text()).toContain('"2026-01-02","0","250000.5","1250045"');
  });

  it('the charts group a long range by month', async () => {
    serve(
      readCompanyAnalytics,
      ok({
        ...analytics,
        unit: 'month',
        points: [{ date: '2025-12-01', credits: 1, debits: 2 }],
      }),
    );
    await renderPage(`${page}?range=all`);
    expect(await figures('Credits and Debits')).toEqual([
      'Month | Credits | Debits',
      'Dec 2025 | UGX 1 | UGX 2',
    ]);
    expect(
      screen.getByText(/^Completed transactions before fees, by the month of their creation, /),
    ).toBeVisible();
  });

  it('the charts show placeholders first', async () => {
    await renderPage(page);
    expect(screen.getByText('Loading analytics')).toBeInTheDocument();
    expect(screen.getByText('Balance by Account')).toBeVisible();
  });
});

it('loads the range in the address, and again on Refresh', async () => {
  await renderPage(page);
  await figures('Credits and Debits');
  expect(asked()).toEqual([daysOfRange('30')]);
  const range = screen.getByLabelText('Range');
  for (const [label, value] of [
    ['Last 7 days', '7'],
    ['Last 90 days', '90'],
    ['All since 2020', 'all'],
  ] as const) {
    await user.selectOptions(range, label);
    await waitFor(() => expect(asked().at(-1)).toEqual(daysOfRange(value)));
    expect(address()).toBe(`${page}?range=${value}`);
  }
  const before = asked().length;
  await press('Refresh');
  await waitFor(() => expect(asked()).toHaveLength(before + 1));
});

describe('analytics without data', () => {
  it('an empty range leads to a longer one, and then says that there is nothing yet', async () => {
    serve(readCompanyAnalytics, ok(nothing));
    await renderPage(page);
    expect(await screen.findByText('No transactions in the last 30 days')).toBeVisible();
    // Nobody has looked yet.
    expect(screen.queryByText(/Older/)).not.toBeInTheDocument();
    await press('Show all');
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    expect(address()).toBe(`${page}?range=all`);
  });

  it('an empty chart says so', async () => {
    serve(readCompanyAnalytics, ok({ ...nothing, accounts: analytics.accounts }));
    const { unmount } = await renderPage(page);
    await figures('Balance by Account');
    expect(screen.getByText('No completed transactions in this time')).toBeVisible();
    expect(screen.getByText('No transactions in this time')).toBeVisible();
    expect(screen.getByText('No API transactions in this time')).toBeVisible();
    expect(screen.getByText('no API transaction has ended')).toBeVisible();
    unmount();
    serve(
      readCompanyAnalytics,
      ok({ ...analytics, accounts: [], otherAccounts: { count: 0, balance: 0 } }),
    );
    await renderPage(page);
    expect(await screen.findByText('No accounts yet')).toBeVisible();
  });
});

describe('data without the permission', () => {
  const transactions = 'You do not have permission to view transactions';
  const accounts = 'You do not have permission to view accounts';
  const kept = { points: null, statuses: null, networks: null };
  const keptAccounts = { accounts: null, otherAccounts: null };
  const cardOf = (title: string) =>
    screen.getByRole('heading', { name: title }).closest('section') as HTMLElement;

  it('hidden transactions are replaced by a message, and so are their totals', async () => {
    serve(readCompanyAnalytics, ok({ ...analytics, ...kept }));
    await renderPage(page);
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

  it('hidden accounts are replaced by a message', async () => {
    serve(readCompanyAnalytics, ok({ ...analytics, ...keptAccounts }));
    await renderPage(page);
    expect(await figures('Credits and Debits')).toHaveLength(3);
    expect(within(cardOf('Balance by Account')).getByText(accounts)).toBeVisible();
  });

  it('hidden data is not shown as empty data', async () => {
    serve(readCompanyAnalytics, ok({ ...nothing, ...kept, ...keptAccounts }));
    await renderPage(page);
    expect(await screen.findByText(accounts)).toBeVisible();
    expect(screen.getAllByText(transactions)).toHaveLength(3);
    expect(screen.queryByText(/^No transactions/)).not.toBeInTheDocument();
  });
});

it.each([
  ...loadFailures('Failed to fetch analytics'),
  ['nothing', malformed(null), 'Invalid response format'] as const,
  ['a part', malformed({ ...analytics, networks: undefined }), 'Invalid response format'] as const,
])('says when they cannot be loaded: %s', async (_, failing, text) => {
  serve(readCompanyAnalytics, failing);
  await renderPage(page);
  const panel = await alertOf('Failed to load analytics');
  expect(panel).toHaveTextContent(text);
  serve(readCompanyAnalytics, ok(analytics));
  await user.click(within(panel).getByRole('button', { name: 'Try again' }));
  expect(await figures('Balance by Account')).toHaveLength(3);
  expect(panel).not.toBeInTheDocument();
});

it('a user without a company gets a message', async () => {
  await renderPage(page, { as: withoutCompany });
  expect(await screen.findByText('Failed to load analytics')).toBeVisible();
  expect(screen.getByText('No company ID')).toBeVisible();
  expect(calls()).toEqual([]);
});
