import { apiTransactions } from '@sente/contract/api-transactions';
import { audit } from '@sente/contract/audit';
import { companies } from '@sente/contract/companies';
import { readCompanyOverview } from '@sente/contract/company-overview';
import { fees } from '@sente/contract/fees';
import { internetProducts } from '@sente/contract/internet-products';
import { limits } from '@sente/contract/limits';
import { transactions } from '@sente/contract/transactions';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { settlements } from '@sente/contract/settlements';
import { noSchedule } from '../../testing/settlements.ts';
import { ok, refused } from '../../testing/answers.ts';
import { alertOf } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { administrator } from '../../testing/people.ts';
import { anOverview } from '../../testing/overviews.ts';
import { aCompany, anAuditEntry, anInternetProduct } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { aTransaction } from '../../testing/transactions.ts';
import { user } from '../../testing/user.ts';

const company = aCompany();
const page = `/companies/${company.id}`;
const region = () => screen.findByRole('region', { name: 'Overview' });
const card = (heading: string) =>
  screen.getByRole('heading', { name: heading, level: 2 }).closest('section') as HTMLElement;

beforeEach(() => {
  serve(companies.get, ok(company));
  serve(fees.list, ok([]));
  serve(settlements.terms, ok(noSchedule));
  serve(apiTransactions.ofCompany, ok([]));
  serve(internetProducts.ofCompany, ok([]));
});

it('shows money, accounts, people, keys and webhook, each leading to what is behind it', async () => {
  const overview = anOverview({
    balance: 1_250_000.5,
    held: 300,
    owed: 40,
    volume: { credits: 900, debits: 200, completedCount: 1_204, failedCount: 3 },
    accounts: {
      count: 7,
      activeCount: 6,
      frozenCount: 1,
      largest: [
        {
          id: 'a1',
          accountName: 'Till',
          accountNumber: '9001',
          balance: 70,
          isActive: true,
          isFrozen: true,
        },
      ],
    },
    users: {
      count: 2,
      activeCount: 2,
      pendingCount: 1,
      latest: [{ id: 'u1', name: 'Amina Okello', email: 'amina@gulu.test', lastLoginAt: null }],
    },
    credentials: { isSet: true, isActive: false, lastUsedAt: null },
    webhook: {
      url: 'https://shop.test/hook',
      isActive: true,
      switchedOff: null,
      failing: { at: '2026-01-01T10:00:00.000Z', statusCode: 500, error: null },
      recentCount: 100,
      recentDeliveredCount: 96,
      lastDeliveredAt: '2026-01-01T09:00:00.000Z',
      waitingCount: 3,
      gaveUpCount: 1_000,
    },
  });
  serve(readCompanyOverview, ok(overview));
  await renderPage(page);
  const shown = within(await region());
  expect(await shown.findByText('1,250,000.50', { exact: false })).toBeVisible();
  const linked = (name: string) => shown.getByRole('link', { name }).getAttribute('href');
  expect(linked('Balance')).toBe(`${page}/accounts`);
  expect(linked('Transactions')).toBe(`/transactions?companyId=${company.id}`);
  expect(await region()).toHaveTextContent(/1,204completed in 30 days, 3 failed/);
  expect(await region()).toHaveTextContent(/ReceivableUGX 40owed to the provider/);
  expect(card('Accounts')).toHaveTextContent(
    /7 in all, 6 active, 1 frozen.*Till9001 · frozenUGX 70/,
  );
  expect(linked('Till')).toBe(`${page}/accounts/a1`);
  expect(card('Users')).toHaveTextContent(/2 in all, 2 active, 1 invited.*Amina Okello.*Never/);
  expect(linked('Amina Okello')).toBe('/users/u1');
  expect(linked('All users')).toBe(`/users?companyId=${company.id}`);
  expect(card('API Credentials')).toHaveTextContent(/Inactive.*Last use: never/);
  expect(card('Webhook')).toHaveTextContent(
    /Failing.*The server answered 500.*96 of the newest 100 events delivered; 3 waiting, 1,000 or more given up/,
  );
});

it('says of a webhook that is switched off since when, by whom, and what was kept', async () => {
  const { webhook } = anOverview();
  const off = { at: '2026-01-30T09:00:00.000Z', by: 'Olive Owner', keptCount: 24 };
  const url = 'https://shop.example.com/hook';
  const told = { ...webhook, url, recentCount: 7, recentDeliveredCount: 7, switchedOff: off };
  serve(readCompanyOverview, ok(anOverview({ webhook: told })));
  await renderPage(page);
  await region();
  await screen.findByText('No money moved in the last 30 days');
  expect(card('Webhook')).toHaveTextContent(
    /Switched off since .*30.*, by Olive Owner\. 24 events kept since then, not sent\./,
  );
  expect(card('Webhook')).toHaveTextContent(/Before: 7 of 7 events delivered/);
});

it('of a new company says what there is not yet', async () => {
  await renderPage(page);
  expect(await screen.findByText('No money moved in the last 30 days')).toBeVisible();
  expect(card('Accounts')).toHaveTextContent('No accounts yet.');
  expect(card('Users')).toHaveTextContent('No users yet.');
  expect(card('API Credentials')).toHaveTextContent('None yet');
  expect(card('Webhook')).toHaveTextContent('None yet');
  expect(await screen.findByText('No transactions yet.')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Products' }));
  expect(await screen.findByText('No internet products yet.')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Fees and Limits' }));
  expect(await screen.findByText(/^No limits./)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByText('Nothing yet.')).toBeVisible();
});

it('hides the keys from those whom the server tells nothing of them', async () => {
  serve(readCompanyOverview, ok(anOverview({ credentials: null })));
  await renderPage(page);
  await screen.findByText('No accounts yet.');
  expect(screen.queryByText('API Credentials')).not.toBeInTheDocument();
});

it('that fails leaves the page and can be retried', async () => {
  serve(readCompanyOverview, refused(500, 'Too slow'));
  await renderPage(page);
  const panel = await alertOf('Failed to load the overview');
  expect(panel).toHaveTextContent('Too slow');
  expect(screen.getByText('Plot 1, Gulu')).toBeVisible();
  serve(readCompanyOverview, ok(anOverview({ balance: 75 })));
  await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
  expect(await within(await region()).findByText('75', { exact: false })).toBeVisible();
});

it('the page shows the newest transactions, and limits and history in tabs of the address', async () => {
  const limit = { scope: 'company', direction: 'payout', kind: 'day', most: 1_000, used: 250 };
  serve(limits.list, ok([{ ...limit, updatedAt: '2026-01-01T09:00:00.000Z' }]));
  serve(
    transactions.list,
    ok([{ ...aTransaction(), companyId: company.id, companyName: company.name }], {
      nextAfter: null,
      searchedTo: null,
    }),
  );
  serve(audit.ofCompany, ok([{ ...anAuditEntry, subjectId: company.id }], { nextBefore: null }));
  await renderPage(page);
  const table = await screen.findByRole('table', { name: 'Recent transactions' });
  expect(within(table).queryByText('Company')).not.toBeInTheDocument();
  expect(calls(transactions.list).at(-1)?.query).toEqual({ companyId: company.id, limit: '5' });
  expect(screen.getByRole('link', { name: 'All transactions' })).toHaveAttribute(
    'href',
    `/transactions?companyId=${company.id}&range=all`,
  );
  // Payments are listed once on a screen, and nothing is asked for that is not shown.
  expect(screen.getAllByRole('table', { name: /transactions/ })).toEqual([table]);
  expect(calls(apiTransactions.ofCompany)).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Fees and Limits' }));
  expect(await screen.findByText('UGX 250 of UGX 1,000 used today')).toBeVisible();
  expect(address()).toBe(`${page}?tab=terms`);
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByRole('list', { name: 'Entries' })).toBeVisible();
  expect(calls(audit.ofCompany).at(-1)).toMatchObject({ query: { limit: '10' } });
});

it('lists what the company sells, each with its page', async () => {
  const product = anInternetProduct();
  serve(internetProducts.ofCompany, ok([product]));
  await renderPage(`${page}?tab=products`);
  const table = await screen.findByRole('table', { name: 'Internet products' });
  expect(await within(table).findByRole('link', { name: product.productName })).toHaveAttribute(
    'href',
    `${page}/products/${product.recordId}`,
  );
  // Nothing sorts this list, so no heading offers to.
  expect(within(table).queryByRole('button', { name: 'Stock' })).not.toBeInTheDocument();
});

it('visitors of the open demo do not ask who was there', async () => {
  await renderPage(`${page}?tab=history`, { as: { ...administrator, isVisitor: true } });
  await screen.findByText('No accounts yet.');
  expect(screen.queryByRole('tab', { name: 'History' })).not.toBeInTheDocument();
  expect(calls(audit.ofCompany)).toEqual([]);
});

it.each([
  ['Active', {}],
  ['No active account', { status: 'Pending' as const }],
  ['Suspended', { suspension: { at: '2026-01-01T09:00:00.000Z', reason: 'Asked' } }],
  ['Payouts stopped', { payoutBrake: { at: '2026-01-01T09:00:00.000Z', reason: null } }],
])('says beside its name that it is: %s', async (word, fields) => {
  serve(companies.get, ok({ ...company, ...fields }));
  await renderPage(page);
  const heading = await screen.findByRole('heading', { name: company.name, level: 1 });
  expect(heading.closest('header')).toHaveTextContent(word);
});
