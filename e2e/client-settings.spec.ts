import type { Page } from '@playwright/test';
import { createCompany } from './support/company.ts';
import { createPerson } from './support/people.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

test('an owner changes the profile of the company and uploads its logo', async ({ page }) => {
  const { id: companyId } = await createCompany(page, 'Profile');
  const by = 'admin@sente.test';
  const owner = await createPerson(page.request, { by, companyId, role: 'Admin' });
  await openAs(page, owner, '/client/settings?tab=company');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
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
  await openAs(page, by, `/companies/${companyId}`);
  await expectLogo(page);
});

/** The picture of the file, 8 pixels wide, and not the icon of a company without one. */
async function expectLogo(page: Page): Promise<void> {
  const logo = page.getByRole('main').locator('img[src^="/logos/"]').first();
  await expect(logo).toHaveJSProperty('naturalWidth', 8);
}
