import { readAdminStatistics } from '@sente/contract/admin-statistics';
import { readAttention } from '@sente/contract/attention';
import { networks, type NetworkFloatState } from '@sente/contract/networks';
import { listSystemTransactions } from '@sente/contract/system-transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent, unexplained, malformed } from '../../testing/answers.ts';
import { address, back, renderPage } from '../../testing/page.tsx';
import { mtn } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import {
  aSystemTransaction as row,
  noAttention as nothing,
  someStatistics as statistics,
} from '../../testing/staff-records.ts';
import { press, user } from '../../testing/user.ts';

const open = (query = '') => renderPage(`/admin${query}`);
const asked = () => calls(listSystemTransactions).at(-1)?.query;
const card = (label: string) =>
  screen.getByRole('heading', { name: label }).closest('article') as HTMLElement;
const rowsIn = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1);
const rowsOf = () => rowsIn('Recent Transactions');
const trendDays = () => rowsIn('Transaction Trends, day by day');

beforeEach(() => {
  serve(readAdminStatistics, ok(statistics));
  serve(readAttention, ok(nothing));
  serve(listSystemTransactions, ok([]));
  serve(networks.list, ok([]));
  serve(networks.floats, ok([]));
});

describe('what needs a person', () => {
  it('says that nothing waits', async () => {
    await open();
    expect(await screen.findByText('Nothing waits for a person.')).toBeVisible();
  });

  const tasks = async () =>
    within(await screen.findByRole('list', { name: 'What needs a person' }));
  const link = async (name: string) => (await tasks()).getByRole('link', { name });

  it('comes first, with the page that deals with each', async () => {
    serve(
      readAttention,
      ok({
        ...nothing,
        pendingApprovals: 3,
        approvalsForReader: 2,
        approvalsAmount: 1_500_000,
        approvalsSince: new Date(Date.now() - 3 * 86_400_000).toISOString(),
        paymentReviews: 1,
        failedTransactions: 3,
        failedSinceYesterday: 4,
        newEnquiries: 2,
        unknownPayments: { count: 2, since: '2026-01-05T10:00:00.000Z' },
        openNotices: 3,
        watcher: { problem: 'late', since: null },
        ledgerFaults: 1,
        mailTrouble: { count: 2, reason: 'The mail server answered 550' },
        webhooksGaveUp: [
          {
            companyId: '44444444-4444-4444-8444-444444444444',
            company: 'Gulu Builders',
            count: 2,
            since: '2026-01-05T10:00:00.000Z',
          },
        ],
      }),
    );
    serve(networks.list, ok([{ ...mtn, status: 'down' }]));
    const float = { network: 'MTN', product: 'disbursement', readAt: '2026-01-05T10:00:00.000Z' };
    serve(networks.floats, ok([{ ...float, amount: 900_000 } as NetworkFloatState]));
    await open();
    expect(await link('2 requests wait for your approval')).toHaveAttribute('href', '/approvals');
    expect(
      (await tasks()).getByText(
        'UGX 1,500,000 together, the oldest 3 days ago; 1 more waits for somebody else',
      ),
    ).toBeVisible();
    expect((await tasks()).getByText(/the list has 1 more, in suspense/)).toBeVisible();
    expect(await link('1 payment waits for a decision')).toHaveAttribute(
      'href',
      '/approvals?tab=payments',
    );
    expect(await link('2 enquiries wait for an answer')).toHaveAttribute(
      'href',
      '/enquiries?state=new',
    );
    expect(await link('Networks report 2 unknown payments')).toHaveAttribute(
      'href',
      '/approvals?tab=unknown',
    );
    expect((await link('4 transactions failed since yesterday')).getAttribute('href')).toMatch(
      /^\/transactions\?status=failed&kind=no-collection&dateBy=finished&range=custom&from=/,
    );
    expect(await link('Unusual payouts are not stopped automatically')).toHaveAttribute(
      'href',
      '/brake',
    );
    expect(await link('The webhook of Gulu Builders fails')).toHaveAttribute(
      'href',
      '/companies/44444444-4444-4444-8444-444444444444/api-credentials?deliveries=gave_up',
    );
    expect((await tasks()).getByText('The ledger check found 1 difference')).toBeVisible();
    expect((await tasks()).getByText('Mail is not delivered')).toBeVisible();
    expect((await tasks()).getByText(/answered 550\. 2 mails did not arrive/)).toBeVisible();
    await (await tasks()).findByText('MTN MoMo does not answer');
    expect(await link('MTN MoMo does not answer')).toHaveAttribute('href', '/admin#networks');
    expect(
      await (await tasks()).findByText('The money at MTN lasts for less than a day'),
    ).toBeVisible();
  });

  it('names the network and the day of a float that is not explained', async () => {
    const unexplainedFloats = [
      { network: 'AIRTEL', day: '2026-03-11', amount: -3_000, by: 'statement' },
    ];
    serve(readAttention, ok({ ...nothing, unexplainedFloats }));
    await open();
    await link('The float at Airtel is not explained');
    expect((await tasks()).getByText('UGX -3,000 differ after Mar 11, 2026')).toBeVisible();
  });

  it('says when it cannot be loaded, beside the figures', async () => {
    serve(readAttention, refused(500, 'Too slow'));
    await open();
    expect(await screen.findByText('What waits could not be loaded')).toBeVisible();
    expect(card('Total Companies')).toHaveTextContent('1,234');
  });
});

describe('today', () => {
  it('compares the whole hours with the same weekday of the week before', async () => {
    await open();
    await screen.findByRole('region', { name: 'Today' });
    // 1,505 so far, of which 1,500 in two whole hours, against 1,000 then.
    expect(card('Money in today')).toHaveTextContent('UGX 1,50550% more');
    const compared = /^Compared with last Tuesday until 02:00/;
    expect(screen.getByText(compared)).toBeVisible();
    expect(card('Money out today')).toHaveTextContent('UGX 5075% less');
    expect(card('Transactions today')).toHaveTextContent('6no more or less');
    expect(within(card('Failed today')).getByRole('link')).toHaveAttribute(
      'href',
      '/transactions?range=today&status=failed',
    );
    const hours = within(screen.getByRole('table', { name: /^Money in by the hour/ }));
    expect(hours.getAllByRole('row')).toHaveLength(25);
    expect(hours.getAllByRole('row')[2]).toHaveTextContent('01:00 to 02:00UGX 900UGX 500');
  });

  it('names what there was nothing of to compare with', async () => {
    const { weekBefore } = statistics;
    const hours = weekBefore.hours.map((hour) => ({ ...hour, debits: 0, failed: 0 }));
    serve(readAdminStatistics, ok({ ...statistics, weekBefore: { ...weekBefore, hours } }));
    await open();
    const text =
      'Compared with last Tuesday until 02:00. There was no money out and no failure then.';
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('leads from the newest failed ones to all of them', async () => {
    await open('?status=failed');
    const all = await screen.findByRole('link', { name: 'All of the last 30 days' });
    expect(all).toHaveAttribute('href', '/transactions?status=failed');
  });

  it('says once that there was nothing to compare with', async () => {
    const { weekBefore } = statistics;
    const none = { credits: 0, debits: 0, transactions: 0, failed: 0 };
    const hours = weekBefore.hours.map((hour) => ({ ...hour, ...none }));
    serve(readAdminStatistics, ok({ ...statistics, weekBefore: { ...weekBefore, hours } }));
    await open();
    await screen.findByRole('region', { name: 'Today' });
    expect(screen.getAllByText(/last Tuesday until 02:00/)).toHaveLength(1);
    expect(screen.getByText('There was nothing last Tuesday until 02:00.')).toBeVisible();
  });

  it('is not compared in the first hour', async () => {
    const [first] = statistics.today.hours;
    serve(
      readAdminStatistics,
      ok({ ...statistics, today: { ...statistics.today, hours: first ? [first] : [] } }),
    );
    await open();
    await screen.findByRole('region', { name: 'Today' });
    expect(card('Money in today')).toHaveTextContent('UGX 600');
    expect(screen.getByText('The day has just begun.')).toBeVisible();
  });
});

describe('the figures', () => {
  it('shows a spinner first, then value, change and trend on each card', async () => {
    await open();
    expect(screen.getByText('Loading dashboard').closest('[role="status"]')).toBeInTheDocument();
    await screen.findByRole('heading', { name: 'Total Companies' });
    expect(screen.queryByText('Loading dashboard')).not.toBeInTheDocument();
    for (const [label, value, change, trend] of [
      ['Total Companies', '1,234', '+4.2%', 'up'],
      ['Total Balance', 'UGX 5,000,000.50', '-1.0%', 'down'],
      ['Total Credits', 'UGX 8,000,000', '0%', 'down'],
      // Without a plus sign it is down.
      ['Total Debits', 'UGX 3,000,000', '12.0%', 'down'],
    ] as const) {
      expect(card(label)).toHaveTextContent(value);
      expect(within(card(label)).getByText(change).parentElement).toHaveAttribute(
        'data-trend',
        trend,
      );
    }
  });

  it('says what the change of a total compares, without a color', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Total Debits' });
    for (const label of ['Total Credits', 'Total Debits']) {
      expect(card(label)).toHaveTextContent('last 30 days against the 30 before');
      expect(card(label).querySelector('[data-trend]')).toHaveClass('text-muted');
    }
    expect(card('Total Balance').querySelector('[data-trend]')).toHaveClass('text-danger-text');
  });

  it('shows a preformatted text unchanged', async () => {
    const overview = { ...statistics.overview, totalBalance: 'UGX 1.2 bn' };
    serve(readAdminStatistics, malformed({ ...statistics, overview }));
    await open();
    expect(await screen.findByText('UGX 1.2 bn')).toBeVisible();
  });

  it.each([
    ['no data', malformed(null)],
    ['an empty object', malformed({})],
  ])('is all zeros with %s', async (_, answer) => {
    serve(readAdminStatistics, answer);
    await open();
    await screen.findByRole('heading', { name: 'Total Companies' });
    expect(card('Total Companies')).toHaveTextContent(/0.*0%/);
    expect(card('Total Balance')).toHaveTextContent(/UGX 0.*0%/);
    // Of both charts over the days, instead of an empty grid.
    expect(screen.getAllByText('Nothing yet')).toHaveLength(2);
    expect(screen.getByText('No transactions yet.')).toBeVisible();
    expect(screen.getByText('No credits yet.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
    expect(card('Pending Approvals')).toHaveTextContent('0');
    // All that wait, not only what waits for the reader.
    expect(
      within(card('Pending Approvals')).getByRole('link', { name: /Pending Approvals/ }),
    ).toHaveAttribute('href', '/approvals?tab=open');
  });

  it('limits the trend by the selector, in the address', async () => {
    await open();
    const period = await screen.findByRole('combobox', { name: 'Period' });
    expect(period).toHaveValue('7days');
    expect([...period.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '7days',
      '30days',
      '90days',
    ]);
    expect(trendDays()).toHaveLength(8);
    expect(trendDays()[7]).toHaveTextContent('Apr 01, 2026UGX 91UGX 0.50');
    await user.selectOptions(period, '90days');
    expect(trendDays()).toHaveLength(91);
    expect(address()).toBe('/admin?period=90days');
    const flow = screen.getByRole('table', { name: 'Net System Flow, day by day' });
    expect(within(flow).getByRole('columnheader', { name: 'Inflow' })).toBeInTheDocument();
    expect(within(flow).getByRole('columnheader', { name: 'Outflow' })).toBeInTheDocument();
    expect(within(flow).getAllByRole('row').at(-1)).toHaveTextContent('UGX 91UGX 0.50UGX 90.50');
    for (const chart of document.querySelectorAll('[data-chart]')) {
      expect(chart).toHaveStyle({ height: '300px' });
    }
    // Slicing sends no request.
    expect(calls(readAdminStatistics)).toHaveLength(1);
  });

  it('lists five companies, with their number of transactions and amount', async () => {
    await open();
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
    expect(within(list).getByRole('link', { name: 'Top 1' })).toHaveAttribute(
      'href',
      '/companies/44444444-4444-4444-8444-444444444440',
    );
    expect(within(list).getByRole('link', { name: '6 transactions' })).toHaveAttribute(
      'href',
      '/transactions?range=all&type=credit&status=completed&companyId=44444444-4444-4444-8444-444444444440',
    );
    expect(card('Active Users')).toHaveTextContent(/Last login: .+ ago \(March 31, 2026/);
    expect(within(card('Active Users')).getByRole('link')).toHaveAttribute(
      'href',
      '/users?status=active',
    );
  });
});

describe('a failed load', () => {
  it.each([
    ['with a message', refused(500, 'Down for repair'), 'Down for repair'],
    ['without one', silent, 'Failed to fetch dashboard data'],
    ['as a refusal', unexplained, 'Failed to fetch dashboard data'],
    ['as a page', { type: 'text/html', text: '<html>' }, 'Invalid response format'],
    ['as cut-off JSON', { text: '{"success": tr' }, 'Response is not valid JSON'],
    ['as a list', malformed([]), 'Invalid response format'],
    [
      'with no connection',
      'connection lost',
      'Network error occurred. Failed to connect to the server',
    ],
  ] as const)('%s is shown in banner and toast, and can be retried', async (_, answer, text) => {
    serve(readAdminStatistics, answer);
    await open();
    const banner = (
      await screen.findByText(`Error loading dashboard data: ${text}`, undefined, {
        timeout: 3_000,
      })
    ).closest('[role="alert"]') as HTMLElement;
    expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Total Companies' })).not.toBeInTheDocument();
    serve(readAdminStatistics, ok(statistics));
    await press('Try Again', banner);
    expect(await screen.findByRole('heading', { name: 'Total Companies' })).toBeVisible();
    expect(banner).not.toBeInTheDocument();
  });

  it('keeps the current figures when a refresh fails', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Total Companies' });
    serve(readAdminStatistics, refused(503, 'Busy'));
    await press('Refresh');
    expect(await screen.findByText('Error loading dashboard data: Busy')).toBeVisible();
    expect(card('Total Companies')).toHaveTextContent('1,234');
  });
});

describe('recent transactions', () => {
  it('shows the newest of the statistics, and any unknown status as pending', async () => {
    const odd = row(3, { status: 'Reversing' as 'Pending' });
    serve(readAdminStatistics, malformed({ ...statistics, recentTransactions: [row(1), odd] }));
    await open();
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
    const links = within(rowsOf()[0]!).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/companies/44444444-4444-4444-8444-444444444444',
      `/transactions/${row(1).id}`,
    ]);
    expect(calls(listSystemTransactions)).toEqual([]);
  });

  it('sends a request only once a filter is set', async () => {
    serve(listSystemTransactions, ok([row(9, { status: 'Failed', type: 'Debit' })]));
    await open();
    const status = await screen.findByRole('combobox', { name: 'Status' });
    const type = screen.getByRole('combobox', { name: 'Type' });
    const valuesOf = (select: HTMLElement) =>
      [...select.querySelectorAll('option')].map(({ value }) => value);
    expect(valuesOf(status)).toEqual(['all', 'success', 'failed', 'pending']);
    expect(valuesOf(type)).toEqual(['all', 'credit', 'debit']);
    await user.selectOptions(status, 'failed');
    expect(await screen.findByText('Company 9')).toBeVisible();
    expect(rowsOf()).toHaveLength(1);
    expect(asked()).toEqual({ status: 'failed', limit: '50' });
    await user.selectOptions(type, 'debit');
    await waitFor(() => expect(asked()).toEqual({ type: 'debit', status: 'failed', limit: '50' }));
    expect(address()).toBe('/admin?status=failed&type=debit');
  });

  it('distinguishes no matches from no transactions, and links back', async () => {
    await open('?status=pending');
    expect(await screen.findByText('No transactions match these filters.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
    await press('Clear Filters');
    expect(await screen.findByText('Company 1')).toBeVisible();
    expect(address()).toBe('/admin');
  });

  it.each([
    [refused(500, 'Too slow'), 'Too slow'],
    [silent, 'Failed to fetch transactions'],
  ])('says when the filtered list cannot be loaded: %j', async (answer, text) => {
    serve(listSystemTransactions, answer);
    await open('?status=failed');
    const panel = (await screen.findByText('Failed to load transactions')).closest(
      '[role="alert"]',
    ) as HTMLElement;
    expect(panel).toHaveTextContent(text);
    serve(listSystemTransactions, ok([row(9)]));
    await press('Try Again', panel);
    expect(await screen.findByText('Company 9')).toBeVisible();
  });

  it('Investigate filters all failures and scrolls there', async () => {
    serve(listSystemTransactions, ok([row(9, { status: 'Failed' })]));
    await open('?type=credit');
    await press('Investigate');
    expect(screen.getByText('In the last 30 days, collections included')).toBeVisible();
    expect(address()).toBe('/admin?status=failed');
    expect(screen.getByRole('heading', { name: 'Recent Transactions' })).toHaveFocus();
    expect(await screen.findByText('Company 9')).toBeVisible();
    await back();
    expect(address()).toBe('/admin?type=credit');
  });

  it('clearing both filters is one history entry', async () => {
    await open('?type=credit&status=failed');
    await press('Clear Filters');
    expect(address()).toBe('/admin');
    await back();
    expect(address()).toBe('/admin?type=credit&status=failed');
  });

  it('shows five at first and all on demand', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...row(1),
      id: `01900000-0000-7000-8000-0000000001${index + 10}`,
    }));
    serve(readAdminStatistics, ok({ ...statistics, recentTransactions: many }));
    await open();
    expect(await screen.findByText('Showing 5 of the newest 12')).toBeVisible();
    expect(rowsOf()).toHaveLength(5);
    await press('Show all');
    expect(rowsOf()).toHaveLength(12);
  });
});

it('View Details leads to what waits for a second person', async () => {
  await open();
  expect(await screen.findByRole('link', { name: 'View Details' })).toHaveAttribute(
    'href',
    '/approvals',
  );
});
