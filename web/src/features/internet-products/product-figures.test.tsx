import { internetProducts } from '@sente/contract/internet-products';
import { voucherBatches } from '@sente/contract/voucher-batches';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { alertOf } from '../../testing/messages.ts';
import { noProductFigures } from '../../testing/overviews.ts';
import { address, renderPage } from '../../testing/page.tsx';
import { anInternetProduct, pageMeta } from '../../testing/records.ts';
import { aBatch } from '../../testing/product-codes.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const product = anInternetProduct();
const page = `/client/internet-products/${product.recordId}`;
const figures = () => screen.findByRole('region', { name: 'Codes and sales' });

beforeEach(() => serve(internetProducts.get, ok(product)));

it('shows how many codes there are and what was sold day by day', async () => {
  const sales = [
    { date: '2026-01-01', count: 2, amount: 2_000 },
    { date: '2026-01-02', count: 0, amount: 0 },
    { date: '2026-01-03', count: 1, amount: 1_000.5 },
  ];
  const codes = { free: 1_204, reserved: 2, sold: 30, withdrawn: 4 };
  serve(internetProducts.figures, ok({ codes, sales }));
  await renderPage(page);
  expect(await screen.findByText(/3 sold for UGX 3,000.50/)).toBeVisible();
  expect(await figures()).toHaveTextContent(/Available1,204.*Reserved2.*Sold30.*Withdrawn4/);
  expect(await figures()).toHaveTextContent(/lasts until about \w{3} \d{2}, \d{4}/);
  const table = within(await figures()).getByRole('table');
  expect(table).toHaveTextContent('Jan 01, 20262UGX 2,000');
  expect(screen.getByRole('link', { name: 'Available' })).toHaveAttribute(
    'href',
    `/client/product-codes?productType=${product.productCode}`,
  );
});

it('says that nothing was sold, and shows no sales to those who may not see them', async () => {
  const { unmount } = await renderPage(page);
  expect(await screen.findByText('No sales in the last 30 days')).toBeVisible();
  unmount();
  serve(internetProducts.figures, ok({ ...noProductFigures, sales: null }));
  await renderPage(page);
  expect(await screen.findByText('for payments under way')).toBeVisible();
  expect(screen.queryByText('Sales')).not.toBeInTheDocument();
});

it('that fail leave the page and can be retried', async () => {
  serve(internetProducts.figures, refused(500, 'Too slow'));
  await renderPage(page);
  const panel = await alertOf('Failed to load codes and sales');
  expect(screen.getByText('Product Information')).toBeVisible();
  serve(internetProducts.figures, ok(noProductFigures));
  await user.click(within(panel).getByRole('button'));
  expect(await screen.findByText('No sales in the last 30 days')).toBeVisible();
});

it('lists the uploads of this product, page by page', async () => {
  serve(voucherBatches.ofCompany, ok([aBatch()], { ...pageMeta(26), pageSize: 25, totalPages: 2 }));
  await renderPage(page);
  const table = await screen.findByRole('table', { name: 'Uploads' });
  expect(await within(table).findByText('march.csv')).toBeVisible();
  expect(within(table).queryByText('Product Type')).not.toBeInTheDocument();
  expect(within(table).queryByRole('button')).not.toBeInTheDocument();
  expect(calls(voucherBatches.ofCompany).at(-1)?.query).toEqual({
    page: '1',
    pageSize: '25',
    productId: product.recordId,
  });
  await press('Next');
  expect(address()).toBe(`${page}?page=2`);
});
