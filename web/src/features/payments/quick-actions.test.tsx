import { accounts } from '@sente/contract/accounts';
import { fees } from '@sente/contract/fees';
import { networks } from '@sente/contract/networks';
import { paymentLinks } from '@sente/contract/payment-links';
import { users } from '@sente/contract/users';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { held, ok, refused, type Answer, malformed } from '../../testing/answers.ts';
import { address, back, renderPage } from '../../testing/page.tsx';
import {
  account,
  accountId,
  fillPayout,
  otherId,
  sent,
  servePayments,
  start,
  submit,
  type,
} from '../../testing/payments.tsx';
import { aPaymentLink, linkId } from '../../testing/payment-links.ts';
import { owner } from '../../testing/people.ts';
import { airtel, aUser, mtn } from '../../testing/records.ts';
import { calls, forgetCalls, serve } from '../../testing/server.ts';
import { user } from '../../testing/user.ts';

beforeEach(servePayments);

describe('the dialogs', () => {
  it('the dialogs are in the address, so that Back closes them and a link opens one', async () => {
    await renderPage('/client?action=withdraw');
    expect(await screen.findByRole('dialog', { name: 'Withdraw' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Send Money' }));
    expect(await screen.findByRole('dialog', { name: 'Send Money' })).toBeVisible();
    expect(address()).toBe('/client?action=send-money');
    await back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/client');
  });

  it('the dialogs ask before Escape discards what was typed', async () => {
    const question = vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    await renderPage('/client?action=send-money');
    await user.type(await screen.findByLabelText(/^Amount/), '6000');
    await user.keyboard('{Escape}');
    expect(screen.getByLabelText(/^Amount/)).toHaveValue('6,000');
    question.mockReturnValueOnce(false);
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    await waitFor(() => expect(question).toHaveBeenCalledTimes(2));
    expect(screen.getByLabelText(/^Amount/)).toHaveValue('6,000');
    question.mockReturnValueOnce(true);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(question).toHaveBeenCalledTimes(3);
  });

  it('the dialogs do not open without the permission, whatever the address', async () => {
    const as = { ...owner, permissions: ['canViewAccounts', 'canViewTransactions'] as const };
    await renderPage('/client?action=send-money', { as });
    expect(screen.getByRole('button', { name: 'Send Money' })).toBeDisabled();
    expect(screen.getByText('You do not have permission to manage accounts.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('the dialogs preload their code and data, but not without the permission', async () => {
    const fetched = () =>
      [accounts.ofCompany, networks.list, fees.list].map((endpoint) => calls(endpoint).length);
    const { unmount } = await renderPage('/client');
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Send Money' }));
    await waitFor(() => expect(fetched()).toEqual([1, 1, 1]));
    unmount();
    forgetCalls();
    await renderPage('/client', { as: { ...owner, permissions: ['canViewAccounts'] } });
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Send Money' }));
    expect(fetched()).toEqual([0, 0, 0]);
  });

  it.each([
    ['No account yet', [], 'Open one first', '/client/accounts?action=new-account'],
    ['No active account', [{ ...account, isActive: false }], 'are inactive', '/client/accounts'],
  ])('the dialogs say where to go from there: %s', async (title, list, text, href) => {
    serve(accounts.ofCompany, ok(list));
    await renderPage('/client?action=qr-pay');
    const dialog = within(await screen.findByRole('dialog', { name: 'QR Pay' }));
    expect(await dialog.findByText(title)).toBeVisible();
    expect(dialog.getByText(text, { exact: false })).toBeVisible();
    expect(dialog.getByRole('link')).toHaveAttribute('href', href);
  });

  it('the dialogs say why the accounts could not be loaded, and retry', async () => {
    serve(
      accounts.ofCompany,
      refused(403, 'You do not have permission to do this', { code: 'forbidden' }),
    );
    await renderPage('/client?action=add-money');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Money' }));
    expect(await dialog.findByText('Error Loading Accounts')).toBeVisible();
    expect(dialog.getByText('You do not have permission to do this')).toBeVisible();
    serve(accounts.ofCompany, ok([account]));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByLabelText(/^Amount/)).toBeVisible();
  });
});

describe('the form', () => {
  it('offers only active accounts, with the available balance, and selects the only one', async () => {
    const { dialog } = await start('Send Money');
    const select = dialog.getByLabelText(/^From Account/);
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select an account...', 'Main till · 100200300 · UGX 75,000']);
    expect(select).toHaveValue(accountId);
    expect(
      await dialog.findByText('100200300: UGX 75,000 can be spent, fee included'),
    ).toBeVisible();
  });

  it('selects the account that was chosen for the same last time, whatever moved on others', async () => {
    const used = { ...account, lastTransactionDate: '2026-01-30T09:00:00.000Z' };
    serve(accounts.ofCompany, ok([used, { ...account, id: otherId }]));
    const first = await start('Send Money');
    expect(first.dialog.getByLabelText(/^From Account/)).toHaveValue('');
    await user.selectOptions(first.dialog.getByLabelText(/^From Account/), otherId);
    await fillPayout();
    await submit('Send Money');
    await waitFor(() => expect(sent()).toHaveLength(1));
    cleanup();
    const again = await start('Send Money');
    expect(again.dialog.getByLabelText(/^From Account/)).toHaveValue(otherId);
    expect(again.dialog.getByLabelText(/^Amount/)).toHaveFocus();
    cleanup();
    const other = await start('Withdraw');
    expect(other.dialog.getByLabelText(/^From Account/)).toHaveValue('');
  });

  it('Escape leaves the review of a payout, and not what was typed', async () => {
    const { dialog } = await start('Send Money');
    await fillPayout();
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    expect(await dialog.findByRole('button', { name: 'Back' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await dialog.findByRole('button', { name: 'Review' })).toBeVisible();
    expect(dialog.getByLabelText(/^Amount/)).not.toHaveValue('');
  });

  it('offers the number of the profile to withdraw to', async () => {
    serve(users.get, ok(aUser({ phoneNumber: '+256772480099' })));
    const { dialog } = await start('Withdraw');
    const own = await dialog.findByRole('button', { name: 'Use my number, +256 772 480099' });
    // On a phone, too, it is read right after the number and before the network.
    const [number, network] = [/^Your Phone Number/, /^Network/].map((label) =>
      dialog.getByLabelText(label),
    );
    const after = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(number?.compareDocumentPosition(own)).toBe(after);
    expect(own.compareDocumentPosition(network as HTMLElement)).toBe(after);
    await user.click(own);
    expect(dialog.getByLabelText(/^Your Phone Number/)).toHaveValue('+256 772 480099');
    expect(dialog.getByLabelText(/^Network/)).toHaveValue('MTN');
  });

  it('selects none of several accounts before one was chosen', async () => {
    serve(accounts.ofCompany, ok([account, { ...account, id: otherId }]));
    const { dialog } = await start('Send Money');
    await fillPayout();
    await submit('Send Money');
    expect(dialog.getByText('Please select an account')).toBeVisible();
    expect(dialog.getByLabelText(/^From Account/)).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it("says what is missing, in the server's words", async () => {
    const { dialog } = await start('Send Money');
    await submit('Send Money');
    for (const text of [
      'Amount must be greater than 0',
      'Phone number is required',
      'Network is required',
    ]) {
      expect(await dialog.findByText(text)).toBeVisible();
    }
    expect(dialog.getByLabelText(/^Amount/)).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('gives an example of a number until something is typed', async () => {
    const { dialog } = await start('Send Money');
    const phone = dialog.getByLabelText(/Phone Number/);
    expect(phone).toHaveAccessibleDescription('e.g. 0772 123 456');
    await type(/Phone Number/, '0');
    expect(phone).not.toHaveAccessibleDescription(/0772/);
  });

  it.each(['12345', '0772', '+254 712 345678'])('marks the number %s', async (typed) => {
    const { dialog } = await start('Add Money');
    await type(/^Amount/, '5,000');
    await type(/Phone Number/, typed);
    await submit('Ask for Payment');
    const phone = dialog.getByLabelText(/Phone Number/);
    expect(phone).toBeInvalid();
    expect(phone).toHaveFocus();
    expect(phone).toHaveAccessibleDescription(/^Must be a Ugandan mobile number/);
    expect(dialog.queryByText('Network is required')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it.each([
    ['5.5', 'Mobile money takes whole shillings only'],
    ['0', 'Amount must be greater than 0'],
    ['20,000,001', 'Must be at most UGX 20,000,000'],
    ['1,5', 'Amount must be a number of UGX'],
    ['much', 'Amount must be a number of UGX'],
  ])('refuses an amount of %s', async (typed, message) => {
    const { dialog } = await start('Withdraw');
    await fillPayout();
    await type(/^Amount/, typed);
    await submit('Withdraw');
    expect(await dialog.findByText(message)).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('derives the network from the number until the user chooses one', async () => {
    const { dialog } = await start('Add Money');
    const network = dialog.getByLabelText(/^Network/);
    await type(/Phone Number/, '+256 750');
    expect(network).toHaveValue('AIRTEL');
    await type(/Phone Number/, '0772');
    expect(network).toHaveValue('MTN');
    // No network has this prefix, so the guess is cleared.
    await type(/Phone Number/, '0712');
    expect(network).toHaveValue('');
    await user.selectOptions(network, 'AIRTEL');
    await type(/Phone Number/, '0772123456');
    expect(network).toHaveValue('AIRTEL');
    await type(/Phone Number/, '0712123456');
    expect(network).toHaveValue('AIRTEL');
  });

  it('derives the network also while the networks are loading', async () => {
    const list = held();
    serve(networks.list, list.answer);
    const { dialog } = await start('Add Money');
    await type(/Phone Number/, '+256 750');
    expect(dialog.getByLabelText(/^Network/)).toHaveValue('AIRTEL');
    list.release(ok([mtn, airtel]));
    expect(await dialog.findByRole('option', { name: 'MTN MoMo' })).toBeVisible();
    expect(dialog.getByLabelText(/^Network/)).toHaveValue('AIRTEL');
  });

  it('says which network is down', async () => {
    serve(
      networks.list,
      ok([
        {
          ...mtn,
          status: 'down',
          refuses: ['collection', 'payout'],
          retryAt: '2026-01-05T10:00:30.000Z',
        },
        { ...airtel, status: 'degraded' },
      ]),
    );
    const { dialog } = await start('Add Money');
    const network = dialog.getByLabelText(/^Network/);
    await waitFor(() => expect(network).toHaveTextContent('MTN MoMo (down)'));
    await user.selectOptions(network, 'MTN');
    expect(network).toHaveAccessibleDescription(
      /does not answer.*tried again at Jan 05, 2026, 1:00/,
    );
    await user.selectOptions(network, 'AIRTEL');
    expect(network).toHaveAccessibleDescription(/answers, but not always/);
  });

  it.each<[Answer, string]>([
    [ok({ status: 'registered', name: 'Sarah Nakato' }), 'Registered to Sarah Nakato'],
    [ok({ status: 'registered', name: null }), 'the network does not tell to whom'],
    [ok({ status: 'barred', name: 'Sarah Nakato' }), 'the network has stopped this wallet'],
    [ok({ status: 'not-registered', name: null }), 'not registered for mobile money'],
    [ok({ status: 'unknown', name: null }), 'could not be asked who has this number'],
    [refused(429, 'Too many requests'), 'could not be asked who has this number'],
  ])('shows who receives a payout: %j', async (answer, text) => {
    serve(networks.holder, answer);
    const { dialog } = await start('Send Money');
    await type(/Phone Number/, '077212345');
    expect(calls(networks.holder)).toHaveLength(0);
    await type(/Phone Number/, '0772123456');
    expect(await dialog.findByText(new RegExp(text))).toBeInTheDocument();
    expect(calls(networks.holder)).toHaveLength(1);
  });

  it('a network that is not connected for payouts says so', async () => {
    serve(networks.list, ok([{ ...mtn, directions: ['collection'] }]));
    const { dialog } = await start('Send Money');
    const network = dialog.getByLabelText(/^Network/);
    await dialog.findByRole('option', { name: 'MTN MoMo (no payouts)' });
    await user.selectOptions(network, 'MTN');
    expect(network).toHaveAccessibleDescription(
      'MTN MoMo is not connected for payouts, so they are refused.',
    );
  });

  it.each<[Answer, string]>([
    [ok([]), 'No network is connected, so payments are refused.'],
    [
      refused(503, 'The service is busy', { code: 'unavailable' }),
      'The networks could not be loaded. Try again',
    ],
  ])('says when there is no network to choose', async (answer, text) => {
    serve(networks.list, answer);
    const { dialog } = await start('Add Money');
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Network/)).toHaveAccessibleDescription(text),
    );
  });
});

describe('the fee', () => {
  const amountField = () => screen.getByLabelText(/^Amount/);

  it.each([
    ['Send Money', '5,000', 'Fee UGX 75 · UGX 5,075 will be held'],
    ['Withdraw', '30', 'No fee · UGX 30 will be held'],
    ['Add Money', '5000', 'Fee UGX 100 · UGX 4,900 will arrive on the account'],
    ['Add Money', '100', 'Fee UGX 100 · nothing of it would arrive'],
    ['Send Money', '5.5', 'Whole shillings'],
  ])('the fee of %s is shown while %s is typed', async (name, typed, text) => {
    await start(name);
    await type(/^Amount/, typed);
    await waitFor(() => expect(amountField()).toHaveAccessibleDescription(text));
  });

  it('is zero without a rule', async () => {
    serve(fees.list, ok([]));
    const { dialog } = await start('Send Money');
    await type(/^Amount/, '5000');
    await waitFor(() => expect(amountField()).toHaveAccessibleDescription(/^No fee · UGX 5,000/));
    expect(dialog.getByText('100200300: UGX 75,000 can be spent')).toBeVisible();
  });

  it.each<[string, Answer]>([
    ['loaded', refused(403, 'You do not have permission to do this', { code: 'forbidden' })],
    ['read', malformed([{ direction: 'payout', isCurrent: true }])],
  ])('is omitted where it cannot be %s, and the form works', async (_what, answer) => {
    serve(fees.list, answer);
    const { dialog } = await start('Send Money');
    await fillPayout();
    await type(/^Amount/, '80000');
    expect(amountField()).toHaveAccessibleDescription('UGX 80,000');
    await submit('Send Money');
    expect(await dialog.findByText('Only UGX 75,000 can be spent on this account')).toBeVisible();
    await type(/^Amount/, '5000');
    await submit('Send Money');
    expect(await dialog.findByText(/waits for approval/)).toBeVisible();
    expect(
      dialog.getByText(/UGX 5,075, with the fee of UGX 75, is held on Main till/),
    ).toBeVisible();
  });

  it('is included in the check of the available balance', async () => {
    const { dialog } = await start('Send Money');
    await fillPayout();
    await type(/^Amount/, '74,000');
    await waitFor(() =>
      expect(amountField()).toHaveAccessibleDescription(
        'Fee UGX 1,110 · UGX 75,110 would be held, but only UGX 75,000 can be spent',
      ),
    );
    await submit('Send Money');
    const amount = dialog.getByLabelText(/^Amount/);
    expect(amount).toBeInvalid();
    expect(amount).toHaveFocus();
    expect(
      dialog.getByText('With the fee of UGX 1,110 it is UGX 75,110; UGX 75,000 can be spent'),
    ).toBeVisible();
    expect(sent()).toEqual([]);
    // Money may have come in since, so the retry reads the balance again.
    serve(accounts.ofCompany, ok([{ ...account, balance: 95_000 }]));
    await type(/^Amount/, '74,100');
    await submit('Send Money');
    expect(
      await dialog.findByText('100200300: UGX 80,000 can be spent, fee included'),
    ).toBeVisible();
    await submit('Send Money');
    expect(await dialog.findByText(/waits for approval/)).toBeVisible();
  });

  it('is checked against the available balance for payouts only', async () => {
    const { dialog } = await start('Add Money');
    await type(/^Amount/, '100');
    await type(/Phone Number/, '0772123456');
    await submit('Ask for Payment');
    expect(await dialog.findByText('Must be more than the fee of UGX 100')).toBeVisible();
    expect(sent()).toEqual([]);
    await type(/^Amount/, '2,000,000');
    await submit('Ask for Payment');
    expect(await dialog.findByText(/arrived on/)).toBeVisible();
  });
});

describe('QR Pay', () => {
  it('draws the code of the account, with the amount if given', async () => {
    const { dialog } = await start('QR Pay');
    expect(
      await dialog.findByRole('img', {
        name: 'QR code to pay any amount into Main till, 100200300',
      }),
    ).toBeVisible();
    expect(calls(paymentLinks.list).map(({ query }) => query)).toEqual([{ standingOf: accountId }]);
    expect(dialog.getByRole('link', { name: 'Print poster' })).toHaveAttribute(
      'href',
      `/client/payment-links/${linkId}/poster`,
    );
    await type(/^Amount/, '5,000');
    expect(
      dialog.getByRole('img', { name: 'QR code to pay UGX 5,000 into Main till, 100200300' }),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Copy account number' })).toBeVisible();
    expect(await dialog.findByText(/^MTN MoMo: An approval takes about 12 s/)).toBeVisible();
    expect(dialog.queryByText(/Not enough payments/)).not.toBeInTheDocument();
    await type(/^Amount/, '0.5');
    expect(dialog.getByText('Mobile money takes whole shillings only')).toBeVisible();
    expect(dialog.queryByRole('img')).not.toBeInTheDocument();
  });

  it('makes nothing by looking: the first code of an account is asked for', async () => {
    serve(paymentLinks.list, ok([]));
    serve(paymentLinks.standing, ok(aPaymentLink({ isStanding: true })));
    const { dialog } = await start('QR Pay');
    const make = await dialog.findByRole('button', { name: 'Make the code' });
    expect(calls(paymentLinks.standing)).toEqual([]);
    serve(paymentLinks.list, ok([aPaymentLink({ isStanding: true })]));
    await user.click(make);
    expect(await dialog.findByRole('img', { name: /into Main till/ })).toBeVisible();
    expect(calls(paymentLinks.standing).map(({ body }) => body)).toEqual([{ accountId }]);
  });

  it('starts at the account, even when it loads late', async () => {
    const later = held();
    serve(accounts.ofCompany, later.answer);
    await renderPage('/client?action=qr-pay');
    const dialog = within(await screen.findByRole('dialog', { name: 'QR Pay' }));
    later.release(ok([account]));
    const select = await dialog.findByLabelText(/^Account/);
    await waitFor(() => expect(select).toHaveFocus());
    expect(select).toHaveValue(accountId);
  });

  it('begins with the first of several accounts', async () => {
    serve(
      accounts.ofCompany,
      ok([account, { ...account, id: otherId, accountName: 'Savings', accountNumber: '7' }]),
    );
    const { dialog } = await start('QR Pay');
    expect(await dialog.findByRole('img', { name: /into Main till/ })).toBeVisible();
    await user.selectOptions(dialog.getByLabelText(/^Account/), otherId);
    expect(await dialog.findByRole('img', { name: /into Savings, 7/ })).toBeVisible();
  });
});
