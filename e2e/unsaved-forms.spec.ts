import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const manager = 'manager@demo-one.test';
const list = '/client/users';
const form = '/client/users/create';
const firstName = (page: Page) => page.getByLabel('First Name');

/** Answers each confirmation with the next of these, and records its text. */
function answerWith(page: Page, ...answers: ('stay' | 'leave')[]): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (answers[asked.length - 1] === 'leave' ? dialog.accept() : dialog.dismiss());
  });
  return asked;
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
  const asked = answerWith(page, 'stay', 'stay', 'leave');
  await page.evaluate(() => history.back());
  await expect.poll(() => asked.length).toBe(1);
  await expect(page).toHaveURL(form);
  await expect(firstName(page)).toHaveValue('Nabirye');
  // Two steps at once, as from the menu of the Back button.
  await page.evaluate(() => history.go(-2));
  await expect.poll(() => asked.length).toBe(2);
  await expect(page).toHaveURL(form);
  await firstName(page).pressSequentially('!');
  await expect(firstName(page)).toHaveValue('Nabirye!');

  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(list);
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  expect(asked).toEqual(Array(3).fill('Leave this page? What you typed here is not saved.'));

  // The form is gone, and so is the confirmation.
  await page.evaluate(() => history.forward());
  await expect(firstName(page)).toHaveValue('');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(list);
  expect(asked).toHaveLength(3);
});
