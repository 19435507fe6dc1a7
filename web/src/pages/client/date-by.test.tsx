import { apiTransactions } from '@sente/contract/api-transactions';
import { readAttention } from '@sente/contract/attention';
import { internetProducts } from '@sente/contract/internet-products';
import { listSystemTransactions } from '@sente/contract/system-transactions';
import { readAdminStatistics } from '@sente/contract/admin-statistics';
import { networks } from '@sente/contract/networks';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { daysOfRange } from '../../lib/day-range.ts';
import { ok } from '../../testing/answers.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { administrator, owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { aSystemTransaction, noAttention, someStatistics } from '../../testing/staff-records.ts';
import { anApiTransaction, apiTransactionsMeta, aTransaction } from '../../testing/transactions.ts';
import { press, user } from '../../testing/user.ts';

const row = aTransaction({ amount: 33_000, fee: 495, finishedAt: '2026-01-05T21:03:00.000Z' });
const counted = { totalCount: 1, isCountExact: true, isCapped: false };
const meta = { ...counted, nextAfter: null, searchedTo: null };
const choose = (name: string) => user.selectOptions(screen.getByLabelText('By date'), name);
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(() => {
  serve(transactions.ofCompany, ok([row], meta));
  serve(apiTransactions.ofCompany, ok([anApiTransaction()], apiTransactionsMeta));
  serve(internetProducts.ofCompany, ok([]));
  serve(networks.list, ok([]));
  serve(networks.floats, ok([]));
  serve(readAttention, ok(noAttention));
  serve(readAdminStatistics, ok(someStatistics));
  serve(listSystemTransactions, ok([aSystemTransaction(3)], { nextAfter: null }));
});

it('transactions go by creation, and by finish on request, which the address keeps', async () => {
  await renderPage('/client/transactions');
  await press('More filters');
  expect(await screen.findByText(/the day on which the transaction was created/)).toBeVisible();
  expect(headers()).toContain('Date');
  await choose('Date: Finished');
  expect(await screen.findByText('12:03:00 AM')).toBeVisible();
  expect(screen.getByText(/Pending ones are left out/)).toBeVisible();
  expect(headers()).toContain('Finished');
  expect(address()).toBe('/client/transactions?dateBy=finished');
  await waitFor(() =>
    expect(calls(transactions.ofCompany).at(-1)?.query).toEqual({
      ...daysOfRange('30'),
      dateBy: 'finished',
    }),
  );
});

it('transactions show gross, fee and net', async () => {
  await renderPage('/client/transactions');
  const shown = (await screen.findByText('Sale of airtime')).closest('tr');
  expect(shown).toHaveTextContent(/UGX \+33,000fee 495, net 32,505/);
});

it('a card of a transaction shows the same figure first as the table', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
  );
  await renderPage('/client/transactions');
  const card = (await screen.findByText('Sale of airtime')).closest('li');
  expect(screen.getByRole('group', { name: 'Sums' })).toHaveTextContent(/in the last 30 days/);
  expect(card).toHaveTextContent(/UGX \+33,000fee 495, net 32,505/);
});

it('API transactions go by creation or finish over some days', async () => {
  await renderPage('/client/apitransactions', { as: owner });
  await press('More filters');
  expect(await screen.findByText(/the day on which the request was created/)).toBeVisible();
  expect(calls(apiTransactions.ofCompany).at(-1)?.query).toEqual({
    ...daysOfRange('30'),
    limit: '10',
    page: '1',
  });
  await choose('Date: Finished');
  await user.selectOptions(screen.getByLabelText('Range'), 'Last 7 days');
  await waitFor(() =>
    expect(calls(apiTransactions.ofCompany).at(-1)?.query).toEqual({
      ...daysOfRange('7'),
      dateBy: 'finished',
      limit: '10',
      page: '1',
    }),
  );
  expect(address()).toBe('/client/apitransactions?dateBy=finished&range=7');
  expect(await screen.findByText(/net 24,625$/)).toBeVisible();
});

it('the transactions of all companies go by finish on request', async () => {
  await renderPage('/admin', { as: administrator });
  await screen.findByText(/the day on which the transaction was created/);
  await choose('Date: Finished');
  await waitFor(() =>
    expect(calls(listSystemTransactions).at(-1)?.query).toEqual({
      dateBy: 'finished',
      limit: '50',
    }),
  );
  const table = await screen.findByRole('table', { name: 'Recent Transactions' });
  expect(await within(table).findByText('Company 3')).toBeVisible();
  expect(within(table).getByRole('columnheader', { name: 'Finished' })).toBeVisible();
});

const cannotMatch = 'Pending ones have not finished. Select "Date: Created" to see them.';

it.each([
  ['/client/transactions?dateBy=finished&status=pending', owner],
  ['/client/apitransactions?dateBy=finished&status=PROCESSING', owner],
  ['/admin?dateBy=finished&status=pending', administrator],
])('says why nothing can match at %s', async (at, as) => {
  serve(transactions.ofCompany, ok([], { ...meta, totalCount: 0 }));
  serve(apiTransactions.ofCompany, ok([], { ...apiTransactionsMeta, totalCount: 0 }));
  serve(listSystemTransactions, ok([], { nextAfter: null }));
  await renderPage(at, { as });
  expect(await screen.findByText(cannotMatch)).toBeVisible();
  if (as === owner) await press(/More filters/);
  await choose('Date: Created');
  await waitFor(() => expect(screen.queryByText(cannotMatch)).not.toBeInTheDocument());
});
