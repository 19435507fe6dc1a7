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
  await openAs(page, by, `/companies/${companyId}`);
  await expectLogo(page);
});

test('a photo of megabytes becomes a logo of a few kilobytes, because every payer loads it', async ({
  page,
}) => {
  const { id: companyId } = await createCompany(page, 'Photo');
  const by = 'admin@sente.test';
  const owner = await createPerson(page.request, { by, companyId, role: 'Admin' });
  await openAs(page, owner, '/client/settings?tab=company');
  const photo = Buffer.from(await page.evaluate(noisyPhoto), 'base64');
  expect(photo.length).toBeGreaterThan(1_000_000);
  const file = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: photo };
  await page.getByLabel('Logo file').setInputFiles(file);
  await expectToast(page, 'Logo saved');
  const logo = page.getByRole('main').locator('img[src^="/logos/"]').first();
  await expect(logo).toHaveJSProperty('naturalWidth', 256);
  await expect(logo).toHaveJSProperty('naturalHeight', 192);
  const kept = await page.request.get((await logo.getAttribute('src')) ?? '');
  expect((await kept.body()).length).toBeLessThan(50_000);
});

/** In the page: a JPEG of 4000 x 3000 pixels that compresses badly, as base64. */
function noisyPhoto(): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 4000, height: 3000 });
  const context = canvas.getContext('2d');
  for (let each = 0; each < 40_000; each++) {
    const [x, y] = [(each * 7919) % 4000, (each * 104_729) % 3000];
    if (context) context.fillStyle = `hsl(${(each * 37) % 360} 60% ${(each * 13) % 100}%)`;
    context?.fillRect(x, y, 20 + (each % 90), 20 + (each % 70));
  }
  return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
}

/** The picture of the file, 8 pixels wide, and not the icon of a company without one. */
async function expectLogo(page: Page): Promise<void> {
  const logo = page.getByRole('main').locator('img[src^="/logos/"]').first();
  await expect(logo).toHaveJSProperty('naturalWidth', 8);
}
