import { freePort, startServer, type TestServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/*
 * A demonstration without a mail server, on this machine: it shows mails in its mailbox. The server of the
 * other tests has a mail server and therefore no mailbox.
 */
let server: TestServer;
let mailbox: string;

test.beforeAll(async () => {
  const port = await freePort();
  mailbox = `http://localhost:${port}/mailbox`;
  server = await startServer({ SENTE_SIMULATOR_PORT: String(port) });
});
test.afterAll(() => server.stop());

test('a mail is shown in the mailbox, formatted and as text, and its link works', async ({
  page,
}) => {
  await page.goto(mailbox);
  await expect(page.getByRole('status')).toHaveText('Connected');

  const portal = await page.context().newPage();
  await portal.goto(`${server.url}/forgot-password`);
  await portal.getByLabel('Email').fill('owner@demo-one.test');
  await portal.getByRole('button', { name: 'Send Link', exact: true }).click();
  await expect(portal.getByText(/If the address belongs to a user/)).toBeVisible();

  // It appears without a reload, and is found by its address.
  await page.getByLabel('Find mails').fill('nobody');
  await expect(page.getByText('No mail matches.')).toBeVisible();
  await page.getByLabel('Find mails').fill('OWNER@demo-one');
  await page.getByRole('button', { name: /Choose a new password/ }).click();
  await expect(page.getByText('To owner@demo-one.test')).toBeVisible();
  const link = page.frameLocator('#html').getByRole('link', { name: 'Choose a new password' });
  await expect(link).toBeVisible();
  await expect(link).toHaveCSS('background-color', 'rgb(10, 107, 77)');
  // The time is that of Kampala, three hours after the one that the browser has here.
  const sentAt = new Date((await page.locator('#sent').getAttribute('datetime')) ?? '');
  const there = sentAt.toLocaleTimeString('en-US', {
    timeZone: 'Africa/Kampala',
    timeStyle: 'short',
  });
  await expect(page.locator('#sent')).toContainText(there.replaceAll(/\s/g, ' '));
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect(page.locator('#text')).toContainText(`${server.url}/set-password#`);

  // The policies of the mailbox and of the mail let the link open beside them.
  await page.getByRole('button', { name: 'Formatted' }).click();
  // Chromium drops what is pressed in a frame that was not painted yet.
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  const opened = page.waitForEvent('popup');
  await link.click();
  const chooses = await opened;
  await expect(chooses).toHaveURL(`${server.url}/set-password`);
  await expect(chooses.getByLabel('New Password', { exact: true })).toBeVisible();
});
