import type { Page } from '@playwright/test';
import { createPerson } from './support/people.ts';
import { apiSignIn, openAs, storageOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

/** The page of somebody whose session was ended goes to the sign-in by itself. */
async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
}

test('a person ends one session and then all others, and staff end the last one', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await createPerson(page.request, { by: 'owner@demo-two.test' });
  const [here, there, third] = [
    await apiSignIn(page.request, email),
    await apiSignIn(page.request, email),
    await apiSignIn(page.request, email),
  ];
  const { id } = JSON.parse(here.authUser);
  const statusOf = async ({ authToken }: typeof here) => {
    const headers = { authorization: `Bearer ${authToken}` };
    return (await page.request.get(`/api/User/${id}`, { headers })).status();
  };
  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(there),
  });
  try {
    const other = await elsewhere.newPage();
    await other.goto('/client');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

    await openAs(page, here, '/client/settings?tab=security');
    const signOut = page.getByRole('button', { name: /^Sign out / });
    // The newest first; the last one is that in which the password was chosen.
    await expect(signOut).toHaveCount(3);
    await signOut.nth(1).click();
    await expectToast(page, 'Signed out');
    await expect(signOut).toHaveCount(2);
    await expectSignedOut(other);
    expect(await statusOf(third)).toBe(200);

    await page.getByRole('button', { name: 'Sign Out Other Browsers' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Sign Out Other Browsers' }).click();
    await expect(signOut).toHaveCount(0);
    const statuses = async () => [await statusOf(third), await statusOf(here)];
    await expect.poll(statuses).toEqual([401, 200]);
  } finally {
    await elsewhere.close();
  }

  await openAs(page, 'admin@sente.test', `/users/${id}`);
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(page.getByText('Not signed in anywhere')).toBeVisible();
  expect(await statusOf(here)).toBe(401);
});
