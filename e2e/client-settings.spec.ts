import type { Page } from '@playwright/test';
import { createCompany } from './support/company.ts';
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

test('an owner changes the profile of the company and uploads its logo', async ({ page }) => {
  const { id: companyId } = await createCompany(page, 'Profile');
  const by = 'admin@sente.test';
  const owner = await createPerson(page.request, { by, companyId, role: 'Admin' });
  await openAs(page, owner, '/client/settings?tab=company');
  await page.getByRole('button', { name: 'Edit Company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Company' });
  await dialog.getByLabel('Phone Number').fill('0772 12');
  await dialog.getByLabel('Address').fill('Acacia Avenue 7, Kampala');
  await dialog.getByLabel('Website').fill('https://acacia.example.ug');
  await dialog.getByRole('button', { name: 'Save Profile' }).click();
  await expect(dialog.getByLabel('Phone Number')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Phone Number').fill('0772 123456');
  await dialog.getByRole('button', { name: 'Save Profile' }).click();
  await expectToast(page, 'Company profile saved');

  const file = page.getByLabel('Logo file');
  const fixtures = `${import.meta.dirname}/fixtures`;
  await file.setInputFiles(`${fixtures}/notes.txt`);
  await expectToast(page, 'The picture must be a PNG, JPEG or WebP file');
  await file.setInputFiles(`${fixtures}/picture.png`);
  await expectToast(page, 'Logo saved');

  await page.reload();
  const panel = page.getByRole('tabpanel');
  for (const text of ['Acacia Avenue 7, Kampala', 'acacia.example.ug', '+256 772 123456']) {
    await expect(panel).toContainText(text);
  }
  await expectLogo(page);
  expect(await violations(page)).toEqual([]);
  await openAs(page, by, `/companies/${companyId}`);
  await expectLogo(page);
});

/** The picture of the file, 8 pixels wide, and not the icon of a company without one. */
async function expectLogo(page: Page): Promise<void> {
  const logo = page.getByRole('main').locator('img[src^="/logos/"]').first();
  await expect(logo).toHaveJSProperty('naturalWidth', 8);
}
