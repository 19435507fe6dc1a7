import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const client = 'owner@demo-one.test';

test('a visitor sees the public pages, is redirected home from unknown paths, and must sign in for the rest', async ({
  page,
}) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
  for (const path of ['/', '/wallet', '/login', '/unauthorized']) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
  }
  await expect(page.getByText("You don't have permission to access this resource.")).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
  for (const path of ['/admin', '/client/users', '/dashboard', '/roles/create']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
});

test('a user who opens the other area is redirected to their own, with the reason', async ({
  page,
}) => {
  const { companyId } = await openAs(page, client, '/companies');
  await expect(page).toHaveURL('/client');
  await expectToast(page, 'Insufficient permissions');
  await page.goto(`/companies/${companyId}/api-credentials`);
  await expect(page).toHaveURL('/dashboard');
  await expectToast(page, 'Access denied. Admin privileges required.');
  await page.goto('/client/company/00000000-0000-7000-8000-00000000dead/users');
  await expect(page).toHaveURL('/client');
  await expectToast(page, 'Access denied to this company');

  // In a narrow window, the entries are icons with tooltips.
  await page.setViewportSize({ width: 900, height: 800 });
  const entry = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Accounts' });
  await entry.hover();
  await expect(async () => {
    const [icon, name] = [await entry.boundingBox(), await page.getByRole('tooltip').boundingBox()];
    expect(name?.x).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0));
  }).toPass();

  await openAs(page, 'ops@sente.test', '/client/accounts');
  await expect(page).toHaveURL('/admin');
  await expectToast(page, 'Admin users should use admin dashboard');
});
