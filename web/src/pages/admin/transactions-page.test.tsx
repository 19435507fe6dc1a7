import { accounts } from '@sente/contract/accounts';
import { companies } from '@sente/contract/companies';
import { fileExports } from '@sente/contract/file-exports';
import { transactions, type ListedTransaction } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { kampalaDay } from '../../lib/kampala.ts';
import { ok, refused, silent } from '../../testing/answers.ts';
import { alertOf } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { aCompany, anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { anExport, aTotal, aTransaction, aTransactionDetails } from '../../testing/transactions.ts';
import { press, user } from '../../testing/user.ts';

const row: ListedTransaction = {
  ...aTransaction({ amount: 700, fee: 10, phoneNumber: '256772000001', network: 'MTN' }),
  companyId: '44444444-4444-4444-8444-444444444444',
  companyName: 'Gulu Builders',
  kind: 'collection',
};
const { id } = row;
const whole = { nextAfter: null, searchedTo: null };
const sums = aTotal();
const page = '/transactions';
const last30 = { startDate: kampalaDay(30), endDate: kampalaDay() };
beforeEach(() => {
  serve(transactions.list, ok([row], whole));
  serve(transactions.totals, ok(sums));
});

it('lists phone and amount first and the id last, and a row leads to its page', async () => {
  await renderPage(page);
  const [first] = await rowsOf();
  expect(first).toHaveTextContent(
    /^\+256 772 000001MTN.*700.*690.*Completed.*Jan 05, 2026.*Gulu Builders.*Collection.*01900000…0001/,
  );
  expect(asked()).toEqual([last30]);
  expect(within(first!).getByRole('link', { name: /\+256 772 000001/ })).toHaveAttribute(
    'href',
    `/transactions/${id}`,
  );
  serve(transactions.get, ok(aTransactionDetails()));
  await user.click(within(first!).getByText('Collection'));
  expect(address()).toBe(`/transactions/${id}`);
});

it('says the direction of what has not moved yet beside its amount', async () => {
  const waiting = { ...row, status: 'pending', net: null, finishedAt: null } as const;
  const payout = {
    ...waiting,
    id: aTransactionDetails().id.replace(/1$/, '2'),
    companyName: 'Mbale Shop',
    type: 'debit',
  } as const;
  serve(transactions.list, ok([waiting, payout], whole));
  await renderPage(page);
  const [deposit, out] = await rowsOf();
  const amountOf = (of: HTMLElement) => within(of).getByText('fee 10').closest('td')!;
  expect(amountOf(deposit!)).toHaveTextContent('UGX +700');
  expect(amountOf(out!)).toHaveTextContent('UGX -700');
});

it('says why one failed', async () => {
  const failed = { ...row, status: 'failed', reason: 'insufficient_funds' } as const;
  serve(transactions.list, ok([failed], whole));
  await renderPage(page);
  expect((await rowsOf())[0]).toHaveTextContent('FailedNot enough money on the account');
});

it('shows how many there are and what they add up to', async () => {
  serve(transactions.totals, ok({ ...sums, count: 1_204, leftOut: 2 }));
  await renderPage(page);
  const section = await screen.findByRole('region', { name: 'Sums' });
  await waitFor(() =>
    expect(section).toHaveTextContent(/Transactions1,204InUGX 700OutUGX 0FeesUGX 10NetUGX 690/),
  );
  expect(section).toHaveTextContent('2 left out: reversals and what they took back');
  expect(section).not.toHaveTextContent('charged separately');
});

it('says which fees are among the debits too, as they were charged separately', async () => {
  serve(transactions.totals, ok({ ...sums, debits: 125, fees: 125, ownFees: 125, net: 575 }));
  await renderPage(page);
  const section = await screen.findByRole('region', { name: 'Sums' });
  await waitFor(() => expect(section).toHaveTextContent('OutUGX 125FeesUGX 125NetUGX 575'));
  expect(section).toHaveTextContent('UGX 125 of the fees were charged separately');
});

it.each([
  ['failed', 0, 'Sums of what failed: none of it is on an account.'],
  [
    'failed',
    2,
    'Sums of what failed: none of it is on an account; 2 left out: paid after all, or being checked.',
  ],
  ['failed', null, 'Sums of what failed, also if it was paid after all or is being checked.'],
  ['pending', null, 'Sums of what is pending: it may still fail.'],
] as const)('adds up what is %s with %s left out, and says so', async (sumsOf, leftOut, text) => {
  const amounts = { credits: 0, debits: 500, fees: null, ownFees: null, net: null, leftOut };
  serve(transactions.totals, ok({ ...sums, ...amounts, sumsOf }));
  await renderPage(`${page}?status=${sumsOf}`);
  const section = await screen.findByRole('region', { name: 'Sums' });
  await waitFor(() => expect(section).toHaveTextContent(`InUGX 0OutUGX 500${text}`));
});

it('says when there are too many to add up, and when the sums are missing', async () => {
  const none = {
    credits: null,
    debits: null,
    fees: null,
    ownFees: null,
    net: null,
    leftOut: null,
  };
  serve(transactions.totals, ok({ count: 20_001, isExact: false, ...none }));
  const { unmount } = await renderPage(page);
  expect(await screen.findByText('at least 20,001')).toBeVisible();
  expect(screen.getByText(/Too many to add up/)).toBeVisible();
  unmount();
  serve(transactions.totals, refused(500, 'Too slow'));
  await renderPage(page);
  expect(await screen.findByText('The sums could not be loaded.')).toBeVisible();
  expect(await rowsOf()).toHaveLength(1);
});

it('leaves out the sums that nobody knows of very many', async () => {
  const many = { ...sums, count: 1_002_494, fees: null, net: null, leftOut: null };
  serve(transactions.totals, ok(many));
  await renderPage(page);
  const section = await screen.findByRole('region', { name: 'Sums' });
  await waitFor(() => expect(section).toHaveTextContent(/1,002,494InUGX 700OutUGX 0Sums/));
});

it('sends every filter and keeps it in the address', async () => {
  await renderPage(page);
  await rowsOf();
  expect(screen.queryByLabelText('Network')).not.toBeInTheDocument();
  await press('More filters');
  for (const [label, option] of [
    ['Range', 'All days'],
    ['Direction', 'Debit'],
    ['Status', 'Failed'],
    ['Kind', 'Payout'],
    ['Network', 'AIRTEL'],
  ] as const) {
    await user.selectOptions(screen.getByRole('combobox', { name: label }), option);
  }
  await user.type(screen.getByLabelText('Amount from'), '1,000{Enter}');
  await user.type(screen.getByLabelText('Amount to'), '5000{Enter}');
  const amounts = within(screen.getByRole('group', { name: 'Amount' }));
  expect(amounts.getAllByRole('textbox')).toHaveLength(2);
  await user.type(screen.getByRole('searchbox', { name: 'Phone' }), '001');
  await user.type(screen.getByRole('searchbox', { name: /Search/ }), 'rent');
  const wanted = {
    type: 'debit',
    status: 'failed',
    kind: 'payout',
    network: 'AIRTEL',
    phone: '001',
    search: 'rent',
    minAmount: '1000',
    maxAmount: '5000',
  };
  await waitFor(() => expect(asked().at(-1)).toEqual(wanted));
  // Direction, kind, network, phone and the range of amounts.
  expect(screen.getByRole('button', { name: 'More filters 5 active' })).toBeVisible();
  expect(calls(transactions.totals).at(-1)?.query).toEqual(wanted);
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
    range: 'all',
    type: 'debit',
    status: 'failed',
    kind: 'payout',
    network: 'AIRTEL',
    min: '1,000',
    max: '5000',
    phone: '001',
    search: 'rent',
  });
});

it('folds filters and sums on a phone, and says how many filters are active', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
  );
  await renderPage(`${page}?status=failed&min=1000&max=5000&range=custom&from=2026-01-01`);
  const button = await screen.findByRole('button', { name: 'Filters 3 active' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByLabelText('Status')).not.toBeInTheDocument();
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.selectOptions(screen.getByLabelText('Status'), 'All Statuses');
  expect(await screen.findByRole('button', { name: 'Filters 2 active' })).toBe(button);
  expect(screen.getByRole('group', { name: 'Sums' })).toHaveTextContent(
    /^1 transaction in these daysNet UGX 690/,
  );
  expect(screen.getByText(/^Sums of what is completed/)).not.toBeVisible();
});

it('has an own range of days, and takes everything from the address', async () => {
  await renderPage(`${page}?range=custom&from=2026-01-01&to=2026-01-31&accountId=${id}`);
  await rowsOf();
  expect(asked()[0]).toEqual({ startDate: '2026-01-01', endDate: '2026-01-31', accountId: id });
  expect(screen.getByLabelText('First day')).toHaveValue('2026-01-01');
  expect(screen.getByLabelText('Last day')).toHaveValue('2026-01-31');
});

it.each([
  ['range=custom&from=2026-11-18&to=2026-11-01', 'The last day is before the first day'],
  ['min=5000&max=1000', 'The range of amounts is not possible'],
])(
  'lists, adds up and exports nothing while the filters are impossible: %s',
  async (given, text) => {
    await renderPage(`${page}?${given}`);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Sums' })).not.toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export transactions' })).toBeDisabled();
    expect(asked()).toEqual([]);
  },
);

it('searches for words as well', async () => {
  await renderPage(`${page}?search=+rent+`);
  await rowsOf();
  expect(asked()).toEqual([{ ...last30, search: 'rent' }]);
});

it('says in which days nothing was found, and searches all of them', async () => {
  serve(transactions.list, ({ query }) =>
    query['startDate'] === last30.startDate ? ok([], whole) : ok([row], whole),
  );
  await renderPage(`${page}?search=EFT-580651`);
  expect(await screen.findByText('Nothing in the last 30 days')).toBeVisible();
  await press('Search all days');
  expect(await rowsOf()).toHaveLength(1);
  expect(address()).toBe(`${page}?search=EFT-580651&range=all`);
});

it('goes on page by page, also where the server stopped looking', async () => {
  serve(transactions.list, ({ query }) =>
    query['after']
      ? ok([row], whole)
      : ok([], { nextAfter: id, searchedTo: '2026-01-04T10:00:00.000Z' }),
  );
  await renderPage(`${page}?network=MTN`);
  expect(await screen.findByText('None found so far.')).toBeVisible();
  expect(screen.getByText(/Searched back to/)).toHaveTextContent('Jan 04, 2026, 1:00 PM');
  await press('Search further back');
  expect(await rowsOf()).toHaveLength(1);
  expect(asked().at(-1)).toMatchObject({ after: id });
  expect(screen.queryByRole('button', { name: 'Search further back' })).not.toBeInTheDocument();
});

it('says what it exports, and sends the filters', async () => {
  serve(fileExports.start, ok(anExport({ state: 'done' })));
  serve(transactions.totals, ok({ ...sums, count: 1_204 }));
  await renderPage(`${page}?status=completed&min=500`);
  await rowsOf();
  await press('Export 1,204 transactions');
  const dialog = await screen.findByRole('dialog', { name: 'Export transactions' });
  expect(dialog).toHaveTextContent(
    '1,204 transactions: Last 30 days, Completed, at least UGX 500.',
  );
  await press('Export as CSV', dialog);
  await waitFor(() =>
    expect(calls(fileExports.start)[0]?.body).toEqual({
      list: 'transactions',
      format: 'csv',
      filters: { ...last30, status: 'completed', minAmount: '500' },
    }),
  );
});

it('shows the accounts of the chosen company', async () => {
  const { companyId } = row;
  serve(companies.get, ok(aCompany({ id: companyId })));
  serve(accounts.ofCompany, ok([anAccount({ id: 'a' }), anAccount({ id: 'b', accountName: 'B' })]));
  await renderPage(`${page}?companyId=${companyId}`);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Account' }), 'B');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ companyId, accountId: 'b' }));
});

it('shows the chosen columns, also the next time', async () => {
  const { unmount } = await renderPage(page);
  await rowsOf();
  await press('Columns');
  const dialog = await screen.findByRole('dialog', { name: 'Columns' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Transaction ID' }));
  await press('Done', dialog);
  expect(screen.queryByRole('columnheader', { name: 'Transaction ID' })).not.toBeInTheDocument();
  unmount();
  await renderPage(page);
  await rowsOf();
  expect(screen.queryByText('Transaction ID')).not.toBeInTheDocument();
  await press('Columns (1 hidden)');
  await press('Show all', await screen.findByRole('dialog', { name: 'Columns' }));
  expect(screen.getByRole('columnheader', { name: 'Transaction ID', hidden: true })).toBeVisible();
});

it('says when nothing matches, and when it cannot be loaded', async () => {
  serve(transactions.list, ok([], whole));
  const { unmount } = await renderPage(`${page}?status=failed`);
  expect(await screen.findByText('No transactions match these filters.')).toBeVisible();
  // Nothing is below it: an empty footer is a line and a gap.
  const list = screen.getByRole('table').closest('.isolate');
  expect(list?.lastElementChild).toBeEmptyDOMElement();
  await press('Clear Filters');
  expect(await screen.findByText('No transactions in the last 30 days.')).toBeVisible();
  expect(address()).toBe(page);
  unmount();
  serve(transactions.list, silent);
  await renderPage(page);
  const panel = await alertOf('Failed to load transactions');
  serve(transactions.list, ok([row], whole));
  await press('Try Again', panel);
  expect(await rowsOf()).toHaveLength(1);
});

function asked(): Readonly<Record<string, string>>[] {
  return calls(transactions.list).map(({ query }) => query);
}

/** Not by role: a query through all rows takes seconds on a busy machine. */
async function rowsOf(): Promise<HTMLElement[]> {
  await screen.findByText('Gulu Builders', { selector: 'td *' });
  return [...document.querySelectorAll<HTMLElement>('tbody tr')];
}
