import { accounts } from '@sente/contract/accounts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { kampalaDay } from '../../lib/kampala.ts';
import { ok, refused } from '../../testing/answers.ts';
import { alertOf } from '../../testing/messages.ts';
import { aMovement, aMovementTotal, noMoreMovements } from '../../testing/movements.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { owner, ownCompanyId, administrator } from '../../testing/people.ts';
import { anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const account = anAccount();
const client = {
  portal: 'the client portal',
  as: owner,
  page: `/client/accounts/${account.id}`,
  transactions: '/client/transactions',
  retry: 'Try again',
};
const office = {
  portal: 'the back-office',
  as: administrator,
  page: `/companies/${ownCompanyId}/accounts/${account.id}`,
  transactions: '/transactions',
  retry: 'Try Again',
};
const table = () => screen.findByRole('table', { name: 'Movements' });
const lastQuery = () => calls(accounts.movements).at(-1)?.query;

beforeEach(() => serve(accounts.get, ok(account)));

describe.each([client, office])('the movements of an account in $portal', (portal) => {
  const { as, page, transactions, retry } = portal;

  it('are searched by the server', async () => {
    serve(accounts.movements, ok([aMovement()], noMoreMovements));
    serve(accounts.movementTotals, ok(aMovementTotal({ count: 31 })));
    await renderPage(page, { as });
    expect(await screen.findByText('Showing the newest 1 of 31')).toBeVisible();
    serve(accounts.movements, ok([], noMoreMovements));
    await user.type(screen.getByRole('searchbox', { name: 'Search movements...' }), 'rent');
    expect(await screen.findByText('No movements match these filters.')).toBeVisible();
    expect(lastQuery()).toMatchObject({ search: 'rent' });
    expect(address()).toBe(`${page}?search=rent`);
  });

  it('show amount and balance of each, and lead to its page', async () => {
    const out = aMovement({
      number: 3,
      transactionId: '33333333-3333-7333-8333-333333333333',
      kind: 'payout',
      description: 'Rent',
      phoneNumber: null,
      network: null,
      amount: -5_000,
      balanceAfter: 1_249_010.5,
    });
    serve(accounts.movements, ok([aMovement(), out], noMoreMovements));
    const totals = { count: 2, credits: 990, debits: 5_000, net: -4_010 };
    const around = { openingBalance: 1_254_010.5, closingBalance: 1_250_000.5 };
    serve(accounts.movementTotals, ok(aMovementTotal({ ...totals, ...around })));
    await renderPage(page, { as });
    await screen.findByText(/Airtime/);
    const [first, second] = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(first).toHaveTextContent(
      /\+256 772 123456.*Airtime.*UGX \+990.*UGX 1,250,000.50.*Collection.*12:05:07 PM/,
    );
    expect(second).toHaveTextContent(/Rent.*UGX -5,000.*UGX 1,249,010.50.*Payout/);
    expect(within(await table()).getByRole('link', { name: /Rent/ })).toHaveAttribute(
      'href',
      `${transactions}/${out.transactionId}`,
    );
    const sums = screen.getByRole('region', { name: 'Sums' });
    expect(sums).toHaveTextContent(
      /Movements2InUGX 990OutUGX 5,000NetUGX -4,010Balance beforeUGX 1,254,010.50Balance afterUGX 1,250,000.50/,
    );
  });

  it('are filtered by what is in the address', async () => {
    await renderPage(`${page}?range=custom&from=2026-03-01&to=2026-03-05`, { as });
    await table();
    const days = { startDate: '2026-03-01', endDate: '2026-03-05' };
    expect(lastQuery()).toEqual(days);
    await user.selectOptions(screen.getByLabelText('Direction'), 'Debit');
    await user.selectOptions(screen.getByLabelText('Kind'), 'Payout');
    await waitFor(() => expect(lastQuery()).toEqual({ ...days, type: 'debit', kind: 'payout' }));
    expect(calls(accounts.movementTotals).at(-1)?.query).toEqual(lastQuery());
    expect(address()).toBe(
      `${page}?range=custom&from=2026-03-01&to=2026-03-05&type=debit&kind=payout`,
    );
    expect(await screen.findByText('No movements match these filters.')).toBeVisible();
    await press('Clear Filters');
    expect(address()).toBe(`${page}?range=custom&from=2026-03-01&to=2026-03-05`);
  });

  it('are not listed while the days are impossible', async () => {
    await renderPage(`${page}?range=custom&from=2026-03-05&to=2026-03-01`, { as });
    expect(await screen.findByText('The last day is before the first day')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Sums' })).not.toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'Movements' })).not.toBeInTheDocument();
    expect(calls(accounts.movements)).toEqual([]);
  });

  it('of no days say so and offer all of them', async () => {
    await renderPage(page, { as });
    expect(await screen.findByText('No movements in these days.')).toBeVisible();
    expect(lastQuery()).toEqual({ startDate: kampalaDay(30), endDate: kampalaDay() });
    await press('Show all');
    expect(await screen.findByText('No movements yet.')).toBeVisible();
    expect(lastQuery()).toEqual({});
  });

  it('are loaded page by page, and further back where the server stopped looking', async () => {
    const searchedTo = '2026-02-01T09:00:00.000Z';
    serve(accounts.movements, ({ query }) =>
      query['before'] === '4'
        ? ok([aMovement({ number: 3, description: 'Older' })], { nextBefore: 2, searchedTo })
        : query['before'] === '2'
          ? ok([aMovement({ number: 1, description: 'Oldest' })], noMoreMovements)
          : ok([aMovement()], { nextBefore: 4, searchedTo: null }),
    );
    await renderPage(page, { as });
    await table();
    await press('Load more');
    expect(await screen.findByText(/Searched back to/)).toHaveTextContent('Feb 01');
    await press('Search further back');
    expect(await screen.findByText(/Oldest/)).toBeVisible();
    expect(within(await table()).getAllByRole('row')).toHaveLength(4);
    expect(screen.queryByRole('button', { name: /Load|Search further/ })).not.toBeInTheDocument();
  });

  it('that fail show the error, the account stays, and they can be retried', async () => {
    serve(accounts.movements, refused(500, 'Too slow'));
    serve(accounts.movementTotals, refused(500, 'Too slow'));
    await renderPage(page, { as });
    const panel = await alertOf('Failed to load movements');
    expect(panel).toHaveTextContent('Too slow');
    expect(await screen.findByText('The sums could not be loaded.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
    serve(accounts.movements, ok([aMovement()], noMoreMovements));
    await user.click(within(panel).getByRole('button', { name: retry }));
    expect(within(await table()).getByText(/Airtime/)).toBeVisible();
  });

  it('say what is known of very many', async () => {
    const many = { count: 1_200_000, credits: null, debits: null, net: 5 };
    serve(accounts.movements, ok([aMovement()], noMoreMovements));
    serve(accounts.movementTotals, ok(aMovementTotal(many)));
    await renderPage(page, { as });
    const sums = await screen.findByRole('region', { name: 'Sums' });
    await waitFor(() => expect(sums).toHaveTextContent(/Movements1,200,000NetUGX 5Balance/));
    expect(sums).toHaveTextContent('Too many to add up.');
  });
});

it('are not asked for without the permission to see transactions', async () => {
  await renderPage(client.page, { as: { ...owner, permissions: ['canViewAccounts'] } });
  await screen.findByRole('heading', { name: 'Hub Takings', level: 1 });
  expect(screen.queryByRole('heading', { name: 'Movements' })).not.toBeInTheDocument();
  expect(calls(accounts.movements)).toEqual([]);
});
