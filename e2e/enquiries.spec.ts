import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { expectMail } from './support/mail.ts';
import { createSupport } from './support/people.ts';
import { rowsOf } from './support/rows.ts';
import { apiSignIn, openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

test('a visitor writes through the contact form, and staff answer', async ({ page }) => {
  const name = `Grace ${Date.now()}`;
  const email = `grace${Date.now()}@shop.test`;
  const support = await createSupport(page.request, 'superadmin@sente.test');
  const session = await apiSignIn(page.request, support.email);
  await mailEnquiriesOnly(page.request, session.authToken);
  await page.goto('/#contact');
  await expect(page.getByText('A demo: the form checks')).toBeHidden();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('An account, please.\nFor two shops.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').getByText('Your message has arrived')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  const mail = await expectMail('hello@provider.test', new RegExp(`^Enquiry from ${name}$`));
  expect(mail).toContain('For two shops.');

  expect(await expectMail(support.email, /^New enquiry$/)).toContain(`From ${name}.`);
  await openAs(page, session, '/admin');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const entry = page.getByRole('listitem').filter({ hasText: `From ${name}.` });
  await entry.getByRole('link', { name: 'New enquiry' }).click();
  await expect(page).toHaveURL('/enquiries');

  await openAs(page, 'admin@sente.test', '/enquiries');
  await page.getByRole('searchbox', { name: 'Search enquiries...' }).fill(name);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText('New');
  await rowsOf(page).getByText('An account, please.').click();
  const sheet = page.getByRole('dialog', { name: 'Enquiry' });
  await expect(sheet).toContainText('For two shops.');
  await sheet.getByLabel('Answer', { exact: true }).fill('Gladly.\nCome on Monday.');
  await sheet.getByRole('button', { name: 'Send answer' }).click();
  await expectToast(page, `The answer is on its way to ${email}`);
  await expect(rowsOf(page)).toContainText('Come on Monday.');
  await expect(rowsOf(page)).toContainText(/Answered/);
  expect(await expectMail(email, /^Your enquiry about Sente$/)).toContain(
    `Hello ${name},\n\nGladly.\nCome on Monday.`,
  );
  await rowsOf(page).getByText('An account, please.').click();
  await expect(sheet.getByRole('region', { name: 'Answer' })).toContainText('Come on Monday.');
});

/** What other tests cause would be mailed first, and the next mail comes ten minutes later. */
async function mailEnquiriesOnly(request: APIRequestContext, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const path = '/api/Admin/notification-settings';
  const { data } = await (await request.get(path, { headers })).json();
  const kinds = data.kinds.map((each: { kind: string }) => {
    return { ...each, mail: each.kind === 'new-enquiry' };
  });
  const answer = await request.put(path, { headers, data: { ...data, kinds } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
