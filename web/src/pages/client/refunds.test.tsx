import { fees } from '@sente/contract/fees';
import { refunds } from '@sente/contract/refunds';
import { taxes } from '@sente/contract/taxes';
import { transactions } from '@sente/contract/transactions';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { aTransaction, aTransactionDetails } from '../../testing/transactions.ts';
import { fill, press, user } from '../../testing/user.ts';

const payout = aTransactionDetails();
const refundId = '01900000-0000-7000-8000-000000000009';
const nothing = { refunded: 0, left: 5_000, whyNot: null, list: [] };
const paid = aTransactionDetails({
  type: 'credit',
  kind: 'collection',
  amount: 5_000,
  net: 5_000,
  payment: { ...payout.payment!, direction: 'collection' },
  refunds: nothing,
});
const page = `/client/transactions/${paid.id}`;
const nobody = { colleagues: [], isWithoutColleague: false, isBraked: false };

beforeEach(() => {
  serve(transactions.get, ok(paid));
  serve(fees.list, ok([]));
  serve(taxes.list, ok([]));
  serve(refunds.review, ok({ ...nobody, approval: 'none' as const }));
});

it('a payment is refunded in part after a review, and the page of the payout opens', async () => {
  const filed = aTransaction({ id: refundId, type: 'debit', amount: 2_000, status: 'pending' });
  serve(refunds.create, ok(filed, { approval: 'none', isBraked: false }));
  const dialog = within(await openDialog());
  expect(dialog.getByText(/fee of the collection is not given back/)).toBeVisible();
  expect(dialog.getByLabelText(/Amount/)).toHaveValue('5,000');
  await fill(/Amount/, '2,000');
  await fill(/Reason/, 'One was broken');
  await press('Review');
  expect(await dialog.findByText('Goes at once')).toBeVisible();
  expect(calls(refunds.review).map(({ body }) => body)).toEqual([{ amount: 2_000 }]);
  serve(
    transactions.get,
    ok({ ...payout, id: refundId, refundOf: paid.id, refundReason: 'One was broken' }),
  );
  await press('Refund', screen.getByRole('dialog'));
  await expectToast('UGX 2,000 is being refunded');
  expect(calls(refunds.create).map(({ body }) => body)).toEqual([
    { amount: 2_000, reason: 'One was broken', idempotencyKey: expect.any(String) },
  ]);
  expect(await screen.findByText('Reason: One was broken')).toBeVisible();
  expect(screen.getByRole('link', { name: `transaction ${paid.id}` })).toHaveAttribute(
    'href',
    `/client/transactions/${paid.id}`,
  );
});

it('says while typing how much can be refunded, and that more cannot', async () => {
  const dialog = within(await openDialog());
  const amount = dialog.getByLabelText(/Amount/);
  expect(amount).toHaveAccessibleDescription(/^At most UGX 5,000 of it can be refunded · /);
  expect(amount).toBeValid();
  await fill(/Amount/, '5,001');
  expect(amount).toBeInvalid();
  expect(amount).toHaveAccessibleDescription('At most UGX 5,000 of it can be refunded');
  await fill(/Amount/, '4,999');
  expect(amount).toBeValid();
  expect(calls(refunds.review)).toHaveLength(0);
});

it('more than is left is refused here, and what the server refuses is said at the field', async () => {
  const dialog = within(await openDialog());
  await fill(/Amount/, '5,001');
  await press('Review');
  expect(await dialog.findByText('At most UGX 5,000 of it can be refunded')).toBeVisible();
  expect(calls(refunds.review)).toHaveLength(0);
  const message = 'At most UGX 3,000 of it can be refunded';
  serve(refunds.review, refused(409, message, { code: 'refused', fields: { amount: message } }));
  await fill(/Amount/, '4,000');
  await press('Review');
  expect(await dialog.findByText(message)).toBeVisible();
});

it('a sold voucher stays sold, and the dialog says so', async () => {
  const voucher = { id: '01900000-0000-7000-8000-0000000000c1', masked: '•••E-1' };
  serve(transactions.get, ok({ ...paid, payment: { ...paid.payment!, voucher } }));
  expect(within(await openDialog()).getByText('The voucher stays sold')).toBeVisible();
});

it('the page lists what was refunded, and why nothing more can be', async () => {
  const list = [
    {
      id: refundId,
      date: '2026-01-06T10:00:00.000Z',
      amount: 5_000,
      status: 'SUCCESS',
      reason: 'Cancelled',
    },
  ];
  const whyNot = 'All of it is refunded, or about to be';
  const all = { refunded: 5_000, left: 0, whyNot, list };
  serve(transactions.get, ok({ ...paid, refunded: 'whole' as const, refunds: all }));
  await renderPage(page);
  expect(await screen.findByText('Refunded')).toBeVisible();
  const listed = within(screen.getByRole('list', { name: 'Refunds' }));
  expect(listed.getByText('Cancelled')).toBeVisible();
  expect(listed.getByRole('link')).toHaveAttribute('href', `/client/transactions/${refundId}`);
  await press('More');
  expect(screen.getByRole('menuitem', { name: /Refund/ })).toHaveAttribute('aria-disabled', 'true');
});

it('whoever may not pay out cannot refund', async () => {
  await renderPage(page, { as: { ...owner, permissions: ['canViewTransactions'] } });
  expect(await screen.findByRole('button', { name: 'Copy for support' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
});

it('the list marks refunds, what was refunded and lines of a bulk payout', async () => {
  const meta = { totalCount: 4, isCountExact: true, isCapped: false, nextAfter: null };
  const rows = [
    aTransaction({ id: refundId, type: 'debit', description: 'Refund of X', refundOf: paid.id }),
    aTransaction({ id: paid.id, description: 'Chairs', refunded: 'part' }),
    aTransaction({ id: '01900000-0000-7000-8000-000000000003', refunded: 'whole' }),
    aTransaction({ id: '01900000-0000-7000-8000-000000000004', type: 'debit', bulkId: refundId }),
  ];
  serve(transactions.ofCompany, ok(rows, { ...meta, searchedTo: null }));
  await renderPage('/client/transactions', { as: owner });
  expect(await screen.findByText('Partly refunded')).toBeVisible();
  expect(screen.getByText('Refunded')).toBeVisible();
  const link = screen.getByText('Refund').closest('a');
  expect(link).toHaveAccessibleName(`Refund of transaction ${paid.id}`);
  expect(link).toHaveAttribute('href', `/client/transactions/${paid.id}`);
  expect(screen.getByRole('link', { name: /^Bulk payout/ })).toHaveAttribute(
    'href',
    `/client/bulk-payouts/${refundId}`,
  );
});

async function openDialog() {
  await renderPage(page);
  await press('More');
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  return screen.findByRole('dialog', { name: 'Refund' });
}
