import type { Account } from '@sente/contract/accounts';
import { permissionNames } from '@sente/contract/permissions';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { analyticsQueries } from '../../features/dashboards/analytics-queries.ts';
import { companyDashboardQueries } from '../../features/dashboards/company-dashboard-queries.ts';
import { otherCompanyId, owner, ownCompanyId, restricted, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import AccountDetailsPage from './account-details-page.tsx';
import AccountsPage from './accounts-page.tsx';

const account: Account = {
  id: '55555555-5555-4555-8555-555555555555',
  accountName: 'Hub Takings',
  accountNumber: '273936026841',
  accountType: 1,
  accountTypeName: 'Savings',
  isActive: true,
  balance: 1_250_000.5,
  held: 0,
  openDate: '2024-01-05T00:00:00.000Z',
  lastTransactionDate: null,
  companyId: ownCompanyId,
  companyName: 'Gulu Builders',
  updatedAt: '2024-02-05T00:00:00.000Z',
};
const accountOf = (n: number, more: Partial<Account> = {}): Account => ({
  ...account,
  id: `55555555-5555-4555-8555-${String(n).padStart(12, '0')}`,
  accountName: `Till ${n}`,
  accountNumber: `9000${n}`,
  ...more,
});
const list = '/client/accounts';
const details = `${list}/${account.id}`;
const listCall = `GET /Account/company/${ownCompanyId}`;
const detailsCall = `GET /Account/${account.id}`;
const notFoundHint =
  "The account you're looking for doesn't exist or you don't have permission to view it.";

type Answer = () => Response | Promise<Response>;
const good = (data: unknown) => () => json(200, { success: true, data });
const refused =
  (body: object = {}, status = 200) =>
  () =>
    json(status, { success: false, ...body });
const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

function json(status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

/** What each call answers, and what was sent. */
let answers: Record<string, Answer>;
let sent: { call: string; body: Record<string, unknown> }[];
const sentTo = (call: string) => sent.filter((each) => each.call === call);
const user = userEvent.setup({ delay: null });
let client: QueryClient;

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [path = ''] = String(input)
    .replace(/^\/api/, '')
    .split('?');
  const call = `${init?.method} ${path}`;
  sent.push({ call, body: init?.body ? JSON.parse(String(init.body)) : {} });
  return answers[call]?.() ?? json(404, { success: false, message: `Nothing at ${call}` });
}

function Where() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="where">{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>One step back</button>
    </>
  );
}
const where = () => screen.getByTestId('where').textContent;
const back = () => user.click(screen.getByText('One step back'));

function open(at = list) {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/client', at]} useTransitions={false}>
        <Routes>
          <Route path="/client" element={<h1>Dashboard</h1>} />
          <Route path="/client/accounts" element={<AccountsPage />} />
          <Route path="/client/accounts/:id" element={<AccountDetailsPage />} />
        </Routes>
        <Toaster />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** In one piece: letter by letter, each renders the page. */
async function put(box: HTMLElement, text: string) {
  await user.click(box);
  await user.paste(text);
}

const shownToasts = () =>
  [...document.querySelectorAll('[data-toast] p')].map((text) => text.textContent);
const expectToasts = (...texts: string[]) => waitFor(() => expect(shownToasts()).toEqual(texts));
const cards = () => document.querySelectorAll('[data-account-card]');

beforeEach(() => {
  sent = [];
  answers = { [listCall]: good([account]), [detailsCall]: good(account) };
  vi.stubGlobal('fetch', vi.fn(serve));
  client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  signInAs(owner);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the list', () => {
  const panel = async () =>
    (await screen.findByText('Error Loading Accounts')).closest('[role=alert]') as HTMLElement;

  it.each([
    ['a refusal without a word', refused(), 'Failed to fetch company accounts'],
    ['an empty HTTP error', refused({}, 500), 'Failed to fetch company accounts'],
    ['a refusal with a message', refused({ message: 'Closed today' }), 'Closed today'],
    ['a refusal with errors', refused({ errors: ['One', 'Two'] }, 400), 'One, Two'],
    ['a page', html, 'Invalid response format'],
    ['no connection', lost, 'Network error occurred. Failed to connect to the server'],
  ])('that fails with %s says so and can be tried again', async (_, answer, reason) => {
    answers[listCall] = answer;
    open();
    expect(await panel()).toHaveTextContent(reason);
    answers[listCall] = good([account]);
    await user.click(within(await panel()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Hub Takings' })).toBeVisible();
    expect(screen.queryByText('Error Loading Accounts')).not.toBeInTheDocument();
  });

  it('stays when a refresh fails, with its filters', async () => {
    open(`${list}?status=active`);
    await screen.findByRole('link', { name: 'Hub Takings' });
    answers[listCall] = refused();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await panel();
    expect(screen.getByRole('link', { name: 'Hub Takings' })).toBeVisible();
    expect(where()).toBe(`${list}?status=active`);
  });

  it.each([
    ['a bare list', () => json(200, [account])],
    ['data without success', () => json(200, { data: [account] })],
    ['one account', () => json(200, { success: true, data: account })],
  ])('may come as %s', async (_, answer) => {
    answers[listCall] = answer;
    open();
    expect(await screen.findByRole('link', { name: 'Hub Takings' })).toBeVisible();
  });

  it('shows what each account is and can spend', async () => {
    answers[listCall] = good([{ ...account, held: 250_000.25 }]);
    open();
    const card = (await screen.findByRole('link', { name: 'Hub Takings' })).closest('li');
    for (const text of [
      '273936026841',
      'Active',
      'UGX 1,250,000.50',
      'UGX 1,000,000.25 available',
      'Savings',
      'Jan 05, 2024',
      'N/A',
    ]) {
      expect(card).toHaveTextContent(text);
    }
    expect(screen.getByRole('link', { name: 'View Hub Takings' })).toHaveAttribute('href', details);
    await user.click(screen.getByText('Last Transaction'));
    expect(where()).toBe(details);
  });

  it.each([
    [1, null, 'Checking'],
    [2, '', 'Savings'],
    [3, null, 'Investment'],
    [4, ' ', 'Credit'],
    [9, null, 'Unknown'],
    [1, 'Credit', 'Credit'],
  ])('reads code %i named "%s" as %s', async (accountType, accountTypeName, shown) => {
    answers[listCall] = good([{ ...account, accountType, accountTypeName }]);
    open(shown === 'Unknown' ? list : `${list}?type=${shown.toLowerCase()}`);
    const card = (await screen.findByRole('link', { name: 'Hub Takings' })).closest('li');
    expect(card).toHaveTextContent(shown);
  });

  it('is searched by name, number and id whatever the case, and filtered', async () => {
    const inactive = accountOf(2, { isActive: false, accountTypeName: 'Checking' });
    answers[listCall] = good([account, inactive]);
    open();
    await screen.findByText(/^2 accounts|accounts ·/);
    const box = screen.getByRole('searchbox', { name: 'Search accounts...' });
    for (const [text, found] of [
      ['hub TAK', 'View Hub Takings'],
      ['90002', 'View Till 2'],
      ['-000000000002', 'View Till 2'],
    ] as const) {
      await user.clear(box);
      await user.paste(text);
      await waitFor(() => expect(cards()).toHaveLength(1));
      expect(screen.getByRole('link', { name: found })).toBeVisible();
    }
    await user.clear(box);
    await user.selectOptions(screen.getByLabelText('Status'), 'Inactive');
    await user.selectOptions(screen.getByLabelText('Account Type'), 'Checking');
    expect(where()).toBe(`${list}?status=inactive&type=checking`);
    expect(cards()).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText('Account Type'), 'Credit');
    expect(screen.getByText('No accounts found')).toBeVisible();
    expect(screen.getByText('Try adjusting your search or filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(cards()).toHaveLength(2);
  });

  it('offers the first account to whoever may open one, and only to them', async () => {
    answers[listCall] = good([]);
    const { unmount } = open();
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(screen.getByText('Get started by creating your first account.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'New Account' })).toHaveLength(2);
    unmount();
    const permissions = permissionNames.filter((name) => name !== 'canManageAccounts');
    signInAs({ ...owner, permissions });
    open(`${list}?action=new-account`);
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New Account' })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('comes in steps, and the focus goes on to what came', async () => {
    answers[listCall] = good(Array.from({ length: 26 }, (_, index) => accountOf(index + 1)));
    open();
    expect(await screen.findByText('Showing 24 of 26 accounts')).toBeVisible();
    expect(cards()).toHaveLength(24);
    act(() => screen.getByText('Show more').click());
    expect(cards()).toHaveLength(26);
    expect(document.activeElement).toHaveTextContent('Till 25');
    expect(screen.queryByText('Show more')).not.toBeInTheDocument();
  });

  it('without a company says so and asks for nothing', async () => {
    signInAs({ ...owner, companyId: null });
    open();
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Error Loading Accounts');
    expect(alert).toHaveTextContent('No company ID');
    expect(sent).toEqual([]);
  });
});

describe('a new account', () => {
  const create = 'POST /Account';
  const dialog = () => screen.findByRole('dialog', { name: 'New Account' });
  async function fillIn(name = 'Shop Till', type = 'Savings') {
    const form = within(await dialog());
    await put(form.getByLabelText('Account Name'), name);
    await user.selectOptions(form.getByLabelText('Account Type'), type);
    await user.click(form.getByRole('button', { name: 'Create Account' }));
  }

  it('is opened empty and active, and shown; Back leads to the list', async () => {
    answers[create] = good(account);
    const counted = [
      companyDashboardQueries.statistics().queryKey,
      analyticsQueries.ofCompany(ownCompanyId, '30').queryKey,
    ];
    for (const key of counted) client.setQueryData<unknown>(key, {});
    open();
    await user.click(await screen.findByRole('button', { name: 'New Account' }));
    expect(where()).toBe(`${list}?action=new-account`);
    await fillIn('  Shop Till ', 'Business');
    expect(await screen.findByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
    await expectToasts('Account created successfully!');
    for (const key of counted) expect(client.getQueryState(key)?.isInvalidated).toBe(true);
    expect(sentTo(create)).toHaveLength(1);
    expect(sentTo(create)[0]?.body).toEqual({
      accountName: 'Shop Till',
      accountType: 3,
      isActive: true,
      companyId: ownCompanyId,
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await back();
    expect(where()).toBe(list);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('has the types and rules of the back-office, and no deposit', async () => {
    open(`${list}?action=new-account`);
    const form = within(await dialog());
    expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Select account type',
      'Savings',
      'Checking',
      'Business',
      'Investment',
    ]);
    expect(form.queryByLabelText(/deposit/i)).not.toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Create Account' }));
    expect(await form.findByText('Account name is required')).toBeVisible();
    expect(form.getByText('Please select a valid account type')).toBeVisible();
    expect(form.getByLabelText('Account Name')).toHaveFocus();
    await user.type(form.getByLabelText('Account Name'), 'ab');
    expect(await form.findByText('Account name must be at least 3 characters')).toBeVisible();
    await user.paste('x'.repeat(99));
    expect(await form.findByText('Account name must not exceed 100 characters')).toBeVisible();
    expect(sentTo(create)).toEqual([]);
  });

  it('that is refused keeps what was typed, and points at the field', async () => {
    const message = 'Account name is not allowed';
    answers[create] = refused({ message, fields: { accountName: message } }, 400);
    open(`${list}?action=new-account`);
    await fillIn();
    await expectToasts(message);
    const form = within(await dialog());
    expect(form.getByRole('alert')).toHaveTextContent(message);
    expect(form.getByLabelText('Account Name')).toHaveValue('Shop Till');
    await waitFor(() => expect(form.getByLabelText('Account Name')).toHaveFocus());
    expect(form.getByLabelText('Account Name')).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
  });

  it.each([
    ['a refusal without a word', refused(), 'Failed to create account'],
    ['errors', refused({ errors: ['One', 'Two'] }, 400), 'One, Two'],
    ['a page', html, 'An error occurred while creating the account'],
    ['no connection', lost, 'An error occurred while creating the account'],
    ['an answer without an account', good({}), 'Unexpected response format'],
  ])('that fails with %s says so and stays open', async (_, answer, reason) => {
    answers[create] = answer;
    open(`${list}?action=new-account`);
    await fillIn();
    await expectToasts(reason);
    expect(await dialog()).toHaveTextContent(reason);
    expect(where()).toBe(`${list}?action=new-account`);
  });

  it('without an answer may be open; the same form is sent with the same key', async () => {
    answers[create] = lost;
    open(`${list}?action=new-account`);
    await fillIn();
    expect(await screen.findByText('The account may have been opened')).toBeVisible();
    answers[create] = good(account);
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
    const [first, second] = sentTo(create);
    expect(second?.body['idempotencyKey']).toBe(first?.body['idempotencyKey']);
  });

  it('is closed by Back, and starts anew', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: 'New Account' }));
    await user.type(within(await dialog()).getByLabelText('Account Name'), 'Half');
    await act(async () => screen.getByText('One step back').click());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(where()).toBe(list);
    await user.click(screen.getByRole('button', { name: 'New Account' }));
    expect(within(await dialog()).getByLabelText('Account Name')).toHaveValue('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(where()).toBe(list));
  });
});

describe('one account', () => {
  const failed = 'Failed to load account details. Please try again.';

  it('can be read and not changed', async () => {
    open(details);
    expect(await screen.findByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
    for (const text of [
      'Account Information',
      'January 05, 2024',
      'N/A',
      'Company Information',
      'Gulu Builders',
      ownCompanyId,
      'Read-Only View',
      'Account details are read-only. Changes must go through your account administrator.',
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    // In the header, and with what can be spent of it.
    expect(screen.getAllByText('1,250,000.50', { exact: false })).toHaveLength(2);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getByRole('link', { name: 'Accounts' })).toHaveAttribute('href', list);
    expect(sent.map(({ call }) => call)).toEqual([detailsCall]);
  });

  it.each([
    ['a refusal without a word', refused(), failed],
    ['a refusal with a message', refused({ message: 'Closed today' }, 500), 'Closed today'],
    ['a page', html, 'Invalid response format'],
    ['no account', good({}), 'Unexpected response format'],
    ['no connection', lost, 'Network error occurred. Failed to connect to the server'],
  ])('that fails with %s says so and can be tried again', async (_, answer, reason) => {
    answers[detailsCall] = answer;
    open(details);
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent(failed);
    expect(panel).toHaveTextContent(reason);
    answers[detailsCall] = good(account);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['is not there', refused({ message: 'Account not found' }, 404)],
    ['is of another company', good({ ...account, companyId: otherCompanyId })],
    ['may no longer be seen', refused({ message: 'No permission' }, 403)],
  ])('that %s is not found', async (_, answer) => {
    answers[detailsCall] = answer;
    open(details);
    expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeVisible();
    expect(screen.getByText(notFoundHint)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Back to Accounts' }));
    expect(where()).toBe(list);
  });

  it('is not found, and not asked for, without the permission', () => {
    signInAs(restricted);
    open(details);
    expect(screen.getByRole('heading', { name: 'Account not found' })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('is loaded again by Refresh; a failure is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    open(details);
    await screen.findByRole('heading', { name: 'Hub Takings', level: 1 });
    answers[detailsCall] = good({ ...account, accountName: 'Hub Till' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('heading', { name: 'Hub Till', level: 1 })).toBeVisible();
    expect(log).not.toHaveBeenCalled();

    answers[detailsCall] = refused({ message: 'Closed today' }, 500);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(screen.getByRole('heading', { name: 'Hub Till', level: 1 })).toBeVisible();
    expect(screen.queryByText('Closed today')).not.toBeInTheDocument();
    expect(shownToasts()).toEqual([]);
  });

  it.each([
    [
      'the current company’s name',
      good({ id: ownCompanyId, name: 'Own Builders' }),
      'Own Builders',
    ],
    ['N/A when that is not known either', refused({}, 500), 'N/A'],
  ])('without a company name shows %s', async (_, company, shown) => {
    answers[detailsCall] = good({
      ...account,
      companyName: null,
      lastTransactionDate: account.openDate,
    });
    answers[`GET /Company/${ownCompanyId}`] = company;
    open(details);
    expect(await screen.findByText(shown)).toBeVisible();
  });

  it('shows held payouts and the statement to whoever may see transactions', async () => {
    answers[detailsCall] = good({ ...account, held: 5000 });
    answers[`GET /Account/${account.id}/holds`] = good([
      {
        transactionId: '66666666-6666-4666-8666-666666666666',
        description: 'Payout to Amina',
        held: 5000,
        awaitsApproval: true,
        phoneNumber: '256772000001',
        network: 'MTN',
        date: '2026-01-05T10:00:00.000Z',
      },
    ]);
    const { unmount } = open(details);
    const link = await screen.findByRole('link', { name: 'Payout to Amina' });
    expect(link).toHaveAttribute(
      'href',
      '/client/transactions?search=66666666-6666-4666-8666-666666666666&range=all',
    );
    expect(screen.getByRole('button', { name: 'Statement' })).toBeVisible();
    unmount();
    signInAs({ ...owner, permissions: ['canViewAccounts'] });
    open(details);
    expect(await screen.findByText('Held for payouts')).toBeVisible();
    expect(screen.queryByText('Held Money')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Statement' })).not.toBeInTheDocument();
  });
});
