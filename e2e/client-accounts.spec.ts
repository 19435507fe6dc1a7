import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';
import { expectToFit } from './support/width.ts';

const owner = 'owner@demo-one.test';
const cards = (page: Page) => page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('link', { name, exact: true }) });

test('an account is printed, and its statements are saved: for spreadsheets, and signed for anybody to check', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, owner, '/client/accounts?search=Hotspot+Sales');
  await page.getByRole('link', { name: 'Hotspot Sales', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible();
  // The printed page has no buttons.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Hotspot Sales' })).toBeVisible();
  for (const name of ['Statement', 'Refresh', 'Copy account number']) {
    await expect.soft(page.getByRole('button', { name })).toBeHidden();
  }
  await expect.soft(page.getByText('Skip to content')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  const save = async (kind: string) => {
    await page.getByRole('button', { name: 'Statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download Statement' });
    await dialog.getByRole('button', { name: 'Last 90 days' }).click();
    await dialog.getByLabel('File').selectOption(kind);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await download;
    await expect(dialog).toBeHidden();
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const plain = await save('CSV, for spreadsheets');
  expect(plain.name).toMatch(/^statement-273936026841-.*\.csv$/);
  expect(plain.content.toString('utf8')).toContain('Closing balance');
  await expectToast(page, 'Statement downloaded');
  const csv = await save('CSV, signed by Sente');
  expect(csv.name).toMatch(/^signed-statement-273936026841-.*\.csv$/);
  const pdf = await save('PDF, signed by Sente');
  expect(pdf.name).toMatch(/^signed-statement-273936026841-.*\.pdf$/);

  const changed = csv.content.toString('utf8').replace('Hotspot Sales', 'Hotspot Salts');
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const stranger = await context.newPage();
  await stranger.goto('/verify');
  const sent: string[] = [];
  stranger.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const choose = stranger.getByLabel('Choose statements');
  for (const [name, buffer, verdict] of [
    ['right.csv', csv.content, 'Proved: right.csv'],
    ['right.pdf', pdf.content, 'Proved: right.pdf'],
    ['changed.csv', Buffer.from(changed), 'Not proved: changed.csv'],
  ] as const) {
    const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'text/csv';
    await choose.setInputFiles({ name, mimeType, buffer });
    await expect(stranger.getByText(verdict)).toBeVisible();
  }
  await stranger.getByText('Show the movements').click();
  expect(sent, 'nothing is uploaded').toEqual([]);
  await expectToFit(stranger);
  await context.close();
});

test('money is transferred to a new account and back', async ({ page }) => {
  const name = `Tax Reserve ${Date.now()}`;
  await openAs(page, 'owner@demo-two.test', '/client/accounts');
  await page.getByRole('button', { name: 'New Account' }).click();
  const opening = page.getByRole('dialog', { name: 'New Account' });
  await opening.getByLabel('Account Name').fill(name);
  await opening.getByLabel('Account Type').selectOption('Savings');
  await opening.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  await page.goto('/client/accounts');
  await page.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  const rich = dialog.getByLabel('From Account').getByRole('option', { name: /UGX \d+,\d{3},/ });
  const source = (await rich.first().textContent()) ?? '';
  await dialog.getByLabel('From Account').selectOption(source);
  const target = dialog.getByLabel('To Account').getByRole('option', { name });
  await dialog.getByLabel('To Account').selectOption((await target.textContent()) ?? '');
  await dialog.getByLabel('Amount').fill('2500');
  await dialog.getByLabel('Note').fill('Tax of this week');
  await expect(dialog.getByRole('status', { name: 'Balances afterwards' })).toContainText(
    `${name}Now UGX 0UGX 2,500`,
  );
  expect(await violations(page)).toEqual([]);
  const held = await hold(page, '**/api/Transaction/transfers');
  await dialog.getByRole('button', { name: 'Review' }).dblclick();
  await expect(dialog.getByRole('region', { name: 'Review' })).toContainText('Tax of this week');
  expect(held.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Transfer' }).dblclick();
  await expect(dialog.getByRole('button', { name: 'Transferring...' })).toBeDisabled();
  held.release();
  await expectToast(page, `UGX 2,500 transferred to ${name}`);
  expect(held.count()).toBe(1);
  await expect(card(page, name)).toContainText('UGX 2,500');

  await card(page, name).getByText('Opened').click();
  await expect(page.getByText(/Tax of this week/)).toBeVisible();
  await page.getByRole('button', { name: 'Transfer' }).click();
  const [sourceName = ''] = source.split(' · ');
  const origin = dialog.getByLabel('To Account').getByRole('option', { name: sourceName });
  await dialog.getByLabel('To Account').selectOption((await origin.textContent()) ?? '');
  await dialog.getByLabel('Amount').fill('2501');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Only UGX 2,500 can be spent on this account')).toBeVisible();
  await dialog.getByLabel('Amount').fill('2500');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expectToast(page, `UGX 2,500 transferred to ${sourceName}`);
  await expect(page.locator('main header').getByText('UGX 0')).toBeVisible();
});
