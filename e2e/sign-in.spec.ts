import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { openAs, password } from './support/sign-in.ts';

const fill = async (page: Page, email: string, secret: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
};
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In' });

/** As a hand does it: what the first half of the press changes is there before the second. */
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

test('a company user lands in the client portal', async ({ page }) => {
  await page.goto('/login');
  await fill(page, 'owner@demo-one.test', password);
  await submit(page).click();
  await expect(page).toHaveURL('/client');
  await expect(page.getByText('client admin')).toBeVisible();
});

test('the page asked for opens after sign-in, with its query', async ({ page }) => {
  await page.goto('/companies?search=demo&sort=-name');
  await expect(page).toHaveURL(/\/login/);
  await fill(page, 'admin@sente.test', password);
  await submit(page).click();
  await expect(page).toHaveURL('/companies?search=demo&sort=-name');
  await expect(page.getByRole('link', { name: 'demo two', exact: true })).toBeVisible();
});

test('wrong input is told at the field, a refusal in a banner that goes away', async ({ page }) => {
  await page.goto('/login');
  await submit(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('Email and password are required')).toBeVisible();
  await expect(submit(page)).toBeDisabled();

  await fill(page, 'a b@c', '12345');
  await page.getByLabel('Password', { exact: true }).blur();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();

  await fill(page, 'nobody@demo-one.test', 'wrong-password');
  await submit(page).click();
  const banner = page.getByText('Invalid email or password');
  await expect(banner).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await expect(banner).toBeHidden({ timeout: 8_000 });
  await expect(submit(page)).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@demo-one.test');
});

test('Sign In pressed from within an empty field checks everything', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await pressSlowly(page, submit(page));
  await expect(page.getByText('Email and password are required')).toBeVisible();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await expect(page.getByLabel('Email')).toBeFocused();
});

for (const width of [320, 1440]) {
  test(`an error on leaving a field moves nothing, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/login');
    const link = page.getByRole('link', { name: 'Learn more about our services' });
    const placeBefore = await link.boundingBox();
    // The longest of each, which must not need a second line.
    await fill(page, 'grace', 'x'.repeat(101));
    await page.getByLabel('Password', { exact: true }).blur();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Password must be less than 100 characters')).toBeVisible();
    expect(await link.boundingBox()).toEqual(placeBefore);
  });
}

test('a link pressed from within an empty field opens', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await pressSlowly(page, page.getByRole('link', { name: 'Learn more about our services' }));
  await expect(page).toHaveURL('/wallet');
});

test('what a password manager put into the fields without an event is sent', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
    input.value = 'owner@demo-one.test';
  });
  await page
    .getByLabel('Password', { exact: true })
    .evaluate((input: HTMLInputElement, secret) => (input.value = secret), password);
  await submit(page).click();
  await expect(page).toHaveURL('/client');
});

test('a refusal is gone for who left the page and came back at once', async ({ page }) => {
  await page.goto('/login');
  await fill(page, 'nobody@demo-one.test', 'wrong-password');
  // The next page's code does not arrive, as on a slow line.
  await page.route(/\/assets\/(public-layout|wallet)[^/]*\.js$/, () => {});
  await submit(page).click();
  const banner = page.getByText('Invalid email or password');
  await expect(banner).toBeVisible();
  await page.getByRole('link', { name: 'Learn more about our services' }).click();
  await expect(page).toHaveURL('/wallet');
  await page.goBack();
  // The form too is a new one. The banner is looked for at once: by itself it goes after 5 seconds.
  await expect(page.getByLabel('Email')).toHaveValue('');
  expect(await banner.count()).toBe(0);
});

test('an inactive user is refused in words', async ({ page }) => {
  await page.goto('/login');
  await fill(page, 'inactive@demo-one.test', password);
  await submit(page).click();
  await expect(
    page.getByText('Your account is inactive. Contact your administrator.'),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('the password can be shown, and the way to the wallet page works', async ({ page }) => {
  await page.goto('/login');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret-1');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('link', { name: 'Learn more about our services' }).click();
  await expect(page).toHaveURL('/wallet');
});

test('a slow sign-in shows that it is busy and is sent once', async ({ page }) => {
  const held = await hold(page, '**/api/Auth/login');
  await page.goto('/login');
  await fill(page, 'admin@sente.test', password);
  await submit(page).dblclick();
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled();
  held.release();
  await expect(page).toHaveURL('/admin');
  expect(held.count()).toBe(1);
});

test('without a server the network message shows and nothing typed is lost', async ({ page }) => {
  await page.route('**/api/Auth/login', (route) => route.abort());
  await page.goto('/login');
  await fill(page, 'admin@sente.test', password);
  await submit(page).click();
  await expect(page.getByText('Network error occurred')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('admin@sente.test');
});

test('signing out ends the session on the server too', async ({ page }) => {
  const { authToken } = await openAs(page, 'admin@sente.test', '/companies');
  await page.getByRole('button', { name: 'Admin User' }).click();
  await expect(page.getByText('Signed in as admin@sente.test')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  // The browser does not wait for the server before it shows the sign-in.
  const headers = { authorization: `Bearer ${authToken}` };
  const statusNow = async () => (await page.request.get('/api/Company', { headers })).status();
  await expect.poll(statusNow).toBe(401);
});

test('a session that ends in mid-work leads through sign-in back to the page', async ({ page }) => {
  const { authToken } = await openAs(page, 'admin@sente.test', '/companies?page=2');
  await expect(page.getByText('Showing 11 to 20 of')).toBeVisible();
  // The bell asks last, and is not to be the one that finds out.
  await page.waitForLoadState('networkidle');
  await page.request.post('/api/Auth/logout', {
    headers: { authorization: `Bearer ${authToken}` },
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await fill(page, 'admin@sente.test', password);
  await submit(page).click();
  await expect(page).toHaveURL('/companies?page=2');
});

test('a session about to expire says so, and an expired one is cleared', async ({ page }) => {
  await openAs(page, 'admin@sente.test', '/favicon.svg');
  const setExpiry = (ms: number) =>
    page.evaluate(
      (at) => localStorage.setItem('authExpiration', new Date(at).toISOString()),
      Date.now() + ms,
    );
  await setExpiry(4 * 60_000);
  await page.goto('/companies');
  await expect(page.getByText('Your session will expire soon')).toBeVisible();
  await setExpiry(-1_000);
  await page.goto('/companies');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});
