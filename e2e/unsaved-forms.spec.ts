import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const manager = 'manager@demo-one.test';
const list = '/client/users';
const form = '/client/users/create';
const firstName = (page: Page) => page.getByLabel('First Name');

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave this page?' });

async function answer(page: Page, name: 'Stay' | 'Leave'): Promise<void> {
  await question(page).getByRole('button', { name }).click();
  await expect(question(page)).toHaveCount(0);
}

async function typeIntoForm(page: Page): Promise<void> {
  await openAs(page, manager, '/client');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('link', { name: 'Create User' }).click();
  await firstName(page).fill('Nabirye');
}

test('Back and Forward ask once per step, and the form keeps its input after staying', async ({
  page,
}) => {
  await typeIntoForm(page);
  await page.evaluate(() => history.back());
  expect(await violations(page)).toEqual([]);
  await answer(page, 'Stay');
  await expect(page).toHaveURL(form);
  await expect(firstName(page)).toHaveValue('Nabirye');
  // Two steps at once, as from the menu of the Back button.
  await page.evaluate(() => history.go(-2));
  await answer(page, 'Stay');
  await expect(page).toHaveURL(form);
  await firstName(page).pressSequentially('!');
  await expect(firstName(page)).toHaveValue('Nabirye!');

  await page.evaluate(() => history.back());
  await answer(page, 'Leave');
  await expect(page).toHaveURL(list);
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();

  // The form is gone, and so is the confirmation.
  await page.evaluate(() => history.forward());
  await expect(firstName(page)).toHaveValue('');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(list);
  await expect(question(page)).toHaveCount(0);
});
