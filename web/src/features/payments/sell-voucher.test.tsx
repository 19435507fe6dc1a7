import { apiTransactions } from '@sente/contract/api-transactions';
import { internetProducts } from '@sente/contract/internet-products';
import { productCodes } from '@sente/contract/product-codes';
import { transactions } from '@sente/contract/transactions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { renderPage } from '../../testing/page.tsx';
import {
  accountId,
  filed,
  requestId,
  sent,
  servePayments,
  submit,
  traceOf,
  type,
} from '../../testing/payments.tsx';
import { owner, type Person } from '../../testing/people.ts';
import { anInternetProduct } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { user } from '../../testing/user.ts';

const voucherId = '01900000-0000-7000-8000-0000000000c1';
const hourId = '01900000-0000-7000-8000-0000000000c2';
beforeEach(serveSales);

it('offers the products with price and stock, and those that are sold out not at all', async () => {
  const dialog = await open();
  const [, first, second, third] = within(dialog.getByLabelText(/^Product/)).getAllByRole('option');
  expect(first).toHaveTextContent('Day pass · UGX 1,000 · 12 left');
  expect(second).toHaveTextContent('Week pass · UGX 5,000 · out of stock');
  expect(second).toBeDisabled();
  expect(third).toHaveTextContent('Hour · UGX 612.50 · price has cents');
  expect(third).toBeDisabled();
  expect(dialog.queryByLabelText(/^Amount/)).not.toBeInTheDocument();
  await submit('Ask for Payment');
  expect(await dialog.findByText('Please select a product')).toBeVisible();
  await fill();
  expect(dialog.getByText('Fee UGX 100 · UGX 900 will arrive on the account')).toBeVisible();
});

it('asks for the price, and shows the voucher once it is paid, with the receipt', async () => {
  const dialog = await open(owner, '/client');
  await fill();
  await submit('Ask for Payment');
  expect(await dialog.findByText('GULU-CODE-1')).toBeVisible();
  expect(sent()).toMatchObject([
    {
      kind: 'sell-voucher',
      accountId,
      amount: 1_000,
      productCode: 'DAY',
      network: 'MTN',
      idempotencyKey: expect.any(String),
    },
  ]);
  expect(calls(productCodes.reveal)).toHaveLength(1);
  expect(dialog.getByRole('button', { name: /Copy Voucher/i })).toBeVisible();
  const text = encodeURIComponent('Your voucher for DAY: GULU-CODE-1');
  expect(dialog.getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/256772123456?text=${text}`,
  );
  expect(dialog.getByRole('link', { name: 'Send by SMS' })).toHaveAttribute(
    'href',
    `sms:+256772123456?body=${text}`,
  );
  expect(dialog.getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    `/client/transactions/${requestId}/receipt`,
  );
});

it('whoever may not reveal codes sees it masked', async () => {
  const permissions = ['canManageAccounts', 'canViewAccounts', 'canViewProducts'] as const;
  const dialog = await open({ ...owner, permissions: [...permissions, 'canViewTransactions'] });
  await fill();
  await submit('Ask for Payment');
  expect(await dialog.findByText('•••E-1')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Reveal' })).not.toBeInTheDocument();
  expect(dialog.queryByRole('link', { name: /^Send by/ })).not.toBeInTheDocument();
  expect(calls(productCodes.reveal)).toEqual([]);
});

it.each([
  [
    'sold out meanwhile',
    refused(409, 'No voucher of this product is left', { code: 'out_of_stock' }),
    'No voucher of this product is left',
  ],
  [
    'the price changed',
    refused(400, 'Must be UGX 1,200, its price', {
      code: 'validation_failed',
      fields: { amount: 'Must be UGX 1,200, its price' },
    }),
    'Must be UGX 1,200, its price',
  ],
  [
    'the number is blocked',
    refused(409, 'This number is blocked', {
      code: 'number_blocked',
      fields: { phoneNumber: 'This number is blocked' },
    }),
    'This number is blocked',
  ],
])('says what is wrong and reads the products again: %s', async (_what, answer, text) => {
  const dialog = await open();
  serve(transactions.request, answer);
  await fill();
  const before = calls(internetProducts.activeOfCompany).length;
  await submit('Ask for Payment');
  expect(await dialog.findByText(text)).toBeVisible();
  await waitFor(() =>
    expect(calls(internetProducts.activeOfCompany).length).toBeGreaterThan(before),
  );
});

it('says that there is nothing to sell, or why the products could not be loaded', async () => {
  serve(internetProducts.activeOfCompany, ok([]));
  const { unmount } = await renderPage('/client?action=sell-voucher');
  expect(await screen.findByText('Nothing to sell')).toBeVisible();
  unmount();
  serve(internetProducts.activeOfCompany, refused(500, 'Products are away'));
  await renderPage('/client?action=sell-voucher');
  expect(await screen.findByText('Error Loading Products')).toBeVisible();
});

it.each([
  ['canManageAccounts', '/client'],
  ['canViewProducts', '/client'],
  ['canViewProducts', '/client/internet-products'],
] as const)('is not offered with %s alone', async (permission, page) => {
  await renderPage(`${page}?action=sell-voucher`, { as: { ...owner, permissions: [permission] } });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'Sell Voucher' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

async function open(as: Person = owner, page = '/client/internet-products') {
  await renderPage(`${page}?action=sell-voucher`, { as });
  const dialog = within(await screen.findByRole('dialog', { name: 'Sell Voucher' }));
  await dialog.findByLabelText(/^Product/);
  return dialog;
}

async function fill() {
  await user.selectOptions(screen.getByLabelText(/^Product/), 'DAY');
  await type(/Phone Number/, '0772 123 456');
}

/** A product with vouchers, one without, and a sale that is paid at once. */
function serveSales(): void {
  const day = { productCode: 'DAY', productName: 'Day pass', amount: 1_000, stock: 12 };
  const week = { productCode: 'WEEK', productName: 'Week pass', amount: 5_000, stock: 0 };
  const hour = { productCode: 'HOUR', productName: 'Hour', amount: 612.5, stock: 9 };
  const products = [
    anInternetProduct(day),
    anInternetProduct({ ...week, recordId: voucherId }),
    anInternetProduct({ ...hour, recordId: hourId }),
  ];
  const sold = {
    ...traceOf('SUCCESS', 'Paid: MTN MoMo has confirmed it.'),
    productCode: 'DAY',
    voucherId,
    voucherCode: '•••E-1',
  };
  servePayments();
  serve(internetProducts.activeOfCompany, ok(products));
  serve(internetProducts.ofCompany, ok(products));
  serve(transactions.request, filed({ type: 'credit', amount: 1_000, fee: 0 }, null));
  serve(apiTransactions.trace, ok(sold));
  serve(productCodes.reveal, ok({ record_id: voucherId, code: 'GULU-CODE-1' }));
}
