import { accounts, type Account } from '@sente/contract/accounts';
import { companies } from '@sente/contract/companies';
import { permissionNames } from '@sente/contract/permissions';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  loadFailures,
  ok,
  refused,
  silent,
  unexplained,
  malformed,
} from '../../testing/answers.ts';
import { alertOf, toasts } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { otherCompanyId, owner, ownCompanyId, restricted } from '../../testing/people.ts';
import { aCompany, anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const account = anAccount();
const list = '/client/accounts';
const details = `${list}/${account.id}`;
const cards = () => document.querySelectorAll('[data-account-card]');

beforeEach(() => {
  serve(accounts.ofCompany, ok([account]));
  serve(accounts.get, ok(account));
});

describe('the list', () => {
  const panel = () => alertOf('Error Loading Accounts');

  it.each(loadFailures('Failed to fetch company accounts'))(
    'a list that fails with %s shows the error and can be retried',
    async (_, answer, reason) => {
      serve(accounts.ofCompany, answer);
      await renderPage(list);
      expect(await panel()).toHaveTextContent(reason);
      expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
      serve(accounts.ofCompany, ok([account]));
      await user.click(within(await panel()).getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('link', { name: 'Hub Takings' })).toBeVisible();
      expect(screen.queryByText('Error Loading Accounts')).not.toBeInTheDocument();
    },
  );

  it('stays when a refresh fails, with its filters', async () => {
    await renderPage(`${list}?status=active`);
    await screen.findByRole('link', { name: 'Hub Takings' });
    serve(accounts.ofCompany, unexplained);
    await press('Refresh');
    const place = (await panel()).compareDocumentPosition(screen.getByRole('searchbox'));
    expect(place).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('link', { name: 'Hub Takings' })).toBeVisible();
    expect(address()).toBe(`${list}?status=active`);
  });

  it.each([
    ['a bare list', { body: [account] }],
    ['data without success', { body: { data: [account] } }],
  ])('accepts an answer as %s', async (_, answer) => {
    serve(accounts.ofCompany, answer);
    await renderPage(list);
    expect(await screen.findByRole('link', { name: 'Hub Takings' })).toBeVisible();
  });

  it('shows type and available balance of each account', async () => {
    serve(accounts.ofCompany, ok([{ ...account, held: 250_000.25 }]));
    await renderPage(list);
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
    expect(address()).toBe(details);
  });

  it.each([
    [1, null, 'Checking'],
    [2, '', 'Savings'],
    [3, null, 'Investment'],
    [4, ' ', 'Credit'],
    [9, null, 'Unknown'],
    [1, 'Credit', 'Credit'],
  ])('reads code %i named "%s" as %s', async (accountType, accountTypeName, shown) => {
    serve(accounts.ofCompany, ok([{ ...account, accountType, accountTypeName }]));
    await renderPage(shown === 'Unknown' ? list : `${list}?type=${shown.toLowerCase()}`);
    const card = (await screen.findByRole('link', { name: 'Hub Takings' })).closest('li');
    expect(card).toHaveTextContent(shown);
  });

  it('is searched by name, number and id, case-insensitively, and filtered', async () => {
    const inactive = accountOf(2, { isActive: false, accountTypeName: 'Checking' });
    serve(accounts.ofCompany, ok([account, inactive]));
    await renderPage(list);
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
    expect(address()).toBe(`${list}?status=inactive&type=checking`);
    expect(cards()).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText('Account Type'), 'Credit');
    expect(screen.getByText('No accounts found')).toBeVisible();
    expect(screen.getByText('Try adjusting your search or filters.')).toBeVisible();
    await press('Clear Filters');
    expect(cards()).toHaveLength(2);
  });

  it('is filtered for every type and state that an account can have', async () => {
    const business = accountOf(2, { accountTypeName: 'Business' });
    const frozen = accountOf(3, { isSuspended: true });
    serve(accounts.ofCompany, ok([account, business, frozen]));
    await renderPage(list);
    await screen.findByText(/^3 accounts|accounts ·/);
    await user.selectOptions(screen.getByLabelText('Account Type'), 'Business');
    expect(cards()).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'View Till 2' })).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Account Type'), 'All Types');
    await user.selectOptions(screen.getByLabelText('Status'), 'Suspended');
    expect(cards()).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'View Till 3' })).toBeVisible();
  });

  it('offers to open the first account only with the permission', async () => {
    serve(accounts.ofCompany, ok([]));
    const { unmount } = await renderPage(list);
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(screen.getByText('Get started by creating your first account.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'New Account' })).toHaveLength(2);
    unmount();
    const permissions = permissionNames.filter((name) => name !== 'canManageAccounts');
    await renderPage(`${list}?action=new-account`, { as: { ...owner, permissions } });
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New Account' })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('loads in steps, and the focus moves to the new rows', async () => {
    serve(accounts.ofCompany, ok(Array.from({ length: 26 }, (_, index) => accountOf(index + 1))));
    await renderPage(list);
    expect(await screen.findByText('Showing 24 of 26 accounts')).toBeVisible();
    expect(cards()).toHaveLength(24);
    act(() => screen.getByText('Show more').click());
    expect(cards()).toHaveLength(26);
    expect(document.activeElement).toHaveTextContent('Till 25');
    expect(screen.queryByText('Show more')).not.toBeInTheDocument();
  });

  it('a user without a company gets a message, and nothing is requested', async () => {
    await renderPage(list, { as: { ...owner, companyId: null } });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Error Loading Accounts');
    expect(alert).toHaveTextContent('No company ID');
    expect(calls()).toEqual([]);
  });
});

describe('one account', () => {
  const failed = 'Failed to load account details. Please try again.';

  it('an account can be read and not changed', async () => {
    await renderPage(details);
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
    // In the header, and with the available amount.
    expect(screen.getAllByText('1,250,000.50', { exact: false })).toHaveLength(2);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getByRole('link', { name: 'Accounts' })).toHaveAttribute('href', list);
    expect(calls().map(({ endpoint }) => endpoint)).toEqual([
      accounts.get,
      accounts.movements,
      accounts.movementTotals,
    ]);
  });

  it.each([
    ...loadFailures(failed),
    ['no account', malformed({}), 'Unexpected response format'] as const,
  ])(
    'an account that fails with %s shows the error and can be retried',
    async (_, answer, reason) => {
      serve(accounts.get, answer);
      await renderPage(details);
      const panel = await screen.findByRole('alert');
      expect(panel).toHaveTextContent(failed);
      expect(panel).toHaveTextContent(reason);
      serve(accounts.get, ok(account));
      await press('Try again');
      expect(await screen.findByRole('heading', { name: 'Hub Takings', level: 1 })).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it.each([
    ['is not there', refused(404, 'Account not found')],
    ['is of another company', ok({ ...account, companyId: otherCompanyId })],
    ['may no longer be seen', refused(403, 'No permission')],
  ])('an account that %s is not found', async (_, answer) => {
    serve(accounts.get, answer);
    await renderPage(details);
    expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeVisible();
    expect(
      screen.getByText(
        "The account you're looking for doesn't exist or you don't have permission to view it.",
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Back to Accounts' }));
    expect(address()).toBe(list);
  });

  it('an account is not found, and not requested, without the permission', async () => {
    await renderPage(details, { as: restricted });
    expect(screen.getByRole('heading', { name: 'Account not found' })).toBeVisible();
    expect(calls()).toEqual([]);
  });

  it('Refresh reloads the account; a failure is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await renderPage(details);
    await screen.findByRole('heading', { name: 'Hub Takings', level: 1 });
    serve(accounts.get, ok({ ...account, accountName: 'Hub Till' }));
    await press('Refresh');
    expect(await screen.findByRole('heading', { name: 'Hub Till', level: 1 })).toBeVisible();
    expect(log).not.toHaveBeenCalled();

    serve(accounts.get, refused(500, 'Closed today'));
    await press('Refresh');
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(screen.getByRole('heading', { name: 'Hub Till', level: 1 })).toBeVisible();
    expect(screen.queryByText('Closed today')).not.toBeInTheDocument();
    expect(toasts()).toEqual([]);
  });

  it.each([
    [
      'the current company’s name',
      ok(aCompany({ id: ownCompanyId, name: 'Own Builders' })),
      'Own Builders',
    ],
    ['N/A when that is not known either', silent, 'N/A'],
  ])('an account without a company name shows %s', async (_, company, shown) => {
    serve(
      accounts.get,
      ok({
        ...account,
        companyName: null,
        lastTransactionDate: account.openDate,
      }),
    );
    serve(companies.get, company);
    await renderPage(details);
    expect(await screen.findByText(shown)).toBeVisible();
  });

  it('shows held payouts and the statement only with the permission to see transactions', async () => {
    serve(accounts.get, ok({ ...account, held: 5000 }));
    serve(
      accounts.holds,
      ok([
        {
          transactionId: '66666666-6666-4666-8666-666666666666',
          description: 'Payout to Amina',
          held: 5000,
          awaitsApproval: true,
          heldUpBy: null,
          phoneNumber: '256772000001',
          network: 'MTN',
          date: '2026-01-05T10:00:00.000Z',
        },
      ]),
    );
    const { unmount } = await renderPage(details);
    const link = await screen.findByRole('link', { name: 'Payout to Amina' });
    expect(link).toHaveAttribute(
      'href',
      '/client/transactions/66666666-6666-4666-8666-666666666666',
    );
    expect(screen.getByRole('button', { name: 'Statement' })).toBeVisible();
    unmount();
    await renderPage(details, { as: { ...owner, permissions: ['canViewAccounts'] } });
    expect(await screen.findByText('Held for payouts')).toBeVisible();
    expect(screen.queryByText('Held Money')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Statement' })).not.toBeInTheDocument();
  });
});

function accountOf(n: number, more: Partial<Account> = {}): Account {
  return anAccount({
    id: `55555555-5555-4555-8555-${String(n).padStart(12, '0')}`,
    accountName: `Till ${n}`,
    accountNumber: `9000${n}`,
    ...more,
  });
}
