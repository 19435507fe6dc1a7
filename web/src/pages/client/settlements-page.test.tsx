import { accounts } from '@sente/contract/accounts';
import { bankAccounts } from '@sente/contract/bank-accounts';
import { fileExports } from '@sente/contract/file-exports';
import { settlements } from '@sente/contract/settlements';
import { taxes } from '@sente/contract/taxes';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFailures, ok, refused } from '../../testing/answers.ts';
import { expectToasts } from '../../testing/messages.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { anAccount, pageMeta } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { aBankAccount, aSettlement, noSchedule } from '../../testing/settlements.ts';
import { press, put, user } from '../../testing/user.ts';

const page = '/client/settlements';
const meta = (count: number) => ({ ...pageMeta(count), totalAmount: 0 });

beforeEach(() => {
  serve(settlements.list, ok([aSettlement()], meta(1)));
  serve(settlements.terms, ok(noSchedule));
  serve(taxes.list, ok([]));
  serve(bankAccounts.list, ok([aBankAccount()]));
  serve(accounts.ofCompany, ok([anAccount()]));
});

const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the settlements of a company', () => {
  it('show state, bank and cost, and are filtered by the server', async () => {
    const returned = aSettlement({
      id: '01900014-0000-7000-8000-000000000000',
      reference: 'ST-RETURNED01',
      state: 'returned',
      reason: 'Account closed',
      isScheduled: true,
      requestedBy: null,
    });
    serve(settlements.list, ok([aSettlement(), returned], meta(2)));
    await renderPage(page);
    const row = await screen.findByRole('row', { name: /ST-8K3M2Q9XWZ/ });
    expect(row).toHaveTextContent(
      /Stanbic Bank •••• 2873.*300,000.*2,500.*Requested.*Grace Nakato/,
    );
    expect(screen.getByRole('row', { name: /ST-RETURNED01/ })).toHaveTextContent(
      /Returned.*Account closed.*by schedule/,
    );
    const [first] = screen.getAllByRole('link', { name: 'ST-8K3M2Q9XWZ' });
    expect(first).toHaveAttribute('href', `/client/transactions/${aSettlement().transactionId}`);
    await user.selectOptions(screen.getByLabelText('State'), 'Paid');
    await waitFor(() => expect(calls(settlements.list).at(-1)?.query['state']).toBe('paid'));
  });

  it('are exported as they are filtered, by whoever may see transactions', async () => {
    serve(fileExports.start, refused(409, 'There is nothing to export'));
    serve(fileExports.list, ok([]));
    await renderPage(`${page}?state=paid`);
    await press('Export 1 settlement');
    await press('Export as Excel');
    await waitFor(() => expect(calls(fileExports.start)).toHaveLength(1));
    expect(calls(fileExports.start)[0]?.body).toEqual({
      list: 'settlements',
      format: 'xlsx',
      filters: { companyId: owner.companyId, state: 'paid' },
    });
  });

  it('are not exported without that permission', async () => {
    await renderPage(page, { as: { ...owner, permissions: ['canManageAccounts'] } });
    await screen.findByRole('row', { name: /ST-8K3M2Q9XWZ/ });
    expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'ST-8K3M2Q9XWZ' })).toBeNull();
  });

  it('are none yet', async () => {
    serve(settlements.list, ok([], meta(0)));
    serve(bankAccounts.list, ok([]));
    await renderPage(page);
    expect(await screen.findByText('No settlements yet')).toBeVisible();
    expect(await screen.findByText('No bank accounts yet')).toBeVisible();
    expect(screen.getByText(/^Add a bank account below/)).toBeVisible();
    expect(screen.queryByLabelText('State')).not.toBeInTheDocument();
  });

  it('ask for no bank account that is approved already', async () => {
    serve(settlements.list, ok([], meta(0)));
    serve(bankAccounts.list, ok([aBankAccount()]));
    await renderPage(page);
    expect(await screen.findByText(/until the bank has paid it\.$/)).toBeVisible();
    expect(screen.queryByText(/^Add a bank account below/)).not.toBeInTheDocument();
  });

  it.each(loadFailures('Failed to load settlements'))('fail with %s', async (_, answer, text) => {
    serve(settlements.list, answer);
    await renderPage(page);
    expect((await screen.findAllByText(text))[0]).toBeVisible();
  });

  it('are cancelled while they are requested', async () => {
    serve(settlements.cancel, ok(aSettlement({ state: 'cancelled' })));
    await renderPage(page);
    await press('Cancel ST-8K3M2Q9XWZ');
    await press('Cancel Settlement');
    await expectToasts('Settlement cancelled');
    expect(calls(settlements.cancel)).toHaveLength(1);
  });

  it('show no buttons to those who only look', async () => {
    await renderPage(page, { as: { ...owner, permissions: ['canViewTransactions'] } });
    await screen.findByRole('row', { name: /ST-8K3M2Q9XWZ/ });
    for (const name of [
      'Send to Bank',
      'Add Bank Account',
      'Change Schedule',
      /^Cancel/,
      /^Retire/,
    ]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('Send to Bank', () => {
  it('shows what arrives and what it costs, and sends one key however often it is pressed', async () => {
    serve(settlements.request, refused(409, 'At most UGX 0 can be settled'));
    await renderPage(page);
    await press('Send to Bank');
    const dialog = await dialogNamed('Send to Bank');
    const amount = await dialog.findByLabelText(/^Amount/);
    expect(amount).toHaveFocus();
    expect(dialog.getByText('UGX 1,250,000.50 available')).toBeVisible();
    await put(amount, '100000');
    expect(dialog.getByRole('status', { name: 'What it costs' })).toHaveTextContent(
      /Arrives at the bank.*100,000.*Fee.*2,500.*Leaves the account.*102,500/,
    );
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    const review = await dialog.findByRole('region', { name: 'Review' });
    expect(review).toHaveTextContent(
      /Hub Takings.*Stanbic Bank.*100,000.*2,500.*102,500.*Left to spend afterwards.*1,147,500.50/,
    );
    expect(calls(settlements.request)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(dialog.getByLabelText(/^Amount/)).toHaveValue('100,000');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await user.click(dialog.getByRole('button', { name: 'Send to Bank' }));
    expect(await dialog.findByText('At most UGX 0 can be settled')).toBeVisible();
    serve(settlements.request, ok(aSettlement({ amount: 100_000 })));
    await user.click(dialog.getByRole('button', { name: 'Send to Bank' }));
    await expectToasts('UGX 100,000 will be sent to Stanbic Bank');
    const [first, second] = calls(settlements.request).map(({ body }) => body);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ amount: 100_000, bankAccountId: aBankAccount().id });
  });

  it('names the most that can be sent before anything is reviewed, and reads the account again', async () => {
    await renderPage(`${page}?action=settle`);
    const dialog = await dialogNamed('Send to Bank');
    await put(await dialog.findByLabelText(/^Amount/), '1248000');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    expect(
      dialog.getByText('At most UGX 1,247,500 can be settled, besides the fee of UGX 2,500'),
    ).toBeVisible();
    expect(dialog.getByLabelText(/^Amount/)).toHaveFocus();
    expect(dialog.queryByRole('region', { name: 'Review' })).toBeNull();
    expect(calls(settlements.request)).toEqual([]);
    await waitFor(() => expect(calls(accounts.ofCompany)).toHaveLength(2));
  });

  it('sends no amount for all that is available', async () => {
    serve(settlements.request, ok(aSettlement({ amount: 1_247_500 })));
    await renderPage(`${page}?action=settle`);
    const dialog = await dialogNamed('Send to Bank');
    await user.click(await dialog.findByLabelText('All that is available'));
    expect(dialog.getByRole('status', { name: 'What it costs' })).toHaveTextContent(
      /Arrives at the bank.*1,247,500/,
    );
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await user.click(dialog.getByRole('button', { name: 'Send to Bank' }));
    await expectToasts('UGX 1,247,500 will be sent to Stanbic Bank');
    expect(calls(settlements.request)[0]?.body['amount']).toBeNull();
  });

  it('says that a bank account has to be approved first', async () => {
    serve(bankAccounts.list, ok([aBankAccount({ state: 'waiting' })]));
    await renderPage(`${page}?action=settle`);
    const dialog = await dialogNamed('Send to Bank');
    expect(await dialog.findByText('No approved bank account')).toBeVisible();
    expect(dialog.getByText(/^The one that was added can be used once/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Add Bank Account' })).toBeNull();
  });

  it.each(['Send to Bank', 'Change Schedule'])(
    'leads whoever may add a bank account from %s to its form',
    async (button) => {
      serve(bankAccounts.list, ok([]));
      const { unmount } = await renderPage(page);
      await user.click((await screen.findAllByRole('button', { name: button }))[0]!);
      const dialog = within(await screen.findByRole('dialog'));
      await user.click(await dialog.findByRole('button', { name: 'Add Bank Account' }));
      const form = await dialogNamed('Add Bank Account');
      expect(form.getByLabelText(/^Account Number/)).toBeVisible();
      await user.click(form.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(address()).toBe(page);
      unmount();
      await renderPage(page, { as: { ...owner, permissions: ['canManageAccounts'] } });
      await user.click((await screen.findAllByRole('button', { name: button }))[0]!);
      expect(await screen.findByText('No approved bank account')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Add Bank Account' })).toBeNull();
    },
  );
});

describe('bank accounts', () => {
  it('are added, and wait for the provider', async () => {
    serve(bankAccounts.create, ok(aBankAccount({ state: 'waiting' })));
    await renderPage(page);
    await press('Add Bank Account');
    const dialog = await dialogNamed('Add Bank Account');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Bank is required')).toBeVisible();
    await put(dialog.getByLabelText(/^Bank/), 'Stanbic Bank');
    await put(dialog.getByLabelText(/^Account Name/), 'Gulu Builders Ltd');
    await put(dialog.getByLabelText(/^Account Number/), '9030 00551-2873');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await expectToasts('The bank account waits for approval by the provider');
    expect(calls(bankAccounts.create)[0]?.body).toEqual({
      bank: 'Stanbic Bank',
      branch: null,
      accountName: 'Gulu Builders Ltd',
      accountNumber: '9030 00551-2873',
    });
  });

  it('are retired', async () => {
    serve(bankAccounts.retire, ok(null));
    await renderPage(page);
    await press('Retire Stanbic Bank 9030005512873');
    await press('Retire');
    await expectToasts('Bank account retired');
  });
});

it('a schedule is saved, and ended', async () => {
  const schedule = {
    every: 'week',
    weekday: 5,
    accountId: anAccount().id,
    bankAccountId: aBankAccount().id,
    minimum: 50_000,
    keep: 100_000,
  };
  serve(settlements.saveSchedule, ok({ ...noSchedule, schedule }));
  await renderPage(page);
  expect(await screen.findByText('On request only.')).toBeVisible();
  await press('Change Schedule');
  const dialog = await dialogNamed('Schedule');
  await user.selectOptions(await dialog.findByLabelText(/^Settle/), 'Every week');
  await user.selectOptions(dialog.getByLabelText(/^Day/), 'Friday');
  await put(dialog.getByLabelText(/^Stays on the Account/), '100000');
  await put(dialog.getByLabelText(/^At Least/), '50000');
  serve(settlements.terms, ok({ ...noSchedule, schedule }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectToasts('Schedule saved');
  expect(calls(settlements.saveSchedule)[0]?.body).toEqual({ ...schedule, basedOn: null });
  const text = 'Every Friday from 06:00: all but UGX 100,000, if it is at least UGX 50,000.';
  expect(await screen.findByText(text)).toBeVisible();
  serve(settlements.endSchedule, ok(noSchedule));
  await press('Change Schedule');
  const again = await dialogNamed('Schedule');
  await user.selectOptions(await again.findByLabelText(/^Settle/), 'On request only');
  await user.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls(settlements.endSchedule)).toHaveLength(1));
});
