import type { Account } from '@sente/contract/accounts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import AccountCreatePage from './account-create-page.tsx';
import AccountDetailsPage from './account-details-page.tsx';
import AccountEditPage from './account-edit-page.tsx';
import AccountsPage from './accounts-page.tsx';
import CompanyAccountsPage from './company-accounts-page.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';
const account: Account = {
  id: '55555555-5555-4555-8555-555555555555',
  accountName: 'Hub Takings',
  accountNumber: '273936026841',
  accountType: 3,
  accountTypeName: 'Business',
  isActive: true,
  balance: 1_250_000_000.5,
  held: 0,
  openDate: '2024-01-05T00:00:00.000Z',
  lastTransactionDate: null,
  companyId,
  companyName: 'Gulu Builders',
  updatedAt: '2024-02-05T00:00:00.000Z',
};
const company = { id: companyId, name: 'Gulu Builders', email: 'hello@gulu.test' };
const list = `/companies/${companyId}/accounts`;
const details = `${list}/${account.id}`;

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
let sent: { call: string; query: string; body: unknown }[];
const sentTo = (call: string) => sent.filter((each) => each.call === call);
const user = userEvent.setup({ delay: null });
let client: QueryClient;

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [path = '', query = ''] = String(input)
    .replace(/^\/api/, '')
    .split('?');
  const call = `${init?.method} ${path}`;
  sent.push({ call, query, body: init?.body ? JSON.parse(String(init.body)) : undefined });
  return answers[call]?.() ?? json(404, { success: false, message: `Nothing at ${call}` });
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const address = () => screen.getByTestId('address').textContent;

function open(at: string) {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]} useTransitions={false}>
        <Routes>
          <Route path="/companies" element={<h1>Companies</h1>} />
          <Route path="/accounts" element={<AccountsPage />} />
          <Route path="/companies/:companyId/accounts" element={<CompanyAccountsPage />} />
          <Route path="/companies/:companyId/accounts/create" element={<AccountCreatePage />} />
          <Route
            path="/companies/:companyId/accounts/:accountId"
            element={<AccountDetailsPage />}
          />
          <Route
            path="/companies/:companyId/accounts/:accountId/edit"
            element={<AccountEditPage />}
          />
        </Routes>
        <Toaster />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** In one piece: letter by letter, each renders the page. */
async function put(box: HTMLElement, text: string) {
  await user.click(box);
  if (text) await user.paste(text);
}

const shownToasts = () =>
  [...document.querySelectorAll('[data-toast] p')].map((text) => text.textContent);
const expectToasts = (...texts: string[]) => waitFor(() => expect(shownToasts()).toEqual(texts));

beforeEach(() => {
  sent = [];
  answers = {
    [`GET /Company/${companyId}`]: good(company),
    [`GET /Account/company/${companyId}`]: good([account]),
    [`GET /Account/${account.id}`]: good(account),
    'GET /Account': good([account]),
  };
  vi.stubGlobal('fetch', vi.fn(serve));
  client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a company's accounts", () => {
  const call = `GET /Account/company/${companyId}`;
  const text = 'Failed to load accounts. Please try again.';
  const panel = async () => (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;

  it.each([
    ['a refusal without a word', refused(), text],
    ['a refusal with a message', refused({ message: 'Closed today' }), 'Closed today'],
    ['a refusal with errors', refused({ errors: ['One', 'Two'] }, 400), 'One, Two'],
    ['a page', html, 'Invalid response format'],
    ['no connection', lost, 'Network error occurred. Failed to connect to the server'],
  ])('that fail with %s say so and can be tried again', async (_, answer, reason) => {
    answers[call] = answer;
    open(list);
    expect(await panel()).toHaveTextContent(reason);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    answers[call] = good([account]);
    await user.click(within(await panel()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Hub Takings')).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('stay when a refresh fails; a refresh asks for the company as well', async () => {
    open(list);
    await screen.findByText('Hub Takings');
    answers[call] = refused();
    sent = [];
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await panel();
    expect(screen.getByText('Hub Takings')).toBeVisible();
    expect(sent.map((each) => each.call)).toEqual([call, `GET /Company/${companyId}`]);
  });

  it('are busy until the company is there again as well', async () => {
    open(list);
    await screen.findByText('Hub Takings');
    let release = (): void => {};
    answers[`GET /Company/${companyId}`] = () =>
      new Promise((resolve) => {
        release = () => resolve(good({ ...company, name: 'Gulu Masons' })());
      });
    // As after the window gets the focus again: nobody has pressed the button.
    act(() => void client.invalidateQueries({ queryKey: ['companies'] }));
    const button = screen.getByRole('button', { name: /Refresh|Loading/ });
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
    act(() => release());
    expect(await screen.findByText('Gulu Masons')).toBeVisible();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
  });

  it('are all loaded again by a refresh, with the filters kept', async () => {
    open(`${list}?status=active&search=hub`);
    await screen.findByText('Hub Takings');
    answers[call] = good([{ ...account, accountName: 'Hub Till' }]);
    answers[`GET /Company/${companyId}`] = good({ ...company, name: 'Gulu Masons' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Hub Till')).toBeVisible();
    expect(await screen.findByText('Gulu Masons')).toBeVisible();
    expect(address()).toBe(`${list}?status=active&search=hub`);
  });

  it('of a company that is not there', async () => {
    answers[call] = refused({ message: 'Company not found' }, 404);
    open(list);
    expect(await screen.findByRole('heading', { name: 'Company Not Found' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Create Account' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Back to Companies' })[0]).toBeVisible();
  });

  it('need no company of their own to be shown, and may lack most fields', async () => {
    answers[`GET /Company/${companyId}`] = refused({}, 500);
    const { id, accountName } = account;
    answers[call] = () => json(200, [{ id, accountName, companyName: 'Gulu Builders' }]);
    open(list);
    expect(await screen.findByText('Hub Takings')).toBeVisible();
    expect(screen.getByText('Gulu Builders')).toBeVisible();
    expect(screen.getAllByText('Unknown')).not.toHaveLength(0);
    expect(screen.getByText('N/A')).toBeVisible();
  });

  it('tell none yet from none that match', async () => {
    answers[call] = good([]);
    open(list);
    expect(await screen.findByText('No accounts yet')).toBeVisible();
    await put(screen.getByRole('searchbox'), 'zebra');
    expect(await screen.findByText('No accounts found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('No accounts yet')).toBeVisible();
  });

  it('are turned over in the browser when there are more than a hundred', async () => {
    answers[call] = good(
      Array.from({ length: 101 }, (_, n) => ({
        ...account,
        id: `${account.id.slice(0, -3)}${String(n).padStart(3, '0')}`,
        accountName: `Till ${String(n).padStart(3, '0')}`,
      })),
    );
    open(list);
    expect(await screen.findByText('Showing 1 to 100 of 101 accounts')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(screen.getByText('Till 100')).toBeVisible();
    expect(address()).toBe(`${list}?page=2`);
    expect(sentTo(call)).toHaveLength(1);
    // A hundred rows take jsdom seconds on a busy machine.
  }, 30_000);
});

describe('activate and deactivate', () => {
  const off = `PUT /Account/${account.id}/deactivate`;
  const on = `PUT /Account/${account.id}`;
  const inactive = { ...account, isActive: false };
  const dialog = () => screen.getByRole('alertdialog');

  it('deactivates by its own call', async () => {
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    answers[off] = good(inactive);
    answers[`GET /Account/${account.id}`] = good(inactive);
    await user.click(within(dialog()).getByRole('button', { name: 'Deactivate' }));
    await expectToasts('Account deactivated successfully');
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeVisible();
    expect(sentTo(off)).toHaveLength(1);
    expect(sentTo(on)).toEqual([]);
  });

  it('activates by an update, from a list as well', async () => {
    answers[`GET /Account/company/${companyId}`] = good([inactive]);
    open(list);
    await user.click(await screen.findByRole('button', { name: 'Activate Hub Takings' }));
    answers[on] = good(account);
    answers[`GET /Account/company/${companyId}`] = good([account]);
    await user.click(within(dialog()).getByRole('button', { name: 'Activate' }));
    await expectToasts('Account activated successfully');
    expect(screen.getByRole('button', { name: 'Deactivate Hub Takings' })).toBeVisible();
    expect(sentTo(on).map(({ body }) => body)).toEqual([
      { accountName: 'Hub Takings', isActive: true, updatedAt: account.updatedAt },
    ]);
  });

  it.each([
    ['without a word', refused(), 'Failed to update account status'],
    ['with a status alone', refused({}, 500), 'Failed to update account status'],
    ['with errors', refused({ errors: ['One', 'Two'], message: 'No' }, 400), 'One, Two'],
    ['with a message', refused({ message: 'Not today' }, 409), 'Not today'],
  ])('stays open with the reason when it is refused %s', async (_, answer, reason) => {
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    answers[off] = answer;
    await user.click(within(dialog()).getByRole('button', { name: 'Deactivate' }));
    await expectToasts(reason);
    expect(within(dialog()).getByRole('alert')).toHaveTextContent(reason);
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Deactivate' })).toBeVisible();
  });
});

describe('a new account', () => {
  const create = 'POST /Account';
  const submit = () => screen.getByRole('button', { name: 'Create Account' });

  async function fill() {
    open(`${list}/create`);
    await put(await screen.findByLabelText(/Account Name/), ' Till ');
    await user.selectOptions(screen.getByLabelText(/Account Type/), 'Checking');
    await put(screen.getByLabelText(/Initial Deposit/), '250000.5');
  }

  it('is sent as agreed and leads to the list', async () => {
    answers[create] = good(account);
    await fill();
    await user.click(submit());
    await expectToasts('Account created successfully!');
    await waitFor(() => expect(address()).toBe(list));
    expect(sentTo(create).map(({ body }) => body)).toEqual([
      {
        accountName: 'Till',
        accountType: 2,
        initialDeposit: 250000.5,
        isActive: true,
        companyId,
        idempotencyKey: expect.any(String),
      },
    ]);
  });

  it('is the same request again after a lost answer', async () => {
    await fill();
    answers[create] = lost;
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByText('The account may have been opened')).toBeVisible();
    answers[create] = good(account);
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(address()).toBe(list));
    const [first, second] = sentTo(create).map(({ body }) => body);
    expect(first).toEqual(second);
  });

  const unsure = 'The account may have been opened';
  it.each([
    ['refused without a word', refused(), 'Failed to create account', false],
    ['refused with a status alone', refused({}, 500), 'Failed to create account', true],
    ['refused with errors', refused({ errors: ['One', 'Two'] }, 400), 'One, Two', false],
    ['refused with a message', refused({ message: 'Not today' }), 'Not today', false],
    ['not answered', lost, 'An error occurred while creating the account', true],
    ['answered by a page', html, 'An error occurred while creating the account', true],
    ['answered without data', good(null), 'Unexpected response format', true],
    ['answered by something else', good({ name: 'x' }), 'Unexpected response format', true],
  ])('that is %s says so and keeps what was typed', async (_, answer, text, isUnsure) => {
    await fill();
    answers[create] = answer;
    await user.click(submit());
    await expectToasts(text);
    await waitFor(() => expect(submit()).toBeEnabled());
    expect(screen.getByLabelText(/Account Name/)).toHaveValue(' Till ');
    expect(address()).toBe(`${list}/create`);
    expect(screen.queryByText(unsure) !== null).toBe(isUnsure);
  });

  it('marks the fields that the server found wrong', async () => {
    await fill();
    const fields = { initialDeposit: 'Too much for today' };
    answers[create] = refused({ message: 'Too much for today', fields }, 400);
    await user.click(submit());
    await waitFor(() => expect(screen.getByLabelText(/Initial Deposit/)).toHaveFocus());
    expect(screen.getByLabelText(/Initial Deposit/)).toBeInvalid();
    expect(submit()).toBeDisabled();
  });

  it.each([
    ['Account Name', ' ', 'Account name is required'],
    ['Account Name', ' ab ', 'Account name must be at least 3 characters'],
    ['Account Name', 'x'.repeat(101), 'Account name must not exceed 100 characters'],
    ['Initial Deposit', '', 'Initial deposit is required for new accounts'],
    ['Initial Deposit', '-1', 'Initial deposit must be a valid positive number'],
    ['Initial Deposit', '0.001', 'Initial deposit must be a valid positive number'],
    ['Initial Deposit', '1000000000.01', 'Initial deposit amount is too large'],
    ['Initial Deposit', '1e21', 'Initial deposit amount is too large'],
  ])('checks %s %j on leaving it', async (label, value, text) => {
    open(`${list}/create`);
    const box = await screen.findByLabelText(new RegExp(label));
    await put(box, value);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText(text)).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it('checks everything on submit and sends nothing while anything is wrong', async () => {
    open(`${list}/create`);
    await screen.findByLabelText(/Account Name/);
    await user.click(submit());
    expect(await screen.findByText('Account name is required')).toBeVisible();
    expect(screen.getByText('Please select a valid account type')).toBeVisible();
    expect(screen.getByText('Initial deposit is required for new accounts')).toBeVisible();
    expect(screen.getByLabelText(/Account Name/)).toHaveFocus();
    expect(sentTo(create)).toEqual([]);
  });

  it('may begin with nothing', async () => {
    answers[create] = good(account);
    await fill();
    await user.clear(screen.getByLabelText(/Initial Deposit/));
    await put(screen.getByLabelText(/Initial Deposit/), '0');
    await user.click(submit());
    await expectToasts('Account created successfully!');
    expect(sentTo(create)[0]?.body).toMatchObject({ initialDeposit: 0 });
  });

  it.each([
    ['is not there', refused({ message: 'Company not found' }, 404)],
    ['is an empty answer', good(null)],
  ])('of a company that %s', async (_, answer) => {
    answers[`GET /Company/${companyId}`] = answer;
    open(`${list}/create`);
    expect(await screen.findByText('Company not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Companies' })).toHaveAttribute(
      'href',
      '/companies',
    );
    expect(screen.queryByText('Company Not Found')).not.toBeInTheDocument();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
    expect(shownToasts()).toEqual([]);
  });

  it.each([
    ['refused', refused({ message: 'Closed' }, 500)],
    ['refused without a word', refused()],
    ['a page', html],
    ['no connection', lost],
  ])('gives way to the companies when the company fails: %s', async (_, answer) => {
    answers[`GET /Company/${companyId}`] = answer;
    open(`${list}/create`);
    await expectToasts('Failed to load company details');
    expect(address()).toBe('/companies');
  });
});

describe('the edit form', () => {
  const update = `PUT /Account/${account.id}`;
  const save = () => screen.getByRole('button', { name: 'Save Account' });

  async function rename() {
    open(`${details}/edit`);
    const box = await screen.findByLabelText(/Account Name/);
    await user.clear(box);
    await put(box, 'New Name');
    await user.click(screen.getByRole('switch', { name: 'Active' }));
  }

  it('sends name, type and status, and leads to the account', async () => {
    answers[update] = good(account);
    await rename();
    expect(screen.getByLabelText(/Account Type/)).toBeDisabled();
    expect(screen.getByText('Account type cannot be changed after creation')).toBeVisible();
    expect(screen.queryByLabelText(/Initial Deposit/)).not.toBeInTheDocument();
    answers[`GET /Account/${account.id}`] = good({ ...account, accountName: 'New Name' });
    await user.click(save());
    await expectToasts('Account updated successfully!');
    await waitFor(() => expect(address()).toBe(details));
    expect(screen.getByRole('heading', { name: 'New Name', level: 1 })).toBeVisible();
    expect(sentTo(update).map(({ body }) => body)).toEqual([
      { accountName: 'New Name', accountType: 3, isActive: false, updatedAt: account.updatedAt },
    ]);
  });

  it.each([
    ['refused without a word', refused(), 'Failed to update account'],
    ['refused with errors', refused({ errors: ['One', 'Two'] }, 400), 'One, Two'],
    ['refused with a message', refused({ message: 'Changed meanwhile' }, 409), 'Changed meanwhile'],
    ['not answered', lost, 'An error occurred while updating the account'],
    ['answered by a page', html, 'An error occurred while updating the account'],
    ['answered without data', good(null), 'Unexpected response format'],
  ])('that is %s says so and keeps what was typed', async (_, answer, text) => {
    await rename();
    answers[update] = answer;
    await user.click(save());
    await expectToasts(text);
    await waitFor(() => expect(save()).toBeEnabled());
    expect(screen.getByLabelText(/Account Name/)).toHaveValue('New Name');
    expect(address()).toBe(`${details}/edit`);
  });

  it('is not filled when the account cannot be read', async () => {
    answers[`GET /Account/${account.id}`] = refused({}, 500);
    open(`${details}/edit`);
    expect(await screen.findByText('Failed to load account details')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });
});

describe('the details', () => {
  const call = `GET /Account/${account.id}`;
  const balance = `GET /Account/${account.id}/balance`;

  it.each([
    ['is not there', refused({ message: 'Account not found' }, 404)],
    ['belongs to another company', good({ ...account, companyId: account.id })],
  ])('of an account that %s', async (_, answer) => {
    answers[call] = answer;
    open(details);
    expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeVisible();
    expect(screen.queryByText('Hub Takings')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Back to Accounts' }).at(-1)).toHaveAttribute(
      'href',
      list,
    );
    answers[call] = good(account);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Hub Takings' })).toBeVisible();
  });

  it.each([
    ['refused', refused({ message: 'Closed' }, 500), 'Closed'],
    ['empty', good(null), 'Unexpected response format'],
    ['without a field', good({}), 'Unexpected response format'],
    ['of another form', good({ total: 3 }), 'Unexpected response format'],
    ['a page', html, 'Invalid response format'],
  ])('that are %s say so and can be tried again', async (_, answer, reason) => {
    answers[call] = answer;
    open(details);
    const panel = (await screen.findByText('Failed to load account details')).closest(
      '[role=alert]',
    ) as HTMLElement;
    expect(panel).toHaveTextContent(reason);
    answers[call] = good(account);
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Hub Takings' })).toBeVisible();
  });

  it('show what is not known as N/A', async () => {
    answers[call] = good({ ...account, companyName: null, accountTypeName: '' });
    open(details);
    expect(await screen.findByText('Last Transaction')).toBeVisible();
    expect(screen.getAllByText('N/A')).toHaveLength(2);
    expect(screen.getByText('Unknown')).toBeVisible();
  });

  it('show what is held and what is available, and the payouts behind it', async () => {
    const holds = `GET /Account/${account.id}/holds`;
    answers[call] = good({ ...account, balance: 1_000.5, held: 300.25 });
    answers[holds] = refused({ message: 'Too slow' }, 500);
    open(details);
    const panel = (await screen.findByText('Failed to load held money')).closest(
      '[role=alert]',
    ) as HTMLElement;
    expect(panel).toHaveTextContent('Too slow');
    expect(screen.getByText('Held for payouts').nextSibling).toHaveTextContent('UGX 300.25');
    expect(screen.getByText('Available').nextSibling).toHaveTextContent('UGX 700.25');
    const hold = {
      transactionId: 't1',
      description: 'Rent',
      held: 200,
      awaitsApproval: true,
      phoneNumber: '256772000001',
      network: 'MTN',
      date: '2026-03-04T09:05:00.000Z',
    };
    const other = { transactionId: 't2', held: 100.25, awaitsApproval: false, phoneNumber: null };
    answers[holds] = good([hold, { ...hold, ...other }]);
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    const list = await screen.findByRole('list', { name: 'Payouts that hold money' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Rent.*256772000001 · MTN.*UGX 200.*Waits for approval/);
    expect(second).toHaveTextContent(/UGX 100.25.*Under way/);
  });

  it('say nothing of held money while there is none', async () => {
    open(details);
    await screen.findByText('1,250,000,000.50', { exact: false });
    expect(screen.queryByText('Available')).not.toBeInTheDocument();
    expect(screen.queryByText('Held Money')).not.toBeInTheDocument();
  });

  it('refresh the balance, and all of the account when money has moved', async () => {
    open(details);
    await screen.findByText('1,250,000,000.50', { exact: false });
    const at = '2026-03-04T09:05:00.000Z';
    answers[balance] = good({ currentBalance: 75, asOfDate: at });
    answers[call] = good({ ...account, balance: 75, lastTransactionDate: at });
    await user.click(screen.getByRole('button', { name: 'Refresh Balance' }));
    expect(await screen.findAllByText('March 04, 2026 at 12:05 PM')).not.toHaveLength(0);
    expect(screen.getByText('75', { exact: false })).toBeVisible();
    expect(sentTo(call)).toHaveLength(2);
  });

  it.each([
    ['without a word', refused(), 'Failed to refresh balance'],
    ['with a message', refused({ message: 'Busy' }, 503), 'Busy'],
  ])('keep the balance when the refresh is refused %s', async (_, answer, text) => {
    open(details);
    answers[balance] = answer;
    await user.click(await screen.findByRole('button', { name: 'Refresh Balance' }));
    await expectToasts(text);
    expect(screen.getByText('1,250,000,000.50', { exact: false })).toBeVisible();
  });
});

describe('a statement', () => {
  const call = `GET /Account/${account.id}/statement`;

  async function ask(action: 'Download' | 'Print' = 'Download') {
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Statement' }));
    await user.click(screen.getByRole('button', { name: 'Last 7 days' }));
    await user.click(screen.getByRole('button', { name: action }));
  }

  it('is saved for the chosen days, so that a spreadsheet reads it', async () => {
    const saved: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => {},
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    answers[call] = () =>
      new Response('"Date"\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    await ask();
    await expectToasts('Statement downloaded');
    expect(click).toHaveBeenCalledOnce();
    const days = new URLSearchParams(sentTo(call)[0]?.query);
    const span = Date.parse(days.get('endDate') ?? '') - Date.parse(days.get('startDate') ?? '');
    expect(span).toBe(6 * 86_400_000);
    expect(saved).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is printed line by line, and gone from the page afterwards', async () => {
    let paper = '';
    vi.stubGlobal('print', () => {
      paper = document.querySelector('[data-print="only"]')?.textContent ?? '';
    });
    answers[call] = () =>
      new Response(
        '"Date","Transaction ID","Reference","Description","Debit","Credit","Balance"\r\n' +
          '"2026-11-01","","","Opening balance","","","2500.00"\r\n' +
          '"2026-11-02 09:00:00","i","REF-1","Day pass","","1500000.50","1502500.50"\r\n',
        { headers: { 'content-type': 'text/csv; charset=utf-8' } },
      );
    await ask('Print');
    await waitFor(() => expect(paper).toContain('Account Statement'));
    expect(paper).toContain(account.accountNumber);
    expect(paper).toContain('Opening balance2,500');
    expect(paper).toContain('REF-1Day pass1,500,000.501,502,500.50');
    expect(document.querySelector('[data-print="only"]')).toBeNull();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('that is too long for paper says so instead of printing', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const lines = '"d","i","r","t","","1.00","1.00"\r\n'.repeat(2_002);
    answers[call] = () => new Response(lines, { headers: { 'content-type': 'text/csv' } });
    await ask('Print');
    expect(await screen.findByText(/2,001 lines are too many for paper/)).toBeVisible();
    expect(print).not.toHaveBeenCalled();
  });

  it.each([
    ['refused', refused({ message: 'Not now' }, 503), 'Not now'],
    ['refused without a word', refused({}, 500), 'Failed to download statement'],
    ['broken off', lost, 'Network error occurred. Failed to connect to the server'],
  ])('that is %s keeps the dialog with the reason', async (_, answer, reason) => {
    answers[call] = answer;
    await ask();
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(reason);
    expect(within(dialog).getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  it('marks the day that the server or the form found wrong', async () => {
    const fields = { startDate: 'Too long ago' };
    answers[call] = refused({ message: 'Too long ago', fields }, 400);
    await ask();
    await waitFor(() => expect(screen.getByLabelText(/From/)).toBeInvalid());
    await user.clear(screen.getByLabelText(/From/));
    sent = [];
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(screen.getByText('Start date is required')).toBeVisible();
    expect(screen.getByLabelText(/From/)).toHaveFocus();
    expect(sent).toEqual([]);
  });
});

describe('all accounts', () => {
  const call = 'GET /Account';

  it('are asked for a page at a time, with what stands in the address', async () => {
    open(`/accounts?search=hub&companyId=${companyId}&status=inactive&type=business&sort=-balance`);
    await screen.findByText('No accounts found');
    expect(Object.fromEntries(new URLSearchParams(sentTo(call)[0]?.query))).toEqual({
      page: '1',
      pageSize: '100',
      search: 'hub',
      companyId,
      isActive: 'false',
      type: 'business',
      sort: 'balance',
      direction: 'desc',
    });
  });

  it('that are suspended do not exist, and nobody is asked for them', async () => {
    open('/accounts?status=suspended');
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(sentTo(call)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('Hub Takings')).toBeVisible();
    expect(address()).toBe('/accounts');
  });

  it('show the totals of the server', async () => {
    answers[call] = () =>
      json(200, {
        success: true,
        data: [account],
        meta: {
          page: 1,
          pageSize: 100,
          totalPages: 3,
          totalCount: 250,
          activeCount: 240,
          inactiveCount: 10,
          companyCount: 17,
          totalBalance: 9_999_999_999_999.99,
        },
      });
    open('/accounts');
    const tile = async (name: string) =>
      (await screen.findByRole('heading', { name, level: 3 })).closest('article') as HTMLElement;
    for (const [name, value] of [
      ['Accounts', '250'],
      ['Active', '240'],
      ['Inactive', '10'],
      ['Total Balance', 'UGX 9,999,999,999,999.99'],
      ['Companies', '17'],
    ] as const) {
      await waitFor(async () => expect(await tile(name)).toHaveTextContent(value));
    }
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(address()).toBe('/accounts?page=3');
  });

  it('that fail say so and can be tried again', async () => {
    answers[call] = refused();
    open('/accounts');
    const text = 'Failed to load accounts. Please try again.';
    const panel = (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;
    answers[call] = good([account]);
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Hub Takings')).toBeVisible();
  });

  it('that do not exist at all lead to the companies', async () => {
    answers[call] = good([]);
    open('/accounts');
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Companies' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clear Filters' })).toBeDisabled();
  });
});
