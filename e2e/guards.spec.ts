import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const client = 'owner@demo-one.test';

test('unknown paths lead home, and the public pages need no sign-in', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
  for (const path of ['/', '/wallet', '/login', '/unauthorized']) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
  }
  await expect(page.getByText("You don't have permission to access this resource.")).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a visitor is asked to sign in', async ({ page }) => {
  for (const path of [
    '/admin',
    '/companies',
    '/client',
    '/client/users',
    '/dashboard',
    '/roles/create',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
});

test('a company user cannot open the back-office', async ({ page }) => {
  await openAs(page, client, '/companies');
  await expect(page).toHaveURL('/client');
  await expectToast(page, 'Insufficient permissions');
});

test('the credentials screen refuses company users in its own words', async ({ page }) => {
  await openAs(page, client, '/companies/00000000-0000-7000-8000-000000000001/api-credentials');
  await expect(page).toHaveURL('/dashboard');
  await expectToast(page, 'Access denied. Admin privileges required.');
});

test('an administrator cannot open the client portal', async ({ page }) => {
  for (const email of ['admin@sente.test', 'ops@sente.test']) {
    await openAs(page, email, '/client/accounts');
    await expect(page).toHaveURL('/admin');
    await expectToast(page, 'Admin users should use admin dashboard');
  }
});

test("another company's path leads back to the own portal", async ({ page }) => {
  const { companyId } = await openAs(page, client, '/client');
  await page.goto(`/client/company/${companyId}/users`);
  await expect(page).toHaveURL(`/client/company/${companyId}/users`);
  await page.goto('/client/company/00000000-0000-7000-8000-00000000dead/users');
  await expect(page).toHaveURL('/client');
  await expectToast(page, 'Access denied to this company');
});

test('somebody with neither company nor administrator role', async ({ page }) => {
  await openAs(page, 'nocompany@sente.test', '/companies');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/client/internet-products/00000000-0000-7000-8000-000000000001');
  await expect(page).toHaveURL('/unauthorized');
});

test('navigation shows what the permissions allow', async ({ page }) => {
  const entries = () =>
    page
      .getByRole('navigation', { name: /main|client|portal/i })
      .first()
      .getByRole('link');
  await openAs(page, client, '/client');
  for (const name of [
    'Dashboard',
    'Transactions',
    'API Transactions',
    'Accounts',
    'Internet Products',
    'Product Codes',
    'Users',
    'Analytics',
    'Settings',
  ]) {
    await expect(entries().filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible();
  }
  await openAs(page, 'viewer@demo-one.test', '/client');
  await expect(entries().filter({ hasText: /^Transactions$/ })).toBeVisible();
  await expect(entries().filter({ hasText: /^Users$/ })).toHaveCount(0);
  await expect(entries().filter({ hasText: /^Analytics$/ })).toHaveCount(0);
});

test('where room is short, the entries are icons with their names beside them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await openAs(page, client, '/client');
  const entry = page.getByRole('link', { name: 'Accounts' });
  await entry.hover();
  const [icon, name] = [await entry.boundingBox(), await page.getByRole('tooltip').boundingBox()];
  expect(name?.x).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0));
});

test('what a permission forbids is said in place', async ({ page }) => {
  await openAs(page, 'restricted@demo-one.test', '/client/transactions');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await expect(page.getByText('You do not have permission to view transactions')).toBeVisible();
  await page.goto('/client/users/create');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You do not have permission to create users.')).toBeVisible();
});
