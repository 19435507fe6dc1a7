import { accounts } from '@sente/contract/accounts';
import { apiTransactions } from '@sente/contract/api-transactions';
import { readCompanyStatistics } from '@sente/contract/company-statistics';
import { fees, type FeeSchedule } from '@sente/contract/fees';
import { networks, type NetworkHealth } from '@sente/contract/networks';
import { transactions } from '@sente/contract/transactions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { address, back, press, put, renderPage, user } from '../../testing/page.tsx';
import { owner, ownCompanyId, type Person } from '../../testing/people.ts';
import { anAccount, aTransaction, companyStatistics } from '../../testing/records.ts';
import {
  calls,
  forgetCalls,
  held,
  htmlPage,
  lost,
  ok,
  refused,
  serve,
  unexplained,
  type Answer,
} from '../../testing/server.ts';
import { companyDashboardQueries } from '../dashboards/company-dashboard-queries.ts';

const requestId = '01900000-0000-7000-8000-000000000001';
const otherId = '66666666-6666-4666-8666-666666666666';
const account = anAccount({
  accountName: 'Main till',
  accountNumber: '100200300',
  balance: 90_000,
  held: 15_000,
});
const accountId = account.id;
const transaction = aTransaction({
  type: 'debit',
  amount: 5000,
  status: 'pending',
  accountId,
  accountNumber: '100200300',
  fee: 75,
  apiTransactionId: requestId,
  phoneNumber: '256772123456',
  network: 'MTN',
});
const mtn: NetworkHealth = {
  network: 'MTN',
  displayName: 'MTN MoMo',
  status: 'up',
  retryAt: null,
  successRate: null,
  finished: 0,
  isSimulated: false,
  simulatorUrl: null,
};
const airtel: NetworkHealth = { ...mtn, network: 'AIRTEL', displayName: 'Airtel Money' };
const fee: FeeSchedule = {
  id: '77777777-7777-4777-8777-777777777777',
  direction: 'payout',
  rule: { kind: 'percent', percent: 1.5, minimum: null, maximum: null },
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  isCurrent: true,
  createdBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const schedules: FeeSchedule[] = [
  { ...fee, rule: { ...fee.rule, percent: 9 } as FeeSchedule['rule'], isCurrent: false },
  fee,
  {
    ...fee,
    direction: 'collection',
    rule: { kind: 'banded', bands: [{ upTo: null, fee: 100 }] },
  },
];
const traceOf = (status: string, summary: string) => ({
  apiTransaction: { record_id: requestId, status, transaction_amount: 5000 },
  fee: 75,
  summary,
  steps: [],
  webhookState: null,
});

const sent = () => calls(transactions.request).map(({ body }) => body);

// Many fields are filled, and the machine may be busy.
vi.setConfig({ testTimeout: 20_000 });

beforeAll(async () => {
  // On a busy machine the first import outlasts the timeout of `findBy`.
  await import('./qr-pay.tsx');
}, 60_000);

beforeEach(() => {
  serve(readCompanyStatistics, ok(companyStatistics));
  serve(accounts.ofCompany, ok([account, { ...account, id: otherId, isActive: false }]));
  serve(networks.list, ok([mtn, airtel]));
  serve(fees.list, ok(schedules));
  serve(transactions.request, ok(transaction));
  serve(apiTransactions.trace, ok(traceOf('SUCCESS', 'Paid: MTN MoMo has confirmed it.')));
});

describe('the dialogs', () => {
  it('stand in the address, so that Back closes them, and one can be opened by it', async () => {
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

  it('do not open for somebody who may not, whatever the address says', async () => {
    const as = { ...owner, permissions: ['canViewAccounts', 'canViewTransactions'] as const };
    await renderPage('/client?action=send-money', { as });
    expect(screen.getByRole('button', { name: 'Send Money' })).toBeDisabled();
    expect(screen.getByText('You do not have permission to manage accounts.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('fetch ahead what they need, but not for somebody who may not', async () => {
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
    [[], 'Your company has no account yet. Open one first.', '/client/accounts?action=new-account'],
    [[{ ...account, isActive: false }], /accounts are inactive/, '/client/accounts'],
  ])('say that there is no active account, and where to go', async (list, text, href) => {
    serve(accounts.ofCompany, ok(list));
    await renderPage('/client?action=qr-pay');
    const dialog = within(await screen.findByRole('dialog', { name: 'QR Pay' }));
    expect(await dialog.findByText('No active account')).toBeVisible();
    expect(dialog.getByText(text)).toBeVisible();
    expect(dialog.getByRole('link')).toHaveAttribute('href', href);
  });

  it('say why the accounts could not be loaded, and try again', async () => {
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
  it('offers active accounts only, with what can be spent, and takes the only one', async () => {
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

  it('leaves the choice among several', async () => {
    serve(accounts.ofCompany, ok([account, { ...account, id: otherId }]));
    const { dialog } = await start('Send Money');
    await fillPayout();
    await submit('Send Money');
    expect(dialog.getByText('Please select an account')).toBeVisible();
    expect(dialog.getByLabelText(/^From Account/)).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('says what is missing, in the words of the server', async () => {
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

  it.each([
    ['5.5', 'Mobile money takes whole shillings only'],
    ['0', 'Amount must be greater than 0'],
    ['20,000,001', 'Must be at most UGX 20,000,000'],
    ['1,5', 'Amount must be a number of UGX'],
    ['much', 'Amount must be a number of UGX'],
  ])('takes no amount of %s', async (typed, message) => {
    const { dialog } = await start('Withdraw');
    await fillPayout();
    await type(/^Amount/, typed);
    await submit('Withdraw');
    expect(await dialog.findByText(message)).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('guesses the network by the number, until somebody has chosen', async () => {
    const { dialog } = await start('Add Money');
    const network = dialog.getByLabelText(/^Network/);
    await type(/Phone Number/, '+256 750');
    expect(network).toHaveValue('AIRTEL');
    await type(/Phone Number/, '0772');
    expect(network).toHaveValue('MTN');
    // No network's numbers begin like this: what was a guess is none any more.
    await type(/Phone Number/, '0712');
    expect(network).toHaveValue('');
    await user.selectOptions(network, 'AIRTEL');
    await type(/Phone Number/, '0772123456');
    expect(network).toHaveValue('AIRTEL');
    await type(/Phone Number/, '0712123456');
    expect(network).toHaveValue('AIRTEL');
  });

  it('says which network is down', async () => {
    serve(
      networks.list,
      ok([
        { ...mtn, status: 'down', retryAt: '2026-01-05T10:00:30.000Z' },
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
    [ok([]), 'No network is connected, so payments are refused.'],
    [
      refused(503, 'The service is busy', { code: 'unavailable' }),
      'The networks could not be loaded. Try again',
    ],
  ])('says so when there is no network to choose', async (answer, text) => {
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
  ])('of %s shows while %s is typed', async (name, typed, text) => {
    await start(name);
    await type(/^Amount/, typed);
    await waitFor(() => expect(amountField()).toHaveAccessibleDescription(text));
  });

  it('is none where none is set', async () => {
    serve(fees.list, ok([]));
    const { dialog } = await start('Send Money');
    await type(/^Amount/, '5000');
    await waitFor(() => expect(amountField()).toHaveAccessibleDescription(/^No fee · UGX 5,000/));
    expect(dialog.getByText('100200300: UGX 75,000 can be spent')).toBeVisible();
  });

  it.each<[string, Answer]>([
    ['loaded', refused(403, 'You do not have permission to do this', { code: 'forbidden' })],
    ['read', ok([{ direction: 'payout', isCurrent: true }])],
  ])('is left out where it cannot be %s, and the form works', async (_what, answer) => {
    serve(fees.list, answer);
    serve(transactions.request, ok({ ...transaction, fee: undefined }));
    const { dialog } = await start('Send Money');
    await fillPayout();
    await type(/^Amount/, '80000');
    expect(amountField()).toHaveAccessibleDescription('UGX 80,000');
    await submit('Send Money');
    expect(await dialog.findByText('Only UGX 75,000 can be spent on this account')).toBeVisible();
    await type(/^Amount/, '5000');
    await submit('Send Money');
    expect(await dialog.findByText(/waits for approval/)).toBeVisible();
    expect(dialog.getByText(/the money and its fee are held on Main till/)).toBeVisible();
  });

  it('counts towards what can be spent', async () => {
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
    // Money may have come in since: the next try knows.
    serve(accounts.ofCompany, ok([{ ...account, balance: 95_000 }]));
    await type(/^Amount/, '74,100');
    await submit('Send Money');
    expect(
      await dialog.findByText('100200300: UGX 80,000 can be spent, fee included'),
    ).toBeVisible();
    await submit('Send Money');
    expect(await dialog.findByText(/waits for approval/)).toBeVisible();
  });

  it('is checked against what can be spent only where money leaves', async () => {
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

describe('a request that is refused', () => {
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
  ])('and %s: the reason stands at its field', async (_what, answer, label, text) => {
    serve(transactions.request, answer);
    const { dialog } = await start('Send Money');
    await fillPayout();
    await submit('Send Money');
    const field = dialog.getByLabelText(label);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(text)));
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(dialog.getAllByText(text)).toHaveLength(1);
    // What was typed is still there, and the next try is the same request.
    expect(dialog.getByLabelText(/^Note/)).toHaveValue('For Rose');
    serve(transactions.request, ok(transaction));
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
  ])('%s: the dialog stays with the reason', async (_what, answer, text) => {
    serve(transactions.request, answer);
    const { dialog } = await start('Withdraw');
    await fillPayout();
    await submit('Withdraw');
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText(/^Amount/)).toHaveValue('5,000');
  });

  it.each<[string, Answer, RegExp]>([
    ['the connection broke', lost, /Network error occurred/],
    ['a proxy answered', { status: 502, text: '<html>', type: 'text/html' }, /could not be filed/],
    ['the answer is no JSON', htmlPage, /Invalid response format/],
    ['the answer is none', ok({}), /Invalid response format/],
  ])('%s: nobody knows, and trying again files it once', async (_what, answer, text) => {
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

describe('a request that is taken', () => {
  it('is sent once however often it is pressed, and a new form is a new request', async () => {
    const { dialog } = await start('Send Money');
    await fillPayout();
    const button = dialog.getByRole('button', { name: 'Send Money' });
    await user.dblClick(button);
    expect(await dialog.findByText('UGX 5,000 to 0772 123 456 waits for approval')).toBeVisible();
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
    expect(dialog.getByRole('link', { name: 'View in Transactions' })).toHaveAttribute(
      'href',
      `/client/transactions?search=${requestId}&range=all`,
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

  it('makes what tells of the money old', async () => {
    const { client } = await start('Send Money');
    const shown = [
      ['accounts', 'list', 'all'],
      ['accounts', 'details', ownCompanyId, accountId],
      ['accounts', 'details', 'holds', accountId],
      ['transactions', 'of-company', ownCompanyId],
      ['api-transactions', 'list', ownCompanyId],
      companyDashboardQueries.analytics(ownCompanyId, '30').queryKey,
    ];
    for (const key of shown) client.setQueryData(key, {});
    await fillPayout();
    await submit('Send Money');
    await screen.findByText(/waits for approval/);
    // The page behind the dialog shows it, so it is fetched again at once.
    await waitFor(() => expect(calls(readCompanyStatistics)).toHaveLength(2));
    for (const key of shown) {
      expect(client.getQueryState(key)?.isInvalidated, key.join(' ')).toBe(true);
    }
  });

  it.each([
    ['completed', null, 'UGX 5,000 was sent to 0772 123 456', 'good', 'Nothing of it is held'],
    [
      'failed',
      'Rejected by the provider',
      'UGX 5,000 was not sent to 0772 123 456',
      'bad',
      'Rejected by the provider.',
    ],
    ['failed', null, 'UGX 5,000 was not sent to 0772 123 456', 'bad', 'Nothing of it is held'],
  ] as const)('that is %s by now says so: %s', async (status, reason, title, state, text) => {
    serve(transactions.request, ok({ ...transaction, status, reason }));
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
  });

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

  it('follows what becomes of the payer until it is paid', async () => {
    serve(apiTransactions.trace, ok(traceOf('PROCESSING', 'MTN MoMo has it.')));
    const { dialog, client } = await addMoney();
    expect(await dialog.findByText('Asked 0772123456 to approve UGX 5,000')).toBeVisible();
    expect(await dialog.findByText('MTN MoMo has it.')).toBeVisible();
    expect(dialog.getByText('PROCESSING')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'View trace' })).toHaveAttribute(
      'href',
      `/client/apitransactions?request=${requestId}`,
    );
    serve(apiTransactions.trace, ok(traceOf('SUCCESS', 'Paid: MTN MoMo has confirmed it.')));
    await client.invalidateQueries({ queryKey: ['api-transactions', 'trace'] });
    expect(await dialog.findByText('UGX 4,925 arrived on Main till')).toBeVisible();
    expect(
      dialog.getByText('Paid: MTN MoMo has confirmed it. The fee of UGX 75 was taken off.'),
    ).toBeVisible();
  });

  it('tells why it failed, and begins again with what was typed', async () => {
    serve(apiTransactions.trace, ok(traceOf('FAILED', 'Failed: the person refused the payment.')));
    const { dialog } = await addMoney();
    expect(await dialog.findByText('UGX 5,000 did not arrive')).toBeVisible();
    expect(dialog.getByText('Failed: the person refused the payment.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Ask again' }));
    expect(await dialog.findByLabelText(/Phone Number/)).toHaveValue('0772123456');
    await submit('Ask for Payment');
    await dialog.findByText('UGX 5,000 did not arrive');
    expect(sent()[1]?.['idempotencyKey']).not.toBe(sent()[0]?.['idempotencyKey']);
  });

  it('says when its state cannot be read, and tries again', async () => {
    serve(apiTransactions.trace, refused(503, 'The service is busy', { code: 'unavailable' }));
    const { dialog } = await addMoney();
    expect(await dialog.findByText('The service is busy')).toBeVisible();
    expect(dialog.getByText('Asked 0772123456 to approve UGX 5,000')).toBeVisible();
    serve(apiTransactions.trace, ok(traceOf('SUCCESS', 'Paid.')));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('UGX 4,925 arrived on Main till')).toBeVisible();
  });

  it('asks nothing that this user may not know', async () => {
    const { dialog } = await addMoney(withoutTransactions);
    expect(calls(apiTransactions.trace)).toEqual([]);
    expect(await dialog.findByText('Asked 0772123456 to approve UGX 5,000')).toBeVisible();
    expect(dialog.queryByRole('link')).not.toBeInTheDocument();
    expect(dialog.queryByText('PENDING')).not.toBeInTheDocument();
  });

  it.each([
    ['completed', null, 'UGX 4,925 arrived on Main till', 'good'],
    ['failed', 'The person refused', 'UGX 5,000 did not arrive', 'bad'],
  ] as const)('tells what the answer knows: %s', async (status, reason, title, state) => {
    serve(transactions.request, ok({ ...transaction, type: 'credit', status, reason }));
    const { dialog } = await addMoney(withoutTransactions);
    const outcome = (await dialog.findByText(title)).closest('[data-outcome]');
    expect(outcome).toHaveAttribute('data-outcome', state);
    expect(outcome).not.toHaveTextContent(/prompt on the phone/);
    if (reason) expect(outcome).toHaveTextContent(reason);
  });
});

describe('QR Pay', () => {
  it('draws the code of the account, with the amount if there is one', async () => {
    const { dialog } = await start('QR Pay');
    expect(
      dialog.getByRole('img', { name: 'QR code to pay any amount into Main till, 100200300' }),
    ).toBeVisible();
    await type(/^Amount/, '5,000');
    expect(
      dialog.getByRole('img', { name: 'QR code to pay UGX 5,000 into Main till, 100200300' }),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Copy account number' })).toBeVisible();
    await type(/^Amount/, '0.5');
    expect(dialog.getByText('Mobile money takes whole shillings only')).toBeVisible();
    expect(dialog.queryByRole('img')).not.toBeInTheDocument();
  });

  it('begins at the account, also when it comes late', async () => {
    const later = held();
    serve(accounts.ofCompany, later.answer);
    await renderPage('/client?action=qr-pay');
    const dialog = within(await screen.findByRole('dialog', { name: 'QR Pay' }));
    later.release(ok([account]));
    const select = await dialog.findByLabelText(/^Account/);
    await waitFor(() => expect(select).toHaveFocus());
    expect(select).toHaveValue(accountId);
  });

  it('waits for a choice among several accounts', async () => {
    serve(
      accounts.ofCompany,
      ok([account, { ...account, id: otherId, accountName: 'Savings', accountNumber: '7' }]),
    );
    const { dialog } = await start('QR Pay');
    expect(dialog.getByText('Select an account to see its code')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText(/^Account/), otherId);
    expect(dialog.getByRole('img', { name: /into Savings, 7/ })).toBeVisible();
  });
});

/** Opens the dialog and waits for its form. */
async function start(name: string, as: Person = owner) {
  const { client } = await renderPage('/client', { as });
  await press(name);
  const dialog = within(await screen.findByRole('dialog', { name }));
  await dialog.findByLabelText(/Amount/);
  return { dialog, client };
}

async function type(label: RegExp, text: string): Promise<void> {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await put(field, text);
}

function submit(name: string): Promise<void> {
  return press(name, screen.getByRole('dialog'));
}

async function fillPayout(): Promise<void> {
  await type(/^Amount/, '5,000');
  await type(/Phone Number/, '0772 123 456');
  await type(/^Note/, 'For Rose');
}
