import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { apiSignIn, openAs, password } from './support/sign-in.ts';

const fill = async (page: Page, email: string, secret: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
};
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });

/** Like a real press: changes caused by its first half happen before the second. */
async function pressSlowly(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.mouse.down();
  await page.waitForTimeout(80);
  await page.mouse.up();
}

test('an administrator signs in with the keyboard alone and lands in the back-office', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type('superadmin@sente.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');
  const stored = await page.evaluate(() => Object.keys(localStorage).sort());
  for (const key of ['authToken', 'authUser', 'authExpiration', 'userRole', 'companyId'])
    expect(stored).toContain(key);
  await page.goto('/login');
  await expect(page).toHaveURL('/admin');
});

test('Sign In pressed from within an empty field checks everything without moving the layout', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await pressSlowly(page, submit(page));
  await expect(page.getByText('Email and password are required')).toBeVisible();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.reload();
  await page.getByLabel('Email').focus();
  await pressSlowly(page, page.getByRole('link', { name: 'Learn more about our services' }));
  await expect(page).toHaveURL('/wallet');

  // An error on blur does not shift the layout.
  await page.goto('/login');
  const link = page.getByRole('link', { name: 'Learn more about our services' });
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await page.reload();
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const placeBefore = await link.boundingBox();
    // The longest messages, which must fit on one line.
    await fill(page, 'grace', 'x'.repeat(101));
    await page.getByLabel('Password', { exact: true }).blur();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Password must be less than 100 characters')).toBeVisible();
    await expect.poll(() => link.boundingBox()).toEqual(placeBefore);
  }
});

test('what was typed is there again after the session ended and the same person signed in', async ({
  page,
}) => {
  const session = await apiSignIn(page.request, 'admin@sente.test');
  await openAs(page, session, '/users/create');
  await page.getByLabel('First Name').fill('Amina');
  await page.getByLabel('Last Name').fill('Nansubuga');
  await page.getByRole('textbox', { name: 'Email' }).fill('amina@gulu.test');
  await page.getByLabel('Username').fill('amina-gulu');
  await page.getByRole('combobox', { name: 'Company' }).fill('gulu');
  await page.getByRole('option', { name: /gulu hotspot hub/ }).click();
  await page.request.post('/api/Auth/logout', {
    headers: { authorization: `Bearer ${session.authToken}` },
  });
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(page).toHaveURL(/\/login/);
  await fill(page, 'admin@sente.test', password);
  await submit(page).click();
  await expect(page).toHaveURL('/users/create');
  await expect(page.getByLabel('Last Name')).toHaveValue('Nansubuga');
  await expect(page.getByLabel('Username')).toHaveValue('amina-gulu');
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('gulu hotspot hub');
  await expect(page.getByText('What you had typed is back')).toBeVisible();
});
