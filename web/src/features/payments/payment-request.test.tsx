import { apiTransactions } from '@sente/contract/api-transactions';
import { readCompanyStatistics } from '@sente/contract/company-statistics';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../api/keys.ts';
import {
  htmlPage,
  lost,
  ok,
  refused,
  unexplained,
  type Answer,
  malformed,
} from '../../testing/answers.ts';
import { renderPage } from '../../testing/page.tsx';
import {
  accountId,
  filed,
  fillPayout,
  requestId,
  sent,
  servePayments,
  start,
  submit,
  traceOf,
  type,
} from '../../testing/payments.tsx';
import { owner, ownCompanyId, type Person } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

beforeEach(servePayments);

describe('a refused request', () => {
  it.each<[string, Answer, RegExp, string]>([
    [
      'names a field',
      refused(400, 'Please check your input and try again', {
        fields: {
          phoneNumber: 'Must be a Ugandan mobile number, such as 0772 123 456 or +256 772 123 456',
        },
      }),
      /Phone Number/,
      'Must be a Ugandan mobile number, such as 0772 123 456 or +256 772 123 456',
    ],
    [
      'is too much for the account',
      refused(409, 'The account does not hold enough money', { code: 'insufficient_funds' }),
      /^Amount/,
      'The account does not hold enough money',
    ],
    [
      'meets a network that is down',
      refused(503, 'The mobile-money network does not answer at the moment.', {
        code: 'network_unavailable',
      }),
      /^Network/,
      'The mobile-money network does not answer at the moment.',
    ],
    [
      'meets an account that was switched off',
      refused(409, 'Account is inactive', { code: 'account_inactive' }),
      /^From Account/,
      'Account is inactive',
    ],
  ])('a request that %s shows the reason at its field', async (_what, answer, label, text) => {
    serve(transactions.request, answer);
    const { dialog } = await start('Send Money');
    await fillPayout();
    await submit('Send Money');
    const field = dialog.getByLabelText(label);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(text)));
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(dialog.getAllByText(text)).toHaveLength(1);
    // The input is kept, and the retry is the same request.
    expect(dialog.getByLabelText(/^Note/)).toHaveValue('For Rose');
    serve(transactions.request, filed());
    await submit('Send Money');
    expect(await dialog.findByText(/waits for approval/)).toBeVisible();
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toEqual(sent()[0]);
  });

  it.each<[string, Answer, string]>([
    [
      'not allowed',
      refused(403, 'You do not have permission to do this', { code: 'forbidden' }),
      'You do not have permission to do this',
    ],
    ['without a word', unexplained, 'The request could not be filed'],
    ['too often', refused(429, 'Please wait', { code: 'too_many_requests' }), 'Please wait'],
  ])('%s: the dialog stays open with the reason', async (_what, answer, text) => {
    serve(transactions.request, answer);
    const { dialog } = await start('Withdraw');
    await fillPayout();
    await submit('Withdraw');
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText(/^Amount/)).toHaveValue('5,000');
  });

  it('of a number that may have paid already says nothing about another number', async () => {
    const text = 'A payment of UGX 5,000 is being checked.';
    serve(transactions.request, refused(409, text, { code: 'being_checked' }));
    const { dialog } = await start('Add Money');
    await fillPayout();
    await submit('Ask for Payment');
    await press('Do not ask', await screen.findByRole('alertdialog'));
    expect(await dialog.findByText(text)).toBeVisible();
    await type(/Phone Number/, '0772 123 457');
    expect(dialog.queryByText(text)).toBeNull();
  });

  it.each<[string, Answer, RegExp]>([
    ['the connection broke', lost, /Network error occurred/],
    ['a proxy answered', { status: 502, text: '<html>', type: 'text/html' }, /could not be filed/],
    ['the answer is no JSON', htmlPage, /Invalid response format/],
    ['the answer is none', malformed({}), /Invalid response format/],
  ])('%s: the outcome is unknown, and a retry files it once', async (_what, answer, text) => {
    serve(transactions.request, answer);
    const { dialog } = await start('Send Money');
    await fillPayout();
    await submit('Send Money');
    const banner = (await dialog.findByText('The request may have been filed')).closest(
      '[role="alert"]',
    );
    expect(banner).toHaveTextContent(text);
    serve(
      transactions.request,
      refused(409, 'This key was used', { code: 'idempotency_key_reused' }),
    );
    await type(/^Amount/, '6000');
    await submit('Send Money');
    expect(await dialog.findByText('An earlier try was filed after all')).toBeVisible();
    expect(sent().map((body) => body['idempotencyKey'])).toEqual(
      Array(2).fill(sent()[0]?.['idempotencyKey']),
    );
  });
});

describe('an accepted request', () => {
  it('has the note that describes it, also for money in', async () => {
    serve(transactions.request, filed({ type: 'credit', fee: 0 }, null));
    const { dialog } = await start('Add Money');
    await fillPayout();
    const hint = 'Optional. Shown with the transaction, and to a payer on MTN.';
    expect(dialog.getByLabelText(/^Note/)).toHaveAccessibleDescription(
      expect.stringContaining(hint),
    );
    await submit('Ask for Payment');
    await waitFor(() => expect(sent()).toMatchObject([{ kind: 'add-money', note: 'For Rose' }]));
  });

  it('is sent once however often it is pressed, and a new form is a new request', async () => {
    const { dialog } = await start('Send Money');
    await fillPayout();
    // The second click of a double click does not send unread what is shown first.
    await user.dblClick(dialog.getByRole('button', { name: 'Review' }));
    const button = await dialog.findByRole('button', { name: 'Send Money' });
    expect(sent()).toEqual([]);
    await user.dblClick(button);
    expect(
      await dialog.findByText('UGX 5,000 to +256 772 123456 waits for approval'),
    ).toBeVisible();
    expect(sent()).toEqual([
      {
        kind: 'send-money',
        accountId,
        amount: 5000,
        phoneNumber: '0772 123 456',
        network: 'MTN',
        note: 'For Rose',
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(
      dialog.getByText(/Until then UGX 5,075, with the fee of UGX 75, is held on Main till/),
    ).toBeVisible();
    expect(dialog.getByRole('link', { name: 'View payment' })).toHaveAttribute(
      'href',
      `/client/transactions/${requestId}`,
    );
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Send Money' }));
    const again = within(await screen.findByRole('dialog', { name: 'Send Money' }));
    expect(await again.findByLabelText(/^Amount/)).toHaveValue('');
    await fillPayout();
    await submit('Send Money');
    await again.findByText(/waits for approval/);
    expect(sent()[1]?.['idempotencyKey']).not.toBe(sent()[0]?.['idempotencyKey']);
  });

  it('invalidates the queries that show money', async () => {
    const { client } = await renderPage('/client?action=send-money');
    await screen.findByLabelText(/Amount/);
    const shown = [
      keys.accounts.list({}),
      keys.accounts.details(ownCompanyId, accountId),
      keys.accounts.holds(accountId),
      keys.accounts.movements(accountId, {}),
      keys.accounts.movementTotals(accountId, {}),
      keys.transactions.ofCompany(ownCompanyId, {}),
      keys.apiTransactions.list(ownCompanyId, {}),
      keys.dashboards.analytics(ownCompanyId, '30'),
    ];
    for (const key of shown) client.setQueryData(key, {});
    await fillPayout();
    await submit('Send Money');
    await screen.findByText(/waits for approval/);
    // The page behind the dialog shows it, so it is refetched at once.
    await waitFor(() => expect(calls(readCompanyStatistics)).toHaveLength(2));
    for (const key of shown) {
      expect(client.getQueryState(key)?.isInvalidated, key.join(' ')).toBe(true);
    }
  });

  it.each([
    ['completed', null, 'UGX 5,000 was sent to +256 772 123456', 'good', 'Nothing of it is held'],
    [
      'failed',
      'Rejected by the provider',
      'UGX 5,000 was not sent to +256 772 123456',
      'bad',
      'Rejected by the provider.',
    ],
    ['failed', null, 'UGX 5,000 was not sent to +256 772 123456', 'bad', 'Nothing of it is held'],
  ] as const)(
    'a request that is %s by now says so: %s',
    async (status, reason, title, state, text) => {
      serve(transactions.request, filed({ status, reason }));
      const { dialog } = await start('Send Money');
      await fillPayout();
      await submit('Send Money');
      const outcome = (await dialog.findByText(title)).closest('[data-outcome]');
      expect(outcome).toHaveAttribute('data-outcome', state);
      expect(outcome).toHaveTextContent(text);
      expect(outcome).not.toHaveTextContent(/approv/);
      expect(dialog.getByText(new RegExp(`^${status}$`, 'i'))).toBeVisible();
      const again = dialog.queryByRole('button', { name: 'Start again' });
      expect(again !== null).toBe(status === 'failed');
    },
  );

  const withoutTransactions: Person = {
    ...owner,
    permissions: ['canManageAccounts', 'canViewAccounts'],
  };

  async function addMoney(as: Person = owner) {
    const started = await start('Add Money', as);
    await type(/^Amount/, '5000');
    await type(/Phone Number/, '0772123456');
    await submit('Ask for Payment');
    return started;
  }

  it('polls until it is paid', async () => {
    serve(apiTransactions.trace, ok(traceOf('PROCESSING', 'MTN MoMo has it.')));
    const { dialog, client } = await addMoney();
    expect(await dialog.findByText('Asked +256 772 123456 to approve UGX 5,000')).toBeVisible();
    expect(await dialog.findByText('MTN MoMo has it.')).toBeVisible();
    expect(dialog.getByText('Processing')).toBeVisible();
    expect(await dialog.findByText(/^MTN MoMo: An approval takes about 12 s now/)).toBeVisible();
    expect(dialog.queryByText(/^Airtel Money/)).toBeNull();
    expect(dialog.getByRole('link', { name: 'View payment' })).toHaveAttribute(
      'href',
      `/client/transactions/${requestId}`,
    );
    serve(apiTransactions.trace, ok(traceOf('SUCCESS', 'Paid: MTN MoMo has confirmed it.')));
    await client.invalidateQueries({ queryKey: keys.apiTransactions.all });
    expect(await dialog.findByText('UGX 5,000 paid, UGX 4,925 arrived on Main till')).toBeVisible();
    expect(
      dialog.getByText('Paid: MTN MoMo has confirmed it. The fee of UGX 75 was taken off.'),
    ).toBeVisible();
  });

  it('says why it failed, and starts again with the typed values', async () => {
    serve(apiTransactions.trace, ok(traceOf('FAILED', 'Failed: the person refused the payment.')));
    const { dialog } = await addMoney();
    expect(await dialog.findByText('UGX 5,000 did not arrive')).toBeVisible();
    expect(dialog.getByText('Failed: the person refused the payment.')).toBeVisible();
    expect(dialog.queryByText('Failed')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Ask again' }));
    expect(await dialog.findByLabelText(/Phone Number/)).toHaveValue('0772123456');
    await submit('Ask for Payment');
    await dialog.findByText('UGX 5,000 did not arrive');
    expect(sent()[1]?.['idempotencyKey']).not.toBe(sent()[0]?.['idempotencyKey']);
  });

  it('says when its status cannot be read, and retries', async () => {
    serve(apiTransactions.trace, refused(503, 'The service is busy', { code: 'unavailable' }));
    const { dialog } = await addMoney();
    expect(await dialog.findByText('The service is busy')).toBeVisible();
    expect(dialog.getByText('Asked +256 772 123456 to approve UGX 5,000')).toBeVisible();
    serve(apiTransactions.trace, ok(traceOf('SUCCESS', 'Paid.')));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('UGX 5,000 paid, UGX 4,925 arrived on Main till')).toBeVisible();
  });

  it('requests nothing that the user may not see', async () => {
    const { dialog } = await addMoney(withoutTransactions);
    expect(calls(apiTransactions.trace)).toEqual([]);
    expect(await dialog.findByText('Asked +256 772 123456 to approve UGX 5,000')).toBeVisible();
    expect(dialog.queryByRole('link')).not.toBeInTheDocument();
    expect(dialog.queryByText('Pending')).not.toBeInTheDocument();
  });

  it.each([
    ['completed', null, 'UGX 5,000 paid, UGX 4,925 arrived on Main till', 'good'],
    ['failed', 'The person refused', 'UGX 5,000 did not arrive', 'bad'],
  ] as const)('shows what the answer contains: %s', async (status, reason, title, state) => {
    const net = status === 'completed' ? 4925 : null;
    serve(transactions.request, filed({ type: 'credit', status, reason, net }, null));
    const { dialog } = await addMoney(withoutTransactions);
    const outcome = (await dialog.findByText(title)).closest('[data-outcome]');
    expect(outcome).toHaveAttribute('data-outcome', state);
    expect(outcome).not.toHaveTextContent(/prompt on the phone/);
    if (reason) expect(outcome).toHaveTextContent(reason);
  });
});
