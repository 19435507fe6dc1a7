import type { Page } from '@playwright/test';
import { countRequests } from './support/count-requests.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

const manager = 'manager@demo-one.test';
const rows = (page: Page) => rowsOf(page);
const button = (page: Page, name: string) => page.getByRole('button', { name });

/** A unique name, so that parallel tests do not conflict. */
const newMark = () => `nabi${Date.now()}${Math.floor(Math.random() * 1000)}`;

async function fill(page: Page, mark: string) {
  await page.getByLabel('First Name').fill('Nabirye');
  await page.getByLabel('Last Name').fill(mark);
  await page.getByLabel('Email Address').fill(`${mark}@example.test`);
  await page.getByLabel('Username').fill(mark);
  await page.getByRole('radio', { name: /Type a password/ }).check();
  await page.getByLabel('Password', { exact: true }).fill('Mango-tree-7');
  await page.getByLabel('Confirm Password', { exact: true }).fill('Mango-tree-7');
}

test('a user is created after the errors are corrected, then found, changed and deleted', async ({
  page,
}) => {
  await openAs(page, manager, '/client/users');
  await page.getByRole('link', { name: 'Create User' }).click();
  await expect(page).toHaveURL('/client/users/create');
  await page.getByRole('radio', { name: /Type a password/ }).check();
  await button(page, 'Create User').click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeFocused();

  const mark = newMark();
  await fill(page, mark);
  await expect(page.getByText('First name is required')).toBeHidden();
  await page.getByLabel('Phone Number').fill('0772 12345');
  await page.getByLabel('Email Address').fill('OWNER@demo-one.test');
  await button(page, 'Create User').click();
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  await page.getByLabel('Phone Number').fill('0772 123456');
  await button(page, 'Create User').click();
  await expect(page.getByText('Email is already in use')).toHaveCount(1);
  await expect(page.getByLabel('Email Address')).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveValue(mark);
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await button(page, 'Stay').click();
  await page.getByLabel('Email Address').fill(`${mark}@example.test`);
  await page.getByLabel('Role').selectOption('Manager');
  const posts = countRequests(page, 'POST', '/api/User');
  await button(page, 'Create User').dblclick();
  await expect(page).toHaveURL('/client/users');
  await expectToast(page, 'User created successfully');
  expect(posts()).toBe(1);

  await page.getByRole('searchbox', { name: 'Search users...' }).fill(mark.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`Nabirye ${mark}`);
  await expect(rows(page)).toContainText(/Manager\s*Active\s*Never/);

  await rows(page).getByRole('cell').nth(2).click();
  await expect(page.getByRole('heading', { name: `Nabirye ${mark}`, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Edit User' }).click();
  await expect(page).toHaveTitle(`Edit User: Nabirye ${mark} · Sente`);
  // A manager makes nobody Admin.
  await expect(page.getByLabel('Role').locator('option')).toHaveText(['User', 'Manager']);
  await page.getByLabel('Role').selectOption('User');
  await page.getByLabel('Active user (user can log in)').uncheck();
  await button(page, 'Save Changes').click();
  await expectToast(page, 'User updated successfully');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(page.getByText('User', { exact: true })).toBeVisible();

  await button(page, 'Delete User').click();
  const dialog = page.getByRole('alertdialog', { name: `Delete Nabirye ${mark}?` });
  await dialog.getByRole('button', { name: 'Delete User' }).click();
  await expect(page).toHaveURL('/client/users');
  await expectToast(page, 'User deleted successfully');
  await page.goto(`/client/users?search=${mark}`);
  await expect(page.getByText('No users found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
});

test('the five actions of a pending user stay inside the card of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, manager, '/client/users?status=pending');
  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem').first();
  for (const action of ['Resend', 'Revoke', 'View', 'Edit', 'Delete']) {
    const shown = card.getByLabel(new RegExp(`^${action} `));
    const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(390 - 16);
  }
});
