import type { Page } from '@playwright/test';
import { countRequests } from './support/count-requests.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const path = '/client/internet-products';
const table = (page: Page) => page.getByRole('table', { name: 'Internet Products' });
const rows = (page: Page) => rowsOf(table(page));
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search internet products...' });

test('a user adds, finds, reads, edits and deletes a product', async ({ page }) => {
  const code = `WALK-${Date.now()}`;
  await openAs(page, owner, path);
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page).toHaveURL(`${path}?action=add-product`);
  const dialog = page.getByRole('dialog', { name: 'Add Product' });
  const add = dialog.getByRole('button', { name: 'Add Product' });
  await dialog.getByLabel('Amount').fill('0');
  await add.click();
  await expect(dialog).toContainText('Product code is required');
  await expect(dialog).toContainText('Product name is required');
  await expect(dialog).toContainText('Amount must be greater than 0');
  await expect(dialog.getByLabel('Product Code')).toBeFocused();
  expect(await violations(page)).toEqual([]);

  await dialog.getByLabel('Product Code').fill('day-1');
  await dialog.getByLabel('Product Name').fill(' Market day ');
  await dialog.getByLabel('Amount').fill('1,500.50');
  await expect(dialog).toContainText('Mobile money takes whole shillings only');
  await add.click();
  await expect(dialog.getByText('Product code is already in use')).toHaveCount(1);
  await expect(dialog.getByLabel('Product Name')).toHaveValue(' Market day ');
  await dialog.getByLabel('Product Code').fill(code);
  const posts = countRequests(page, 'POST', '/api/v1/InternetProducts');
  await add.dblclick();
  await expectToast(page, 'Product created successfully');
  expect(posts()).toBe(1);
  await expect(page).toHaveURL(path);

  await search(page).fill(code.toLowerCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('UGX 1,500.50');
  await expect(rows(page)).toContainText('Out of stock');
  await rows(page).getByText('Market day').click();
  await expect(page.getByRole('heading', { name: 'Market day', level: 1 })).toBeVisible();
  await expect(page.getByText('Sales are refused until new codes are uploaded.')).toBeVisible();

  await page.getByRole('link', { name: 'Edit Product' }).click();
  await page.getByLabel('Product Name').fill('Whole day');
  await page.getByLabel('Amount').fill('1500');
  await page.getByRole('switch', { name: 'Active' }).uncheck();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Product updated successfully');
  await expect(page.getByRole('heading', { name: 'Whole day', level: 1 })).toBeVisible();
  await expect(page.getByText('None', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Delete Product' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Whole day?' });
  await expect(question).toContainText(`${code} is taken off sale at once.`);
  await question.getByRole('button', { name: 'Delete Product' }).click();
  await expectToast(page, 'Internet product deleted successfully');
  await expect(page).toHaveURL(path);
  await search(page).fill(code);
  await expect(page.getByText('No internet products match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(rows(page)).toHaveCount(10);
});
