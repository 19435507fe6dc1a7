import { renderLetter } from '../api/src/mail/letter.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/*
 * Without a mail server a demonstration shows mails in its mailbox. The server of these tests has one, so
 * the page is opened alone here; what it is served is tested in mail.test.ts.
 */
const letter = {
  subject: 'Choose a new password for Sente',
  paragraphs: ['Hello Amina,', 'Somebody, probably you, asked for a new password.'],
  action: { label: 'Choose a new password', url: 'http://mailbox.test/set-password#secret' },
  notes: ['The link works once, for one hour.'],
};
const mail = { id: 'one', to: 'amina@example.test', sentAt: '2026-01-31T09:00:00.000Z' };
const files: Record<string, string> = {
  '/mailbox': 'api/src/mail/page/mailbox.html',
  '/mailbox.css': 'api/src/mail/page/mailbox.css',
  '/mailbox.js': 'api/src/mail/page/mailbox.js',
  '/phone.css': 'api/src/payments/simulator/page/phone.css',
};

test('the mailbox lists mails and shows the chosen one, formatted and as text', async ({
  page,
}) => {
  const { text, html } = renderLetter(letter);
  await page.route('http://mailbox.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = files[pathname];
    if (path) await route.fulfill({ path });
    else if (pathname === '/simulator/mails') {
      await route.fulfill({ json: [{ ...mail, subject: letter.subject, text }] });
    } else await route.fulfill({ contentType: 'text/html', body: html });
  });
  await page.goto('http://mailbox.test/mailbox');
  await expect(page.getByRole('status')).toHaveText('Connected');
  await page.getByRole('button', { name: letter.subject }).click();
  await expect(page.getByText('To amina@example.test')).toBeVisible();
  const link = page.frameLocator('#html').getByRole('link', { name: letter.action.label });
  await expect(link).toHaveAttribute('href', letter.action.url);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect(page.locator('#text')).toContainText(letter.action.url);
});
