import { expect, test } from './support/test.ts';
import { expectMail } from './support/mail.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

test('a visitor writes through the contact form, and staff answer', async ({ page }) => {
  const name = `Grace ${Date.now()}`;
  await page.goto('/#contact');
  await expect(page.getByText('A demo: the form checks')).toBeHidden();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill('grace@shop.test');
  await page.getByLabel('Message').fill('An account, please.\nFor two shops.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').getByText('Your message has arrived')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  const mail = await expectMail('hello@provider.test', new RegExp(`^Enquiry from ${name}$`));
  expect(mail).toContain('For two shops.');

  await openAs(page, 'admin@sente.test', '/enquiries');
  await page.getByRole('searchbox', { name: 'Search enquiries...' }).fill(name);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText('New');
  await rowsOf(page).getByText('An account, please.').click();
  const sheet = page.getByRole('dialog', { name: 'Enquiry' });
  await expect(sheet).toContainText('For two shops.');
  await sheet.getByLabel('Note').fill('Sent the price list');
  await sheet.getByRole('button', { name: 'Mark as answered' }).click();
  await expectToast(page, 'Marked as answered');
  await expect(rowsOf(page)).toContainText('Sent the price list');
  await expect(rowsOf(page)).toContainText(/Answered/);
});
