import { accounts } from '@sente/contract/accounts';
import { approvals } from '@sente/contract/approvals';
import { companies } from '@sente/contract/companies';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  held,
  htmlPage,
  loadFailures,
  lost,
  ok,
  refused,
  silent,
  twoErrors,
  unexplained,
  malformed,
} from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { alertOf, expectToasts } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { aCompany, aListedCompany, anAccount } from '../../testing/records.ts';
import { calls, forgetCalls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

const company = aCompany();
const account = anAccount({ companyId: company.id, accountType: 3, accountTypeName: 'Business' });
const list = `/companies/${company.id}/accounts`;
beforeEach(() => {
  serve(companies.list, ok([aListedCompany()]));
  serve(companies.get, ok(company));
  serve(accounts.ofCompany, ok([account]));
  serve(accounts.suspense, ok({ balance: 0, movements: [], movementCount: 0 }));
  serve(accounts.get, ok(account));
  serve(accounts.list, ok([account]));
});

describe("a company's accounts", () => {
  it.each(loadFailures('Failed to load accounts. Please try again.'))(
    'accounts that fail with %s show the error and can be retried',
    async (_, answer, reason) => {
      serve(accounts.ofCompany, answer);
      await renderPage(list);
      expect(await alertOf(text)).toHaveTextContent(reason);
      expect(screen.queryByRole('table')).not.toBeInTheDocument();
      serve(accounts.ofCompany, ok([account]));
      await user.click(within(await alertOf(text)).getByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('Hub Takings')).toBeVisible();
      expect(screen.queryByText(text)).not.toBeInTheDocument();
    },
  );
  const text = 'Failed to load accounts. Please try again.';

  it('those of Head Office show the money of unknown owners, with its movements', async () => {
    const movement = {
      transactionId: '88888888-8888-4888-8888-888888888888',
      amount: 1_500,
      balanceAfter: 1_500,
      description: 'Payment of an unknown owner at MTN',
      reference: '4711',
      date: '2026-01-05T12:00:00.000Z',
    };
    serve(accounts.suspense, refused(500, 'Too slow'));
    await renderPage(list);
    const failed = await alertOf('Failed to load the suspense account');
    expect(failed).toHaveTextContent('Too slow');
    serve(accounts.suspense, ok({ balance: 1_500, movements: [movement], movementCount: 51 }));
    await press('Try Again', failed);
    const item = within(
      await screen.findByRole('list', { name: 'Movements in suspense' }),
    ).getByRole('listitem');
    expect(item).toHaveTextContent('Payment of an unknown owner at MTN4711');
    expect(item).toHaveTextContent('then UGX 1,500');
    expect(screen.getByText('The newest 1 of 51.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Unknown payments' })).toHaveAttribute(
      'href',
      '/approvals?tab=unknown',
    );
  });

  it('those of another company have no suspense', async () => {
    await renderPage(list);
    await screen.findByText('Hub Takings');
    await waitFor(() => expect(calls(accounts.suspense)).toHaveLength(1));
    expect(screen.queryByText('Suspense')).not.toBeInTheDocument();
  });

  it('accounts stay when a refresh fails; a refresh loads the company as well', async () => {
    await renderPage(list);
    await screen.findByText('Hub Takings');
    serve(accounts.ofCompany, unexplained);
    forgetCalls();
    await press('Refresh');
    await alertOf(text);
    expect(screen.getByText('Hub Takings')).toBeVisible();
    expect(calls().map(({ endpoint }) => endpoint)).toEqual([accounts.ofCompany, companies.get]);
  });

  it('accounts are busy until the company is loaded as well', async () => {
    const { client } = await renderPage(list);
    await screen.findByText('Hub Takings');
    const again = held();
    serve(companies.get, again.answer);
    // As when the window gets the focus again, without a press of the button.
    act(() => void client.invalidateQueries());
    const button = screen.getByRole('button', { name: /Refresh|Loading/ });
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
    act(() => again.release(ok({ ...company, name: 'Gulu Masons' })));
    expect(await screen.findByText('Gulu Masons')).toBeVisible();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
  });

  it('accounts are all reloaded by a refresh, with the filters kept', async () => {
    await renderPage(`${list}?status=active&search=hub`);
    await screen.findByText('Hub Takings');
    serve(accounts.ofCompany, ok([{ ...account, accountName: 'Hub Till' }]));
    serve(companies.get, ok({ ...company, name: 'Gulu Masons' }));
    await press('Refresh');
    expect(await screen.findByText('Hub Till')).toBeVisible();
    expect(await screen.findByText('Gulu Masons')).toBeVisible();
    expect(address()).toBe(`${list}?status=active&search=hub`);
  });

  it('accounts lead back to the companies, and to theirs by its name', async () => {
    await renderPage(list);
    const back = await screen.findByRole('link', { name: 'Back to Companies' });
    expect(back).toHaveAttribute('href', '/companies');
    expect(await screen.findByRole('link', { name: company.name })).toHaveAttribute(
      'href',
      list.replace(/\/accounts$/, ''),
    );
  });

  it('accounts of an unknown company are not found', async () => {
    serve(accounts.ofCompany, refused(404, 'Company not found'));
    await renderPage(list);
    expect(await screen.findByRole('heading', { name: 'Company Not Found' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Create Account' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Back to Companies' })[0]).toBeVisible();
  });

  it('accounts are shown without the company and with most fields missing', async () => {
    serve(companies.get, silent);
    const { id, accountName } = account;
    serve(accounts.ofCompany, { body: [{ id, accountName, companyName: 'Gulu Builders' }] });
    await renderPage(list);
    expect(await screen.findByText('Hub Takings')).toBeVisible();
    expect(screen.getByText('Gulu Builders')).toBeVisible();
    expect(screen.getAllByText('Unknown')).not.toHaveLength(0);
    expect(screen.getByText('N/A')).toBeVisible();
  });

  it('accounts distinguish an empty list from one without matches', async () => {
    serve(accounts.ofCompany, ok([]));
    await renderPage(list);
    expect(await screen.findByText('No accounts yet')).toBeVisible();
    await put(screen.getByRole('searchbox'), 'zebra');
    expect(await screen.findByText('No accounts found')).toBeVisible();
    await press('Clear Filters');
    expect(await screen.findByText('No accounts yet')).toBeVisible();
  });

  it('accounts are filtered by status and existing types, in the address', async () => {
    const closed = { ...account, id: 'closed', accountName: 'Old Till', isActive: false };
    const credit = { ...closed, id: 'credit', accountTypeName: 'Credit' };
    serve(accounts.ofCompany, ok([account, closed, credit]));
    const { unmount } = await renderPage(list);
    await screen.findByText('Hub Takings');
    const type = screen.getByLabelText('Account Type');
    expect([...type.children].map((option) => option.textContent)).toEqual([
      'All Types',
      'Business',
      'Credit',
    ]);
    await user.selectOptions(type, 'Business');
    await user.selectOptions(screen.getByLabelText('Status'), 'Inactive');
    expect(address()).toBe(`${list}?type=Business&status=inactive`);
    const shown = address();
    unmount();
    await renderPage(shown);
    expect(await screen.findByText('Old Till')).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByLabelText('Status')).toHaveValue('inactive');
  });

  it('accounts are paged in the browser when there are more than one page holds', async () => {
    serve(
      accounts.ofCompany,
      ok(
        Array.from({ length: 26 }, (_, n) => ({
          ...account,
          id: `${account.id.slice(0, -3)}${String(n).padStart(3, '0')}`,
          accountName: `Till ${String(n).padStart(3, '0')}`,
        })),
      ),
    );
    await renderPage(list);
    expect(await screen.findByText('Showing 1 to 25 of 26 accounts')).toBeVisible();
    await press('Page 2');
    expect(screen.getByText('Till 025')).toBeVisible();
    expect(address()).toBe(`${list}?page=2`);
    expect(calls(accounts.ofCompany)).toHaveLength(1);
  });
});

const details = `${list}/${account.id}`;

describe('activate and deactivate', () => {
  const inactive = { ...account, isActive: false };
  const dialog = () => screen.getByRole('alertdialog');

  it('deactivates by its own call', async () => {
    await renderPage(details);
    await press('Deactivate');
    serve(accounts.deactivate, ok(inactive));
    serve(accounts.get, ok(inactive));
    await user.click(within(dialog()).getByRole('button', { name: 'Deactivate' }));
    await expectToasts('Account deactivated successfully');
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeVisible();
    expect(calls(accounts.deactivate)).toHaveLength(1);
    expect(calls(accounts.update)).toEqual([]);
  });

  it('activates by an update, also from a list', async () => {
    serve(accounts.ofCompany, ok([inactive]));
    await renderPage(list);
    await press('Activate Hub Takings');
    serve(accounts.update, ok(account));
    serve(accounts.ofCompany, ok([account]));
    await user.click(within(dialog()).getByRole('button', { name: 'Activate' }));
    await expectToasts('Account activated successfully');
    expect(screen.getByRole('button', { name: 'Deactivate Hub Takings' })).toBeVisible();
    expect(calls(accounts.update).map(({ body }) => body)).toEqual([
      { accountName: 'Hub Takings', isActive: true, updatedAt: account.updatedAt },
    ]);
  });

  it.each([
    ['without a word', unexplained, 'Failed to update account status'],
    ['with a status alone', silent, 'Failed to update account status'],
    ['with errors', twoErrors, 'One, Two'],
    ['with a message', refused(409, 'Not today'), 'Not today'],
  ])('stays open with the reason when it is refused %s', async (_, answer, reason) => {
    await renderPage(details);
    await press('Deactivate');
    serve(accounts.deactivate, answer);
    await user.click(within(dialog()).getByRole('button', { name: 'Deactivate' }));
    expect(await within(dialog()).findByText(reason)).toBeVisible();
    await expectToasts();
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Deactivate' })).toBeVisible();
  });
});

describe('the details', () => {
  it('say that a deposit waits for a second person, and lead to it', async () => {
    const waiting = { kind: 'deposit', accountId: account.id, amount: 2_000_000 } as const;
    serve(approvals.list, ok([anApproval(waiting)]));
    await renderPage(details);
    const link = await screen.findByRole('link', {
      name: 'UGX 2,000,000 waits for a second person',
    });
    expect(link).toHaveAttribute('href', `/approvals/${anApproval().id}`);
    expect(calls(approvals.list)[0]?.query).toMatchObject({
      tab: 'open',
      kind: 'deposit',
      accountId: account.id,
    });
  });

  it.each([
    ['is not there', refused(404, 'Account not found')],
    ['belongs to another company', ok({ ...account, companyId: account.id })],
  ])('an account that %s is shown as not found', async (_, answer) => {
    serve(accounts.get, answer);
    await renderPage(details);
    expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeVisible();
    expect(screen.queryByText('Hub Takings')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Back to Accounts' }).at(-1)).toHaveAttribute(
      'href',
      list,
    );
    serve(accounts.get, ok(account));
    await press('Try Again');
    expect(await screen.findByRole('heading', { name: 'Hub Takings' })).toBeVisible();
  });

  it.each([
    ['refused', refused(500, 'Closed'), 'Closed'],
    ['empty', malformed(null), 'Unexpected response format'],
    ['without a field', malformed({}), 'Unexpected response format'],
    ['of another form', malformed({ total: 3 }), 'Unexpected response format'],
    ['a page', htmlPage, 'Invalid response format'],
  ])('details that are %s show the error and can be retried', async (_, answer, reason) => {
    serve(accounts.get, answer);
    await renderPage(details);
    const panel = await alertOf('Failed to load account details');
    expect(panel).toHaveTextContent(reason);
    serve(accounts.get, ok(account));
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Hub Takings' })).toBeVisible();
  });

  it('the details show unknown values as N/A', async () => {
    serve(accounts.get, ok({ ...account, companyName: null, accountTypeName: '' }));
    await renderPage(details);
    expect(await screen.findByText('Last Transaction')).toBeVisible();
    expect(screen.getAllByText('N/A')).toHaveLength(2);
    expect(screen.getByText('Unknown')).toBeVisible();
  });

  it('the details show the held and available amount, and the payouts behind it', async () => {
    serve(accounts.get, ok({ ...account, balance: 1_000.5, held: 300.25 }));
    serve(accounts.holds, refused(500, 'Too slow'));
    await renderPage(details);
    const panel = await alertOf('Failed to load held money');
    expect(panel).toHaveTextContent('Too slow');
    expect(screen.getByText('Held for payouts').nextSibling).toHaveTextContent('UGX 300.25');
    expect(screen.getByText('Available').nextSibling).toHaveTextContent('UGX 700.25');
    const hold = {
      transactionId: 't1',
      description: 'Rent',
      held: 200,
      awaitsApproval: true,
      heldUpBy: null,
      phoneNumber: '256772000001',
      network: 'MTN',
      date: '2026-03-04T09:05:00.000Z',
    };
    const other = { transactionId: 't2', held: 100.25, awaitsApproval: false, phoneNumber: null };
    const why = 'the payouts of the company are stopped';
    const third = { transactionId: 't3', awaitsApproval: false, heldUpBy: why };
    serve(accounts.holds, ok([hold, { ...hold, ...other }, { ...hold, ...third }]));
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    const list = await screen.findByRole('list', { name: 'Payouts that hold money' });
    const [first, second, stopped] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Rent.*\+256 772 000001 · MTN.*UGX 200.*Waits for approval/);
    expect(second).toHaveTextContent(/UGX 100.25.*Under way/);
    expect(stopped).toHaveTextContent(/Held up: the payouts of the company are stopped.*Held up$/);
  });

  it('the details omit the hold when there is none', async () => {
    await renderPage(details);
    await screen.findByText('1,250,000.50', { exact: false });
    expect(screen.queryByText('Available')).not.toBeInTheDocument();
    expect(screen.queryByText('Held Money')).not.toBeInTheDocument();
  });

  it('the details refresh the balance, and the whole account when money has moved', async () => {
    await renderPage(details);
    await screen.findByText('1,250,000.50', { exact: false });
    const at = '2026-03-04T09:05:00.000Z';
    serve(accounts.balance, ok({ currentBalance: 75, asOfDate: at }));
    serve(accounts.get, ok({ ...account, balance: 75, lastTransactionDate: at }));
    await press('Refresh Balance');
    expect(await screen.findAllByText('March 04, 2026 at 12:05 PM')).not.toHaveLength(0);
    expect(screen.getByText('75', { exact: false })).toBeVisible();
    expect(calls(accounts.get)).toHaveLength(2);
  });

  it.each([
    ['without a word', unexplained, 'Failed to refresh balance'],
    ['with a message', refused(503, 'Busy'), 'Busy'],
  ])('the details keep the balance when the refresh is refused %s', async (_, answer, text) => {
    await renderPage(details);
    serve(accounts.balance, answer);
    await press('Refresh Balance');
    await expectToasts(text);
    expect(screen.getByText('1,250,000.50', { exact: false })).toBeVisible();
  });
});

describe('a statement', () => {
  const csv = (text: string) => ({ text, type: 'text/csv; charset=utf-8' });
  async function ask(action: 'Download' | 'Print' = 'Download') {
    await renderPage(details);
    await press('Statement');
    await press('Last 7 days');
    await user.selectOptions(screen.getByLabelText('File'), 'CSV, for spreadsheets');
    await user.click(screen.getByRole('button', { name: action }));
  }

  it('is saved for the chosen days in a format that spreadsheets read', async () => {
    const saved = catchDownloads();
    serve(accounts.statement, csv('"Date"\r\n'));
    await ask();
    await expectToasts('Statement downloaded');
    const days = new URLSearchParams(calls(accounts.statement)[0]?.query);
    const span = Date.parse(days.get('endDate') ?? '') - Date.parse(days.get('startDate') ?? '');
    expect(span).toBe(7 * 86_400_000);
    expect(saved).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is a signed PDF unless another file is chosen, saved as it arrives, to the byte', async () => {
    const saved = catchDownloads();
    serve(accounts.statementPdf, { text: '%PDF-1.3', type: 'application/pdf' });
    await renderPage(details);
    await press('Statement');
    expect(screen.getByText(/Today is not over: what moves later is not in it/)).toBeVisible();
    await press('Download');
    await expectToasts('Statement downloaded');
    expect(await saved[0]?.text()).toBe('%PDF-1.3');
    expect(calls(accounts.statement)).toHaveLength(0);
  });

  it('too many movements for a signed file come in parts', async () => {
    const saved = catchDownloads();
    const choice = 'These days have 45,000 movements. Choose part 1 to 3.';
    serve(accounts.signedStatement, refused(400, choice, { fields: { part: choice } }));
    await renderPage(details);
    await press('Statement');
    expect(screen.queryByLabelText('Part')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('File'), 'CSV, signed by Sente');
    await press('Download');
    expect(await screen.findByText(choice)).toBeVisible();
    serve(accounts.signedStatement, csv('signed'));
    await user.type(screen.getByLabelText('Part'), '1');
    await press('Download');
    await expectToasts('Part 1 downloaded');
    expect(new URLSearchParams(calls(accounts.signedStatement).at(-1)?.query).get('part')).toBe(
      '1',
    );
    expect(await saved[0]?.text()).toBe('signed');
    expect(screen.getByLabelText('Part')).toHaveValue('2');
  });

  it('a slow statement can be cancelled and requested again', async () => {
    serve(accounts.statement, held().answer);
    await ask();
    expect(await screen.findByRole('button', { name: 'Downloading...' })).toBeDisabled();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls(accounts.statement)[0]?.signal?.aborted).toBe(true);
    await press('Statement');
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  it('is printed line by line and removed from the page afterwards', async () => {
    let paper = '';
    vi.stubGlobal('print', () => {
      paper = document.querySelector('[data-print="only"]')?.textContent ?? '';
    });
    serve(
      accounts.statement,
      csv(
        '"Date","Transaction ID","Reference","Description","Debit","Credit","Balance"\r\n' +
          '"2026-11-01","","","Opening balance","","","2500.00"\r\n' +
          '"2026-11-02 09:00:00","i","REF-1","Day pass","","1500000.50","1502500.50"\r\n',
      ),
    );
    await ask('Print');
    await waitFor(() => expect(paper).toContain('Account Statement'));
    expect(paper).toContain(account.accountNumber);
    expect(paper).toContain('Opening balance2,500');
    expect(paper).toContain('REF-1Day pass1,500,000.501,502,500.50');
    expect(document.querySelector('[data-print="only"]')).toBeNull();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('a statement that is too long to print says so', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const lines = '"d","i","r","t","","1.00","1.00"\r\n'.repeat(2_002);
    serve(accounts.statement, csv(lines));
    await ask('Print');
    expect(await screen.findByText(/2,001 lines are too many for paper/)).toBeVisible();
    expect(print).not.toHaveBeenCalled();
  });

  it.each([
    ['refused', refused(503, 'Not now'), 'Not now'],
    ['refused without a word', silent, 'Failed to download statement'],
    ['broken off', lost, 'Network error occurred. Failed to connect to the server'],
  ])('a statement that is %s keeps the dialog open with the reason', async (_, answer, reason) => {
    serve(accounts.statement, answer);
    await ask();
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(reason);
    expect(within(dialog).getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  it('marks the day that the server or the form refuses', async () => {
    const fields = { startDate: 'Too long ago' };
    serve(accounts.statement, refused(400, 'Too long ago', { fields }));
    await ask();
    await waitFor(() => expect(screen.getByLabelText(/From/)).toBeInvalid());
    await user.clear(screen.getByLabelText(/From/));
    forgetCalls();
    await press('Download');
    expect(screen.getByText('Start date is required')).toBeVisible();
    expect(screen.getByLabelText(/From/)).toHaveFocus();
    expect(calls()).toEqual([]);
  });
});

describe('all accounts', () => {
  it('all accounts are loaded page by page, with the filters of the address', async () => {
    serve(accounts.list, ok([]));
    await renderPage(
      `/accounts?search=hub&companyId=${company.id}&status=inactive&type=business&sort=-balance`,
    );
    await screen.findByText('No accounts found');
    expect(calls(accounts.list)[0]?.query).toEqual({
      page: '1',
      pageSize: '25',
      search: 'hub',
      companyId: company.id,
      isActive: 'false',
      isSuspended: 'false',
      type: 'business',
      sort: 'balance',
      direction: 'desc',
    });
  });

  it('suspended accounts are found on the server, and marked', async () => {
    serve(accounts.list, ({ query }) => ok(query['isSuspended'] ? [] : [account]));
    await renderPage('/accounts?status=suspended');
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(calls(accounts.list)[0]?.query).toMatchObject({ isSuspended: 'true' });
    serve(accounts.list, ok([{ ...account, isSuspended: true }]));
    await press('Refresh');
    const row = (await screen.findByText('Hub Takings')).closest('tr');
    expect(row).toHaveTextContent('Suspended');
    await press('Clear Filters');
    expect(await screen.findByText('Hub Takings')).toBeVisible();
    expect(address()).toBe('/accounts');
  });

  it("all accounts show the server's totals", async () => {
    serve(
      accounts.list,
      ok([account], {
        page: 1,
        pageSize: 25,
        totalPages: 3,
        totalCount: 250,
        activeCount: 237,
        inactiveCount: 10,
        suspendedCount: 3,
        companyCount: 17,
        totalBalance: 9_999_999_999_999.99,
      }),
    );
    await renderPage('/accounts');
    const tile = async (name: string) =>
      (await screen.findByRole('heading', { name, level: 3 })).closest('article') as HTMLElement;
    for (const [name, value] of [
      ['Accounts', '250'],
      ['Active', '237and 3 suspended'],
      ['Inactive', '10'],
      ['Total Balance', 'UGX 9,999,999,999,999.99'],
      ['Companies', '17'],
    ] as const) {
      await waitFor(async () => expect(await tile(name)).toHaveTextContent(value));
    }
    await press('Page 3');
    expect(address()).toBe('/accounts?page=3');
  });

  it('all accounts show a loading error and can be retried', async () => {
    serve(accounts.list, unexplained);
    await renderPage('/accounts');
    const text = 'Failed to load accounts. Please try again.';
    const panel = await alertOf(text);
    serve(accounts.list, ok([account]));
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Hub Takings')).toBeVisible();
  });

  it('an empty list of all accounts links to the companies', async () => {
    serve(accounts.list, ok([]));
    await renderPage('/accounts');
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Companies' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clear Filters' })).toBeDisabled();
  });
});
