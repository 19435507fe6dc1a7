import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { expectToFit } from './support/width.ts';

const sections = ['Home', 'About', 'Services', 'Testimonials', 'Contact'];
const nothingSent =
  'Nothing was sent: this form is a demo. Write to the e-mail or call the phone shown here.';

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const expectTheme = (page: Page, theme: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveAttribute('data-theme', theme);

test('the landing page links to its sections, marks the visible one, and its form sends nothing where nobody answers', async ({
  page,
}) => {
  await page.route('**/api/Site', (route) =>
    route.fulfill({
      json: { data: { takesEnquiries: false, hasOpenDemo: false, sendsMail: true } },
    }),
  );
  await page.goto('/');
  await expect(page).toHaveTitle('Sente: company accounts and mobile money in Uganda');
  for (const label of sections) {
    await mainMenu(page).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(`/#${label.toLowerCase()}`);
    await expect(page.locator(`section#${label.toLowerCase()}`)).toBeInViewport();
    await expect(mainMenu(page).locator('[aria-current]')).toHaveText(label);
  }
  await expect(page.getByText('50,000', { exact: true })).toBeAttached();
  await expect(page.getByText('1,200,000', { exact: true }).first()).toBeAttached();

  // The contact form shows its errors and sends nothing.
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const send = page.getByRole('button', { name: 'Send message' });

  await send.click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Name is required');
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription('Message is required');
  await page.getByLabel('Your name').fill('Grace Nakato');
  await page.getByLabel('Message').fill('x'.repeat(2001));
  await page.getByLabel('Message').blur();
  await expect(page.getByText('Must be at most 2000 characters')).toBeVisible();
  await page.getByLabel('Message').fill('An account, please.');
  await page.getByLabel('Email').fill('grace at shop');
  await page.getByLabel('Email').blur();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await send.click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText(nothingSent)).toBeHidden();

  await page.getByLabel('Email').fill('grace@shop.test');
  await send.click();
  await expect(page.getByRole('status').getByText(nothingSent)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('An account, please.');
  await expect(page.getByRole('link', { name: 'Or write an e-mail' })).toHaveAttribute(
    'href',
    /^mailto:hello@sente\.test\?subject=.*Grace%20Nakato.*&body=An%20account%2C%20please\.$/,
  );
  // The browser loads the favicon at any time.
  expect(requests.filter((path) => path !== '/favicon.svg')).toEqual([]);
  await expect(page).toHaveURL('/#contact');
});

test('the public pages are readable and linked without scripts, and the form sends nothing', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('noscript p')).toBeVisible();
  await page.getByRole('link', { name: 'See the wallet' }).click();
  await expect(page).toHaveURL('/wallet');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A wallet that shows its work');
  await expect(page.getByRole('link', { name: 'Sign In' }).last()).toHaveAttribute(
    'href',
    '/login',
  );
  await context.close();
});

test('the chosen theme survives a reload and applies to the portal', async ({ page }) => {
  await page.goto('/');
  await expectTheme(page, 'light');
  // With reduced motion, as here, no element turns its colours after its parent has.
  expect(await page.evaluate(() => getComputedStyle(document.body).transitionDuration)).toBe('0s');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await page.reload();
  await expectTheme(page, 'dark');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login');
  await expectTheme(page, 'dark');
  await page.getByRole('link', { name: 'Learn more about our services' }).click();
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expectTheme(page, 'light');

  // A signed-in user is redirected to their own area.
  await openAs(page, 'owner@demo-one.test', '/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeHidden();
  await header.getByRole('link', { name: 'Go to dashboard' }).click();
  await expect(page).toHaveURL('/client');
});

test('on a phone, the menu opens, leads to a section, and closes; the footer leads to the status', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu.getByRole('link', { name: 'Wallet' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL('/#services');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Contact' }).click();
  await expect(menu).toBeHidden();
  await expect(page.locator('section#contact')).toBeInViewport();
  await expectToFit(page);
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await footer.getByRole('link', { name: 'Status' }).click();
  await expect(page).toHaveURL('/status');
  await expect(page.getByRole('region', { name: 'Books' })).toContainText(/^Books/);
});

test('on a phone, tables of the documentation are read without scrolling sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ['/docs', '/docs/errors', '/docs/webhooks', '/api/docs#errors']) {
    await page.goto(address);
    await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
      for (const each of all) each.open = true;
    });
    await expectToFit(page);
    await expect(page.getByRole('table').first()).toBeVisible();
    for (const box of await page.locator('.scrolls').all()) {
      expect(await box.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    }
  }
});

test('the documentation has the theme that was chosen on the site, and chooses it for the site', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  const paintedIn = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const address of ['/docs', '/docs/webhooks', '/api/docs', '/api/docs/companies']) {
    await page.goto(address);
    await expectTheme(page, 'dark');
    expect(await paintedIn()).toBe('rgb(14, 17, 19)');
  }
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expectTheme(page, 'light');
  expect(await paintedIn()).toBe('rgb(248, 249, 250)');
  await page.goto('/');
  await expectTheme(page, 'light');
});

test('what a link or the search leads to in the documentation is in view and marked', async ({
  page,
}) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/docs/search?q=idempotency_key_reused');
    await page.locator('.found a').first().click();
    await expect(page).toHaveURL('/docs/errors#row-idempotency_key_reused');
    const row = page.locator('tr:target');
    await expect(row).toBeInViewport();
    await expect(row).toHaveCSS('background-color', 'rgb(226, 243, 236)');
    await page.goto('/docs');
  }
});

test('a call of the reference has its example beside its fields, and Copy covers no code', async ({
  page,
}) => {
  const call = page.locator('[id="payments.createCollection"]');
  const boxOf = async (selector: string) => {
    const box = await call.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not shown`);
    return box;
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/api/docs#payments.createCollection');
  const [about, examples] = [await boxOf('.about'), await boxOf('.examples')];
  expect(examples.x).toBeGreaterThan(about.x + about.width);
  // A long summary stays in its column.
  const summary = page.locator('[id="payments.retryBulkPayout"] summary');
  const path = await summary.locator('code').boundingBox();
  expect((await summary.locator('span').boundingBox())?.x).toBeGreaterThan(path?.x ?? Infinity);
  await page.setViewportSize({ width: 390, height: 844 });
  const copy = await boxOf('.code button');
  expect((await boxOf('.code pre')).y).toBeGreaterThanOrEqual(copy.y + copy.height);
  await expectToFit(page);
});

test('the documentation is searched while typing, and keeps the chosen language', async ({
  page,
}) => {
  await page.goto('/docs/first-payment');
  const search = page.getByRole('combobox', { name: 'Search the documentation' });
  await search.pressSequentially('refund');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  await search.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await search.press('Escape');
  await expect(options.first()).toBeHidden();
  await search.press('ArrowDown');
  await page.getByRole('option', { name: /^POST .api.v1.Payments.refunds/ }).click();
  await expect(page).toHaveURL('/api/docs#payments.createRefund');
  await expect(page.getByRole('region', { name: 'Body of payments.createRefund' })).toBeVisible();
  await page.goto('/docs/first-payment');
  await page.getByRole('tab', { name: 'PHP' }).first().click();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'PHP', selected: true })).toHaveCount(3);
  await expect(page.getByRole('tabpanel').filter({ visible: true })).toHaveCount(3);
});

test('without scripts the documentation has a menu on a phone, all languages and its search', async ({
  browser,
}) => {
  const viewport = { width: 390, height: 844 };
  const page = await browser.newPage({ javaScriptEnabled: false, viewport });
  await page.goto('/docs/first-payment');
  const list = page.getByRole('navigation', { name: 'Docs' });
  await expect(list).toBeHidden();
  await page.getByRole('checkbox', { name: 'Menu' }).check();
  await expect(list.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Menu' }).uncheck();
  await expect(page.locator('.language').filter({ visible: true })).toHaveCount(12);
  await page.getByRole('searchbox').fill('refund');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('heading', { name: 'Search' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'POST /api/v1/Payments/refunds' })).toBeVisible();
  await page.close();
});
