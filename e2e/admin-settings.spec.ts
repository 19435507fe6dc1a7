import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { approveAs } from './support/approvals.ts';
import {
  choosePassword,
  openAs,
  password,
  sessionOf,
  temporaryPassword,
} from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** A user of this test alone: a new password ends their other sessions. */
async function createAdmin(request: APIRequestContext): Promise<string> {
  const { authToken } = await sessionOf(request, 'superadmin@sente.test');
  const headers = { authorization: `Bearer ${authToken}` };
  const found = await request.get('/api/Company?search=Head+Office', { headers });
  const [{ id: companyId }] = (await found.json()).data;
  const email = `admin-${Date.now()}@example.test`;
  const name = { firstName: 'Brief', lastName: 'Admin', username: email };
  const created = await request.post('/api/User', {
    headers,
    data: { ...name, email, companyId, password: temporaryPassword },
  });
  const userId = (await created.json()).data.id;
  const roleId = '00000000-0000-7000-8000-000000000202';
  const asked = await request.post('/api/User/assign-role', { headers, data: { userId, roleId } });
  const { approvalId } = (await asked.json()).meta;
  await approveAs(request, 'ops@sente.test', { id: approvalId });
  await choosePassword(request, email);
  return email;
}

test('settings are saved, the new password works, and the user menu signs out', async ({
  page,
}) => {
  const email = await createAdmin(page.request);
  await openAs(page, email, '/roles');
  const menu = page.getByRole('menu');
  const open = () => page.getByRole('button', { name: 'user menu' }).click();
  await open();
  await expect(menu).toContainText(`Signed in as ${email}`);
  await menu.getByRole('menuitem', { name: 'Profile' }).hover();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => highlightOf(menu), colorScheme).toBeGreaterThanOrEqual(8);
  }
  await menu.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/settings?tab=profile');
  await open();
  await menu.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings?tab=security');
  await tab(page, 'Notifications').click();
  await expect(page).toHaveURL('/settings?tab=notifications');
  const updates = page.getByRole('switch', { name: 'System Updates' });
  await updates.uncheck();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Notification settings updated successfully');
  await page.reload();
  await expect(updates).not.toBeChecked();
  await page.goBack();
  await expect(tab(page, 'Security')).toHaveAttribute('aria-selected', 'true');

  const change = async (from: string, to: string) => {
    await page.getByLabel('Current Password', { exact: true }).fill(from);
    await page.getByLabel('New Password', { exact: true }).fill(to);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(to);
    await page.getByRole('button', { name: 'Change Password' }).dblclick();
  };
  await change('not the one', 'Another-pass-1');
  await expect(page.getByText('Current password is incorrect')).toHaveCount(1);
  await expect(page.getByLabel('Current Password', { exact: true })).toBeFocused();
  await change(password, 'Another-pass-1');
  await expectToast(page, 'Password changed successfully');
  const data = { email, password: 'Another-pass-1' };
  expect((await page.request.post('/api/Auth/login', { data })).ok()).toBe(true);

  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  await open();
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  // The browser shows the sign-in without waiting for the server.
  const headers = { authorization: `Bearer ${token}` };
  const statusNow = async () => (await page.request.get('/api/Company', { headers })).status();
  await expect.poll(statusNow).toBe(401);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login/);
});

/** The colour contrast between the selected menu entry and the others. */
function highlightOf(menu: Locator): Promise<number> {
  return menu.evaluate((element) => {
    const item = element.querySelector('[data-highlighted]') ?? element;
    const [over, under] = [item, element].map((one) =>
      (getComputedStyle(one).backgroundColor.match(/\d+/g) ?? []).map(Number),
    );
    return Math.max(
      ...(over ?? []).slice(0, 3).map((part, i) => Math.abs(part - (under?.[i] ?? 0))),
    );
  });
}
