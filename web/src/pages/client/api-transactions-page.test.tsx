import { apiTransactions, type ApiTransaction } from '@sente/contract/api-transactions';
import { networks } from '@sente/contract/networks';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { daysOfRange } from '../../lib/day-range.ts';
import { loadFailures, ok, malformed } from '../../testing/answers.ts';
import { alertOf } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { withoutCompany } from '../../testing/people.ts';
import { beOnPhone } from '../../testing/phone.ts';
import { calls, serve } from '../../testing/server.ts';
import {
  anApiTransaction,
  apiTransactionsMeta,
  aTotal,
  aTransactionDetails,
} from '../../testing/transactions.ts';
import { press, user } from '../../testing/user.ts';

const row = anApiTransaction();
const recordId = row.record_id;
const meta = apiTransactionsMeta;
const list = '/client/apitransactions';
/** The last 30 days, as in the other lists. */
const days = daysOfRange('30');
const asked = () => calls(apiTransactions.ofCompany).map(({ query }) => query);

beforeEach(() => {
  serve(apiTransactions.ofCompany, ok([row], meta));
  serve(networks.list, ok([]));
});

describe('the list', () => {
  it('shows each request, with Yes only for delivered ones', async () => {
    const others = ['0', '', 'yes'].map((told, n) =>
      rowOf(n + 2, { thirdparty_notified: told, status: 'ODD' }),
    );
    serve(apiTransactions.ofCompany, ok([row, ...others], { ...meta, totalCount: 4 }));
    await renderPage(list);
    const all = await rows();
    expect(all[0]).toHaveTextContent(
      /\+256 772 000001.*MTN.*UGX \+25,000\.50.*CollectionORDER-9.*SUCCESS.*Yes.*Jan 05, 2026.*01J00000…000W/,
    );
    expect(all.slice(1).map((each) => within(each).getByText('No'))).toHaveLength(3);
    expect(asked()[0]).toEqual({ ...days, limit: '10', page: '1' });
  });

  it('says of a failed one why, and on a phone keeps its number on one line', async () => {
    const reason = 'The wallet cannot receive this payment';
    const failed = rowOf(2, { status: 'FAILED', direction: 'payout', net: null, reason });
    serve(apiTransactions.ofCompany, ok([failed], meta));
    beOnPhone();
    await renderPage(list);
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByText('+256 772 000001')).toHaveClass('whitespace-nowrap');
    expect(screen.getByText('FAILED').closest('dd')?.firstChild).toHaveClass('max-sm:justify-end');
  });

  it('is what a payment leads back to, with its filters', async () => {
    serve(transactions.get, ok(aTransactionDetails()));
    await renderPage(`${list}?status=SUCCESS&page=1`);
    const [first] = await rows();
    await user.click(within(first!).getAllByRole('link')[0]!);
    const way = async () => screen.findByRole('link', { name: 'API Transactions' });
    expect(await way()).toHaveAttribute('href', `${list}?status=SUCCESS&page=1`);
    await user.click(await way());
    await rows();
    expect(address()).toBe(`${list}?status=SUCCESS&page=1`);
  });

  it.each([
    ['SUCCESS', 'success'],
    ['FAILED', 'danger'],
    ['PENDING', 'warning'],
    ['PROCESSING', 'info'],
    ['REFUNDED', 'muted'],
  ])('shows the chip %s', async (status, tone) => {
    serve(apiTransactions.ofCompany, ok([{ ...row, status }], meta));
    await renderPage(list);
    const [first] = await rows();
    expect(within(first!).getByText(status).className).toContain(tone);
  });

  it('filters by the four statuses, by others that occur, and by the networks in the data', async () => {
    await renderPage(list);
    await rows();
    const status = screen.getByRole('combobox', { name: 'Status' });
    const texts = (select: HTMLElement) =>
      [...select.querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(texts(status)).toEqual([
      'All Statuses',
      'PENDING',
      'PROCESSING',
      'SUCCESS',
      'FAILED',
      'REFUNDED',
    ]);
    const network = screen.getByRole('combobox', { name: 'Network' });
    expect(texts(network)).toEqual(['All Networks', 'Airtel', 'MTN']);
    await user.selectOptions(status, 'FAILED');
    await user.selectOptions(network, 'MTN');
    await waitFor(() =>
      expect(asked().at(-1)).toEqual({
        ...days,
        status: 'FAILED',
        network: 'MTN',
        limit: '10',
        page: '1',
      }),
    );
    expect(address()).toBe(`${list}?status=FAILED&network=MTN`);
  });

  it('lists the sales of a product, as analytics link to them', async () => {
    const id = '99999999-9999-7999-8999-999999999999';
    await renderPage(`/client/apitransactions?productId=${id}&status=SUCCESS`);
    await waitFor(() => expect(asked()[0]).toMatchObject({ productId: id, status: 'SUCCESS' }));
  });

  it('a search returns to the first page', async () => {
    await renderPage(`${list}?page=3`);
    await rows();
    await user.type(screen.getByRole('searchbox'), '0772');
    await waitFor(() =>
      expect(asked().at(-1)).toEqual({ ...days, search: '0772', limit: '10', page: '1' }),
    );
    expect(address()).toBe(`${list}?search=0772`);
  });

  it('has at most five page buttons, and says when the count is capped', async () => {
    const many = Array.from({ length: 10 }, (_, n) => rowOf(n));
    serve(
      apiTransactions.ofCompany,
      ok(many, {
        ...meta,
        totalCount: 10_000,
        isCountExact: false,
        page: 6,
      }),
    );
    await renderPage(`${list}?page=6`);
    await rows();
    expect(screen.getAllByRole('button', { name: /^Page / })).toHaveLength(5);
    expect(screen.getByText('Showing 51 to 60 of 10,000 requests')).toBeVisible();
    expect(screen.getByText(/There are more than these/)).toBeVisible();
    await press('Next');
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...days, limit: '10', page: '7' }));
  });

  it('distinguishes no matches from none yet, and links back', async () => {
    serve(apiTransactions.ofCompany, ok([], { ...meta, totalCount: 0 }));
    await renderPage(`${list}?status=FAILED`);
    expect(await screen.findByText('No API transactions match in the last 30 days')).toBeVisible();
    await press('Clear Filters');
    expect(await screen.findByText('No API transactions in the last 30 days')).toBeVisible();
    await press('Show all');
    expect(await screen.findByText('No API transactions yet')).toBeVisible();
    expect(asked().at(-1)).toEqual({ limit: '10', page: '1' });
    expect(screen.getByRole('link', { name: 'Add Money' })).toHaveAttribute(
      'href',
      '/client?action=add-money',
    );
    expect(address()).toBe(`${list}?range=all`);
  });

  it('keeps the filters on Refresh', async () => {
    await renderPage(`${list}?status=SUCCESS`);
    await rows();
    await press('Refresh');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toEqual(asked()[0]);
  });

  it.each([
    ...loadFailures('Failed to fetch API transactions'),
    ['no list', malformed('rows'), 'Invalid response format'] as const,
  ])('says when it cannot be loaded: %s', async (_, answer, text) => {
    serve(apiTransactions.ofCompany, answer);
    await renderPage(list);
    const panel = await alertOf('Failed to load API transactions');
    expect(panel).toHaveTextContent(text);
    serve(apiTransactions.ofCompany, ok([row], meta));
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
  });

  it('a user without a company gets a message', async () => {
    await renderPage(list, { as: withoutCompany });
    expect(await screen.findByText('No company ID')).toBeVisible();
    expect(calls()).toEqual([]);
  });
});

it('narrows by direction, days and amount, and says what passes', async () => {
  serve(apiTransactions.totals, ok(aTotal({ count: 42 })));
  await renderPage(`${list}?direction=payout&range=custom&from=2026-01-01&to=2026-01-31&min=100`);
  await rows();
  const wanted = {
    direction: 'payout',
    startDate: '2026-01-01',
    endDate: '2026-01-31',
    minAmount: '100',
  };
  expect(asked()[0]).toEqual({ ...wanted, limit: '10', page: '1' });
  expect(calls(apiTransactions.totals)[0]?.query).toEqual(wanted);
  expect(await screen.findByRole('button', { name: 'Export 42 API transactions' })).toBeEnabled();
  expect(screen.getByRole('region', { name: 'Sums' })).toHaveTextContent(/Requests42InUGX 700/);
});

it('says on a phone, where the filters are folded, of which days they are', async () => {
  beOnPhone();
  serve(apiTransactions.totals, ok(aTotal({ count: 42 })));
  for (const [range, text] of [
    ['30', 'in the last 30 days'],
    ['today', 'today'],
  ]) {
    const { unmount } = await renderPage(`${list}?range=${range}`);
    const sums = await screen.findByRole('group', { name: 'Sums' });
    await waitFor(() => expect(sums).toHaveTextContent(`42 requests ${text}`));
    unmount();
  }
});

it('a row leads to the page of its payment', async () => {
  serve(transactions.get, ok(aTransactionDetails()));
  await renderPage(list);
  const [first] = await rows();
  expect(within(first!).getByRole('link', { name: /\+256 772 000001/ })).toHaveAttribute(
    'href',
    `/client/transactions/${recordId}`,
  );
  await user.click(within(first!).getByText('Collection'));
  expect(address()).toBe(`/client/transactions/${recordId}`);
});

function rowOf(n: number, more: Partial<ApiTransaction> = {}): ApiTransaction {
  const record_id = `${recordId.slice(0, -2)}${String(n).padStart(2, '0')}`;
  return anApiTransaction({ record_id, ...more });
}

async function rows(): Promise<HTMLElement[]> {
  const table = await screen.findByRole('table', { name: 'API Transactions' });
  await within(table).findAllByText('MTN');
  return within(table).getAllByRole('row').slice(1);
}
