import { internetProducts } from '@sente/contract/internet-products';
import { voucherBatches } from '@sente/contract/voucher-batches';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { noProductFigures } from '../../testing/overviews.ts';
import { renderPage } from '../../testing/page.tsx';
import { aBatch } from '../../testing/product-codes.ts';
import { anInternetProduct, pageMeta } from '../../testing/records.ts';
import { serve } from '../../testing/server.ts';

const product = anInternetProduct();
const company = `/companies/${product.companyId}`;
const page = `${company}/products/${product.recordId}`;

it('shows stock, sales and uploads of a product, and changes nothing', async () => {
  const codes = { free: 1_204, reserved: 2, sold: 30, withdrawn: 4 };
  serve(internetProducts.get, ok(product));
  serve(internetProducts.figures, ok({ ...noProductFigures, codes }));
  serve(voucherBatches.ofCompany, ok([aBatch()], pageMeta(1)));
  await renderPage(page);
  expect(await screen.findByRole('heading', { name: product.productName, level: 1 })).toBeVisible();
  expect(await screen.findByText('1,204')).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Uploads' })).toHaveTextContent(
    aBatch().fileName ?? '',
  );
  expect(screen.getByRole('link', { name: 'Back to Company' })).toHaveAttribute(
    'href',
    `${company}?tab=products`,
  );
  for (const name of [/Edit/, /Delete/, /Upload codes/, /View codes/]) {
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  // Its codes have no list in the back-office.
  expect(document.querySelector('a[href^="/client"]')).toBeNull();
});

it('says that there is no such product', async () => {
  serve(internetProducts.get, refused(404, 'Product not found'));
  await renderPage(page);
  expect(await screen.findByRole('heading', { name: 'Product not found' })).toBeVisible();
});
