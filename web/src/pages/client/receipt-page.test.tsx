import { productCodes } from '@sente/contract/product-codes';
import { transactions } from '@sente/contract/transactions';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { administrator, owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { aReceipt } from '../../testing/transactions.ts';
import { press } from '../../testing/user.ts';

const paid = aReceipt();
const page = `/client/transactions/${paid.id}/receipt`;

it('shows the company, the amount and everything that proves the payment', async () => {
  serve(transactions.receipt, ok(paid));
  await renderPage(page);
  const paper = await screen.findByRole('article', { name: `Receipt ${paid.number}` });
  for (const text of [
    'Gulu Builders',
    'Market Street 1, Gulu',
    '+256 772 555111',
    'Payment received',
    'UGX 25,000',
    'UGX 375',
    'UGX 24,625',
    '+256 772 000001',
    'MTN',
    'MP260105.1',
    'INV-7',
    'January 05, 2026 at 1:00 PM (Kampala)',
  ]) {
    expect(within(paper).getByText(text)).toBeVisible();
  }
  expect(paper).not.toHaveTextContent(/reversed/i);
  expect(screen.getByRole('link', { name: 'Transaction' })).toHaveAttribute(
    'href',
    `/client/transactions/${paid.id}`,
  );
});

it('is printed, and downloaded as PDF; a failure is told', async () => {
  serve(transactions.receipt, ok(paid));
  serve(transactions.receiptFile, refused(409, 'Only a completed payment has a receipt.'));
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await renderPage(page);
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
  await press('Download PDF');
  await expectToast('Only a completed payment has a receipt.');
  expect(calls(transactions.receiptFile)).toMatchObject([{ params: { id: paid.id } }]);
});

it('is sent to the payer as a text, and shared as PDF where the device can', async () => {
  serve(transactions.receipt, ok(paid));
  serve(transactions.receiptFile, { text: '%PDF-1.3', type: 'application/pdf' });
  const shared: File[] = [];
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files = [] }: { files?: File[] }) => void shared.push(...files),
  });
  await renderPage(page);
  const whatsApp = await screen.findByRole('link', { name: 'WhatsApp' });
  const href = decodeURIComponent(whatsApp.getAttribute('href') ?? '');
  expect(href).toMatch(
    /^https:\/\/wa\.me\/256772000001\?text=Gulu Builders: Payment received, UGX 25,000\n/,
  );
  expect(href).toContain('Network Reference: MP260105.1');
  expect(href).not.toContain('375');
  expect(screen.getByRole('link', { name: 'SMS' }).getAttribute('href')).toMatch(
    /^sms:\+256772000001\?body=/,
  );
  await press('Share the PDF');
  await vi.waitFor(() => expect(shared.map(({ type }) => type)).toEqual(['application/pdf']));
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
});

it('a reversed one says so', async () => {
  serve(transactions.receipt, ok(aReceipt({ mark: 'reversed' })));
  await renderPage(page);
  expect(await screen.findByText('The money was given back.')).toBeVisible();
  expect(screen.getByText('Status').nextSibling).toHaveTextContent('Reversed');
});

it('a refunded one says so, on the paper and to whom it is sent', async () => {
  serve(transactions.receipt, ok(aReceipt({ refunded: 5_000 })));
  await renderPage(page);
  expect(await screen.findByText('UGX 5,000 was given back to the payer.')).toBeVisible();
  expect(screen.getByText('Status').nextSibling).toHaveTextContent('Partly refunded');
  const href = screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '';
  const sent = decodeURIComponent(href);
  expect(sent).toContain('Payment received (Partly refunded), UGX 25,000');
  expect(sent).toContain('Refunded: UGX 5,000');
});

it('a payment that is not completed says why it has none', async () => {
  const whyNone = 'Only a completed payment has a receipt. Failed: declined. No money has moved.';
  serve(transactions.receipt, ok(aReceipt({ number: null, whyNone, status: 'failed' })));
  await renderPage(page);
  expect(await screen.findByText('There is no receipt')).toBeVisible();
  expect(screen.getByText(whyNone)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download PDF' })).not.toBeInTheDocument();
});

it('the voucher is masked, and revealed only by those who may', async () => {
  const voucher = { id: '01900000-0000-7000-8000-0000000000c1', masked: '•••E-1' };
  serve(transactions.receipt, ok(aReceipt({ voucher })));
  serve(productCodes.reveal, ok({ record_id: voucher.id, code: 'GULU-CODE-1' }));
  await renderPage(page);
  expect(await screen.findByText('•••E-1')).toBeVisible();
  await press('Reveal');
  expect(await screen.findByText('GULU-CODE-1')).toBeVisible();
});

it('without the permission there is nothing to press', async () => {
  const voucher = { id: '01900000-0000-7000-8000-0000000000c1', masked: '•••E-1' };
  serve(transactions.receipt, ok(aReceipt({ voucher })));
  await renderPage(page, { as: { ...owner, permissions: ['canViewTransactions'] } });
  expect(await screen.findByText('•••E-1')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reveal' })).not.toBeInTheDocument();
});

it('an unknown id says so, and the back-office has the same page', async () => {
  serve(transactions.receipt, refused(404, 'Transaction not found'));
  await renderPage(`/transactions/${paid.id}/receipt`, { as: administrator });
  expect(await screen.findByText('Transaction not found')).toBeVisible();
});
