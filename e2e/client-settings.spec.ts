import { createPerson } from './support/people.ts';
import { openAs, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

test('on a phone, a changed password works from then on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const email = await createPerson(page.request, { by: 'owner@demo-two.test', role: 'User' });
  await openAs(page, email, '/client/settings?tab=security');
  const change = async (from: string, to: string) => {
    await page.getByLabel('Current Password', { exact: true }).fill(from);
    await page.getByLabel('New Password', { exact: true }).fill(to);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(to);
    await page.getByRole('button', { name: 'Change Password' }).dblclick();
  };
  await change(password, 'abc');
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await change('not the one', 'Another-pass-1');
  await expect(page.getByText('Current password is incorrect')).toHaveCount(1);
  await expect(page.getByLabel('Current Password', { exact: true })).toBeFocused();
  await change(password, 'Another-pass-1');
  await expectToast(page, 'Password updated successfully!');
  await expect(page.getByRole('tabpanel')).toContainText('Password updated successfully!');
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue('');
  expect(await violations(page)).toEqual([]);

  const old = await page.request.post('/api/Auth/login', { data: { email, password } });
  expect(old.ok()).toBe(false);
  const now = await page.request.post('/api/Auth/login', {
    data: { email, password: 'Another-pass-1' },
  });
  expect(now.ok()).toBe(true);
});
