import { accounts } from '@sente/contract/accounts';
import { transactions, type Transaction } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { daysOfRange } from '../../lib/day-range.ts';
import { loadFailures, ok, refused, malformed } from '../../testing/answers.ts';
import { alertOf } from '../../testing/messages.ts';
import { address, back, renderPage } from '../../testing/page.tsx';
import { owner, withoutCompany } from '../../testing/people.ts';
import { anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { aTotal, aTransaction, aTransactionDetails } from '../../testing/transactions.ts';
import { press, user } from '../../testing/user.ts';

const row = aTransaction();
const { id } = row;
const rowOf = (n: number, more: Partial<Transaction> = {}) =>
  aTransaction({
    id: `${id.slice(0, -4)}${String(n).padStart(4, '0')}`,
    description: `Sale ${n}`,
    ...more,
  });
const meta = {
  totalCount: 1,
  isCountExact: true,
  isCapped: false,
  nextAfter: null,
  searchedTo: null,
};
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
      /^Sale of airtimeRCT-77.*UGX \+25,000\.50.*Completed.*Jan 05, 2026.*1:00:00 PM.*Main till.*1002003004.*Collection Credit.*01900000…0001/,
    );
    expect(all[1]).toHaveTextContent(/Sale 2.*UGX -900.*Failed.*Debit/);
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

  it('narrows by account, kind, network and amount, and says what passes', async () => {
    const [main, till] = [
      anAccount({ id: 'main' }),
      anAccount({ id: 'till', accountName: 'Till' }),
    ];
    serve(accounts.ofCompany, ok([main, till]));
    serve(transactions.totals, ok(aTotal({ count: 1_204, leftOut: 2 })));
    await renderPage(list);
    await rows();
    const sums = screen.getByRole('region', { name: 'Sums' });
    await waitFor(() => expect(sums).toHaveTextContent(/Transactions1,204InUGX 700.*NetUGX 690/));
    await press('More filters');
    for (const [label, option] of [
      ['Account', 'Till'],
      ['Kind', 'Payout'],
      ['Network', 'AIRTEL'],
    ] as const) {
      await user.selectOptions(await screen.findByRole('combobox', { name: label }), option);
    }
    await user.type(screen.getByLabelText('Amount from'), '1,000{Enter}');
    const wanted = {
      ...daysOfRange('30'),
      accountId: 'till',
      kind: 'payout',
      network: 'AIRTEL',
      minAmount: '1000',
    };
    await waitFor(() => expect(asked().at(-1)).toEqual(wanted));
    expect(calls(transactions.totals).at(-1)?.query).toEqual(wanted);
    expect(address()).toBe(`${list}?accountId=till&kind=payout&network=AIRTEL&min=1%2C000`);
  });

  it('keeps the focus and the text of the second amount while the first one is applied', async () => {
    await renderPage(list);
    await rows();
    await press('More filters');
    await user.type(screen.getByLabelText('Amount from'), '500');
    await user.tab();
    expect(screen.getByLabelText('Amount to')).toHaveFocus();
    await waitFor(() => expect(address()).toBe(`${list}?min=500`));
    await user.keyboard('900{Enter}');
    await waitFor(() => expect(address()).toBe(`${list}?min=500&max=900`));
    expect(screen.getByLabelText('Amount to')).toHaveFocus();
  });

  it('says at the box that a range of amounts is impossible, and does not send it', async () => {
    await renderPage(`${list}?min=5000`);
    await rows();
    await press(/More filters/);
    await user.type(screen.getByLabelText('Amount to'), '1000{Enter}');
    expect(await screen.findByText('Must not be less than the amount from')).toBeVisible();
    expect(screen.getByLabelText('Amount to')).toBeInvalid();
    expect(asked().every((query) => query['maxAmount'] === undefined)).toBe(true);
    await user.clear(screen.getByLabelText('Amount to'));
    await user.type(screen.getByLabelText('Amount to'), '6000');
    await user.tab();
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ maxAmount: '6000' }));
    expect(screen.queryByText('Must not be less than the amount from')).not.toBeInTheDocument();
  });

  it('says how far words were searched, and goes on from there', async () => {
    serve(transactions.ofCompany, ({ query }) =>
      query['after']
        ? okPart([row])
        : okPart([rowOf(3)], { ...meta, nextAfter: id, searchedTo: '2026-01-04T10:00:00.000Z' }),
    );
    await renderPage(`${list}?search=sale`);
    expect(await screen.findByText(/Searched back to/)).toHaveTextContent('Jan 04, 2026, 1:00 PM');
    await press('Search further back');
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ after: id, search: 'sale' }));
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
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'All since 2020',
      'Own range',
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
    expect(address()).toBe(`${list}?page=2`);
  });

  it('shows rows with the specified fields alone', async () => {
    const { id: rowId, reference, description, type, amount, status, date } = row;
    serve(transactions.ofCompany, {
      body: { data: [{ id: rowId, reference, description, type, amount, status, date }] },
    });
    await renderPage(list);
    expect((await rows())[0]).toHaveTextContent(/Sale of airtimeRCT-77.*-.*Credit/);
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
  const capped = {
    totalCount: 12_345,
    isCountExact: true,
    isCapped: true,
    nextAfter: 'x',
    searchedTo: null,
  };
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
    serve(transactions.totals, ok(aTotal({ count: 0 })));
  });

  it('an empty range leads to all days, and no transactions at all says so', async () => {
    await renderPage(list);
    expect(await screen.findByText('No transactions in the last 30 days')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Export transactions' })).toBeDisabled(),
    );
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

/** Not by role: a query through all rows takes seconds on a busy machine. */
async function rows(): Promise<HTMLElement[]> {
  await screen.findAllByText('Credit', { selector: 'td *' });
  return [...document.querySelectorAll<HTMLElement>('tbody tr')];
}
