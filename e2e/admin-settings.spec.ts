import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { sessionOf, openAs, password } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const switches = [
  ['Email Notifications', true],
  ['Push Notifications', true],
  ['SMS Notifications', false],
  ['Marketing Emails', false],
  ['Security Alerts', true],
  ['System Updates', true],
] as const;

/** Somebody whom no other walk signs in as: a new password ends their other sessions. */
async function createAdmin(request: APIRequestContext): Promise<string> {
  const { authToken } = await sessionOf(request, 'superadmin@sente.test');
  const headers = { authorization: `Bearer ${authToken}` };
  const found = await request.get('/api/Company?search=Head+Office', { headers });
  const [{ id: companyId }] = (await found.json()).data;
  const email = `admin-${Date.now()}@example.test`;
  const name = { firstName: 'Brief', lastName: 'Admin', username: email };
  const created = await request.post('/api/User', {
    headers,
    data: { ...name, email, companyId, password },
  });
  const userId = (await created.json()).data.id;
  const roleId = '00000000-0000-7000-8000-000000000202';
  await request.post('/api/User/assign-role', { headers, data: { userId, roleId } });
  return email;
}

test('the user menu leads to the tabs, and the tab stands in the address', async ({ page }) => {
  await openAs(page, admin, '/roles');
  await page.getByRole('button', { name: 'Admin User' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings?tab=security');
  await expect(tab(page, 'Security')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Notifications').click();
  await expect(page).toHaveURL('/settings?tab=notifications');
  await page.reload();
  await expect(tab(page, 'Notifications')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(tab(page, 'Security')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Security').press('ArrowLeft');
  await expect(tab(page, 'Profile')).toBeFocused();
});

test('a password is changed and works from then on', async ({ page }) => {
  const email = await createAdmin(page.request);
  await openAs(page, email, '/settings?tab=security');
  const change = async (from: string, to: string) => {
    await page.getByLabel('Current Password', { exact: true }).fill(from);
    await page.getByLabel('New Password', { exact: true }).fill(to);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(to);
    await page.getByRole('button', { name: 'Change Password' }).dblclick();
  };
  await change('not the one', 'Another-pass-1');
  await expectToast(page, 'Current password is incorrect');
  await expect(page.getByLabel('Current Password', { exact: true })).toBeFocused();
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue('Another-pass-1');

  await change(password, 'Another-pass-1');
  await expectToast(page, 'Password changed successfully');
  for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  }
  const login = await page.request.post('/api/Auth/login', {
    data: { email, password: 'Another-pass-1' },
  });
  expect(login.ok()).toBe(true);
});

test('switches have their defaults, and a choice is there after a reload', async ({ page }) => {
  await openAs(page, 'superadmin@sente.test', '/settings?tab=notifications');
  const box = (name: string) => page.getByRole('switch', { name });
  await expect(page.getByRole('switch')).toHaveCount(6);
  for (const [name, isOn] of switches) await expect(box(name)).toBeChecked({ checked: isOn });

  await box('SMS Notifications').check();
  const held = await hold(page, '**/api/Admin/notification-settings');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  held.release();
  await expectToast(page, 'Notification settings updated successfully');
  await page.reload();
  await expect(box('SMS Notifications')).toBeChecked();
  await box('SMS Notifications').uncheck();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Notification settings updated successfully');
});
