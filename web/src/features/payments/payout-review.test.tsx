import { accounts } from '@sente/contract/accounts';
import { approvals } from '@sente/contract/approvals';
import { limits } from '@sente/contract/limits';
import { payoutRules } from '@sente/contract/payout-rules';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import {
  account,
  accountId,
  filed,
  otherId,
  fillPayout,
  requestId,
  sent,
  servePayments,
  start,
  submit,
  type,
} from '../../testing/payments.tsx';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

beforeEach(servePayments);

it.each([
  ['none', [], false, 'Goes at once'],
  ['colleague', ['Okello James'], false, 'A colleague has to approve it'],
  ['colleague', [], true, 'nobody else in your company can'],
  ['colleague_and_provider', ['Okello James'], false, 'First Okello James, then the provider.'],
] as const)(
  'says before it is sent who has to approve it: %s %s',
  async (approval, colleagues, isWithoutColleague, text) => {
    serve(payoutRules.expect, ok({ approval, colleagues, isWithoutColleague, isBraked: false }));
    const { dialog } = await start('Send Money');
    await fillPayout();
    await press('Review', screen.getByRole('dialog'));
    const review = await dialog.findByRole('region', { name: 'Review' });
    await waitFor(() => expect(review).toHaveTextContent(text));
    expect(review).toHaveTextContent('Registered to Sarah Nakato');
    expect(review).toHaveTextContent(/FeeUGX 75/);
    expect(review).toHaveTextContent(/Held in allUGX 5,075/);
    expect(review).toHaveTextContent(/Left to spend afterwardsUGX 69,925/);
    expect(calls(payoutRules.expect)[0]?.body).toEqual({
      accountId,
      amount: 5000,
      phoneNumber: '0772 123 456',
      network: 'MTN',
    });
    // Back finds everything as it was typed.
    await press('Back', screen.getByRole('dialog'));
    expect(await dialog.findByLabelText(/^Note/)).toHaveValue('For Rose');
    expect(dialog.getByLabelText(/^Amount/)).toBeVisible();
    expect(sent()).toEqual([]);
    serve(transactions.request, filed({}, approval));
    await submit('Send Money');
    const title = approval === 'none' ? /is on its way/ : /waits for approval/;
    expect(await dialog.findByText(title)).toBeVisible();
  },
);

it('can be sent if nobody can say who has to approve it', async () => {
  serve(payoutRules.expect, refused(503, 'Busy', { code: 'unavailable' }));
  const { dialog } = await start('Withdraw');
  await fillPayout();
  await press('Review', screen.getByRole('dialog'));
  expect(await dialog.findByText(/could not be looked up/)).toBeVisible();
  await submit('Withdraw');
  expect(await dialog.findByText(/waits for approval/)).toBeVisible();
});

it('is cancelled by who asked while it waits', async () => {
  serve(approvals.withdraw, ok(anApproval({ state: 'withdrawn' })));
  const { dialog } = await start('Send Money');
  await fillPayout();
  await submit('Send Money');
  await user.click(await dialog.findByRole('button', { name: 'Cancel Payout' }));
  const asked = await screen.findByRole('alertdialog', { name: 'Cancel this payout?' });
  await press('Cancel Payout', asked);
  expect(await dialog.findByText('UGX 5,000 was not sent')).toBeVisible();
  expect(calls(approvals.withdraw)[0]?.params).toEqual({ id: requestId });
});

it.each([
  ['account_frozen', {}, 'The provider has frozen this account'],
  ['company_suspended', {}, 'The provider has suspended this company'],
  ['number_blocked', { phoneNumber: 'This number is blocked' }, 'This number is blocked'],
  ['limit_exceeded', { amount: 'The limit is UGX 1,000.' }, 'The limit is UGX 1,000.'],
  ['validation_failed', { phoneNumber: 'Must be a Ugandan number' }, 'Must be a Ugandan number'],
])('is not reviewed if it would be refused: %s', async (code, fields, sentence) => {
  serve(payoutRules.expect, refused(409, sentence, { code, fields }));
  const { dialog } = await start('Send Money');
  await fillPayout();
  await press('Review', screen.getByRole('dialog'));
  expect(await dialog.findByText(sentence)).toBeVisible();
  expect(dialog.queryByRole('region', { name: 'Review' })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Send Money' })).toBeNull();
  expect(sent()).toEqual([]);
});

it.each([
  ['none', /UGX 5,000 to .* waits$/, 0],
  ['colleague', /waits for approval/, 1],
] as const)('waits while payouts are stopped: %s', async (approval, title, cancelButtons) => {
  const colleagues = approval === 'none' ? [] : ['Okello James'];
  serve(
    payoutRules.expect,
    ok({ approval, colleagues, isWithoutColleague: false, isBraked: true }),
  );
  serve(transactions.request, filed({}, approval, true));
  const { dialog } = await start('Send Money');
  await fillPayout();
  await press('Review', screen.getByRole('dialog'));
  const review = await dialog.findByRole('region', { name: 'Review' });
  expect(review).toHaveTextContent('Payouts of your company are stopped');
  expect(review).toHaveTextContent('It is accepted and waits until they are released.');
  expect(review).not.toHaveTextContent('Goes at once');
  await submit('Send Money');
  expect(await dialog.findByText(title)).toBeVisible();
  expect(dialog.getByText(/Payouts of your company are stopped/)).toBeVisible();
  expect(dialog.queryAllByRole('button', { name: 'Cancel Payout' })).toHaveLength(cancelButtons);
});

it('does not offer a frozen account', async () => {
  const freeze = { at: '2026-07-01T08:00:00.000Z', reason: 'Asked by the court' };
  const frozen = { ...account, id: otherId, accountName: 'Frozen till', freeze };
  serve(accounts.ofCompany, ok([account, frozen]));
  const { dialog } = await start('Send Money');
  expect(dialog.getByRole('option', { name: /Main till/ })).toBeInTheDocument();
  expect(dialog.queryByRole('option', { name: /Frozen till/ })).toBeNull();
});

it.each(['25,000,000', '20,000,000', '10,000,001'])(
  "says at once that %s is above the company's own limit, and only that",
  async (typed) => {
    const ofPayouts = { scope: 'company', direction: 'payout', kind: 'payment' } as const;
    const most = { ...ofPayouts, most: 10_000_000, used: null, updatedAt: '2026-01-05T10:00:00Z' };
    serve(limits.list, ok([{ ...most, direction: 'collection', most: 5_000 }, most]));
    const { dialog } = await start('Send Money');
    await fillPayout();
    await type(/^Amount/, typed);
    const amount = dialog.getByLabelText(/^Amount/);
    const text = 'At most UGX 10,000,000 in one payout';
    await waitFor(() => expect(amount).toHaveAccessibleDescription(text));
    await press('Review', screen.getByRole('dialog'));
    await waitFor(() => expect(amount).toHaveFocus());
    expect(amount).toHaveAccessibleDescription(text);
    expect(calls(payoutRules.expect)).toEqual([]);
    await type(/^Amount/, '10,000');
    expect(amount).toHaveAccessibleDescription(/UGX 10,150 will be held/);
  },
);
