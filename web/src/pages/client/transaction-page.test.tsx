import { approvals } from '@sente/contract/approvals';
import { networks } from '@sente/contract/networks';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { anApproval } from '../../testing/approvals.ts';
import { expectToast, toasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { servePayments } from '../../testing/payments.tsx';
import { owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { aTransactionDetails } from '../../testing/transactions.ts';
import { press } from '../../testing/user.ts';

const paid = aTransactionDetails({ reversal: null });
const page = `/client/transactions/${paid.id}`;

it('shows the same page with the links of the portal and without what staff do', async () => {
  serve(transactions.get, ok({ ...paid, deliveries: [] }));
  await renderPage(page);
  expect(
    await screen.findByText('Payout to +256 772 000001 on MTN · UGX 1,525 with the fee'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Gulu till' })).toHaveAttribute(
    'href',
    '/client/accounts/a1',
  );
  expect(screen.queryByText('Company')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Copy for support' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
});

it('shows gross, fee and what has reached the account', async () => {
  serve(
    transactions.get,
    ok({ ...paid, type: 'credit', amount: 33_000, fee: 495, net: 32_505, legs: [] }),
  );
  await renderPage(page);
  const credited = await screen.findByText('Credited to the Account');
  expect(credited.closest('dl')).toHaveTextContent(
    /Amount\s*UGX 33,000\s*Fee\s*UGX 495\s*Credited to the Account\s*UGX 32,505/,
  );
});

it('says which event is kept for a webhook that was switched off', async () => {
  const event = { id: paid.id, type: 'payment.succeeded', createdAt: paid.date };
  serve(transactions.get, ok({ ...paid, keptEvents: [{ ...event, isOff: true }] }));
  await renderPage(page);
  expect(await screen.findByText(/Send Many Again sends it afterwards/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'the webhook is switched off' })).toHaveAttribute(
    'href',
    '/client/developers/webhooks',
  );
});

it('has no link to an account without the permission', async () => {
  serve(transactions.get, ok(paid));
  await renderPage(page, { as: { ...owner, permissions: ['canViewTransactions'] } });
  expect(await screen.findByText('Gulu till', { selector: 'dd *' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Gulu till' })).not.toBeInTheDocument();
});

it('asks for a payment that failed again, with its number and amount', async () => {
  servePayments();
  const failed = { kind: 'collection', type: 'credit', status: 'failed', net: null } as const;
  serve(transactions.get, ok({ ...paid, ...failed, legs: [] }));
  await renderPage(page);
  await press('Ask again');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Money' }));
  expect(await dialog.findByLabelText(/^Amount/)).toHaveValue('1,500');
  expect(dialog.getByLabelText(/Phone Number/)).toHaveValue('+256 772 000001');
  expect(dialog.getByLabelText(/^Network/)).toHaveValue('MTN');
});

it('does not offer to ask again first while the network calls it paid', async () => {
  const failed = { kind: 'collection', type: 'credit', status: 'failed', net: null } as const;
  const check = { kind: 'late_success', state: 'open' } as const;
  const summary = 'Failed, being checked: MTN MoMo says that it was paid. Do not ask again';
  serve(transactions.get, ok({ ...paid, ...failed, check, summary, legs: [] }));
  await renderPage(page);
  expect(await screen.findByText('Failed, being checked')).toBeVisible();
  expect(screen.getByText(/MTN MoMo says that it was paid\. Do not ask again/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
});

it('promises nothing, and says nothing of approvals, while people find out what was paid', async () => {
  const under = { kind: 'collection', type: 'credit', status: 'pending', net: null } as const;
  const check = { kind: 'amount_differs', state: 'open' } as const;
  serve(transactions.get, ok({ ...paid, ...under, check, approvals: [], legs: [] }));
  await renderPage(page);
  expect(await screen.findByText('Amount')).toBeVisible();
  expect(screen.queryByText('To Be Credited to the Account')).not.toBeInTheDocument();
  expect(screen.queryByText('Nobody had to approve it.')).not.toBeInTheDocument();
});

it('says of the line of a bulk payout that it is approved with it', async () => {
  const bulk = { id: '01900000-0000-7000-8000-0000000000b1', name: 'Wages', number: 3 };
  serve(transactions.get, ok({ ...paid, bulk, approvals: [] }));
  await renderPage(page);
  expect(await screen.findByText('Decided for the whole bulk payout.')).toBeVisible();
  expect(screen.queryByText('Nobody had to approve it.')).not.toBeInTheDocument();
});

it('shows a masked voucher with a link to its code', async () => {
  const voucher = { id: '01900000-0000-7000-8000-0000000000c1', masked: '•••E-1' };
  serve(transactions.get, ok({ ...paid, payment: { ...paid.payment!, voucher } }));
  await renderPage(page);
  expect(await screen.findByText('•••E-1')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View code' })).toHaveAttribute(
    'href',
    `/client/product-codes?code=${voucher.id}`,
  );
});

it('whoever waits for an approval on the phone reads how long one takes now', async () => {
  const payment = { ...paid.payment!, direction: 'collection' as const };
  serve(transactions.get, ok({ ...paid, status: 'pending', net: null, legs: [], payment }));
  await renderPage(page);
  const text = 'MTN MoMo: An approval takes about 12 s now, nine of ten at most 1 min 5 s.';
  expect(await screen.findByText(text)).toBeVisible();
});

it('a colleague approves a payout that waits, and reads until when', async () => {
  const request = anApproval({
    kind: 'payout',
    step: 'colleague',
    expiresAt: '2026-01-08T10:00:00.000Z',
  });
  const pending = { ...paid, status: 'pending', net: null, legs: [], approvals: [request] };
  serve(transactions.get, ok(pending));
  serve(approvals.approve, ok({ ...request, state: 'approved' as const }));
  serve(networks.holder, ok({ name: 'Okello James', status: 'registered' }));
  await renderPage(page);
  expect(await screen.findByText(/Expires/)).toHaveTextContent('Jan 08, 2026, 1:00 PM');
  expect(screen.getByRole('button', { name: 'Reject' })).toBeVisible();
  await press('Approve');
  await press('Approve', await screen.findByRole('alertdialog'));
  await waitFor(() => expect(toasts().join()).toMatch(/approved/i));
  expect(calls(approvals.approve)).toHaveLength(1);
});

it('whoever asked cancels it while it waits', async () => {
  const request = anApproval({
    kind: 'payout',
    isOwn: true,
    canApprove: false,
    canReject: false,
    canWithdraw: true,
  });
  const pending = { ...paid, status: 'pending', net: null, legs: [], approvals: [request] };
  serve(transactions.get, ok(pending));
  serve(approvals.withdraw, ok({ ...request, state: 'withdrawn' as const }));
  await renderPage(page);
  await press('Cancel Payout');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(/^Cancel this payout\?/);
  await press('Cancel Payout', dialog);
  await expectToast('Payout cancelled');
});

it('an unknown id says so, with the way back', async () => {
  serve(transactions.get, refused(404, 'Transaction not found'));
  await renderPage(page);
  const panel = (await screen.findByText('Transaction not found')).closest(
    '[role="alert"]',
  ) as HTMLElement;
  expect(within(panel).getByRole('link', { name: 'Back to Transactions' })).toHaveAttribute(
    'href',
    '/client/transactions',
  );
  expect(within(panel).getByRole('button', { name: 'Try again' })).toBeVisible();
});
