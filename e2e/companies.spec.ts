import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const firstName = (page: Page) => rows(page).first().getByRole('link').first();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search companies...' });

/** Answers a call of the page with what a broken or foreign server would say. */
function answer(
  page: Page,
  url: string | RegExp,
  body: unknown,
  status = 200,
  contentType = 'application/json',
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return page.route(url, (route) => route.fulfill({ status, contentType, body: text }));
}

async function fillForm(page: Page, name: string) {
  await page.getByLabel('Company Name').fill(name);
  await page
    .getByLabel('Email Address')
    .fill(`${name.replaceAll(' ', '-').toLowerCase()}@example.test`);
  await page.getByLabel('Phone Number').fill('+256 772 999000');
  await page.getByLabel('Address', { exact: true }).fill('Test Road 1, Kampala');
}

test('create, find, read, edit and delete a company', async ({ page }) => {
  const name = `Walk Through ${Date.now()}`;
  await openAs(page, admin, '/companies');
  await page.getByRole('link', { name: 'Create Company' }).click();
  await expect(page).toHaveURL('/companies/create');
  const save = page.getByRole('button', { name: 'Create Company' });
  await expect(save).toBeDisabled();
  await fillForm(page, name);
  await page.getByLabel('Website').fill('not an address');
  await expect(page.getByText('Invalid website URL')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByLabel('Website').fill('https://walk.example');
  await save.dblclick();
  await expect(page).toHaveURL('/companies');
  await expectToast(page, `${name} has been created successfully!`);

  await search(page).fill(name.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: /Visit Site/ })).toHaveAttribute('target', '_blank');
  await rows(page).getByRole('cell').nth(1).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Sente`);

  await page.getByRole('link', { name: 'Edit Company' }).click();
  await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeVisible();
  await page.getByLabel('Phone Number').fill('0772 111222');
  await page.getByRole('button', { name: 'Save Company' }).click();
  await expectToast(page, `${name} has been updated successfully!`);
  await expect(page.getByText('0772 111222')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Company' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('This action cannot be undone.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete Company' }).click();
  await dialog.getByRole('button', { name: 'Delete Company' }).click();
  await expect(page).toHaveURL('/companies');
  await expectToast(page, `${name} has been deleted successfully`);
  await search(page).fill(name);
  await expect(page.getByText('No companies found matching your search.')).toBeVisible();
});

test('sort, page and search live in the address', async ({ page }) => {
  await openAs(page, admin, '/companies');
  await expect(page.getByText(/^Showing 1 to 10 of \d+ results$/)).toBeVisible();
  await expect(page.getByText('Total balance: UGX')).toBeVisible();
  await expect(firstName(page)).toHaveText('Arua Bus Park WiFi');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();

  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL('/companies?sort=-name');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('button', { name: 'Created Date' }).click();
  await expect(page.getByRole('columnheader', { name: 'Created Date' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(rows(page).first()).toContainText('Jan 05');

  await page.goto('/companies?page=3');
  await search(page).fill('hippo');
  await expect(page).toHaveURL('/companies?search=hippo');
  await expect(firstName(page)).toHaveText('Kasese Cement Stores');
  await search(page).fill('0772');
  await expect(firstName(page)).toHaveText('demo two');
});

test('a delete that the server refuses keeps the dialog and says why', async ({ page }) => {
  await openAs(page, admin, '/companies?search=Head+Office');
  await page.getByRole('button', { name: 'Delete Head Office' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete Company' }).click();
  await expect(dialog).toContainText('Head Office is the provider itself and cannot be deleted.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();

  await answer(page, '**/api/Company/*', { success: false });
  await dialog.getByRole('button', { name: 'Delete Company' }).click();
  await expect(dialog).toContainText('Failed to delete company');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Head Office' })).toBeFocused();
});

test('a slow delete shows that it is busy', async ({ page }) => {
  await openAs(page, admin, '/companies?search=Head+Office');
  const held = await hold(page, '**/api/Company/*');
  await page.getByRole('button', { name: 'Delete Head Office' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete Company' }).click();
  await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  held.release();
  await expect(dialog.getByRole('button', { name: 'Delete Company' })).toBeEnabled();
});

const company = {
  id: '00000000-0000-7000-8000-00000000abcd',
  name: 'Foreign One',
  email: 'foreign@example.test',
  phone: '1',
  address: 'x',
  createdAt: 'not-a-date',
  updatedAt: '',
};

for (const [shape, body] of [
  ['a bare array', [company]],
  ['an object with data', { data: [company] }],
  ['success and data', { success: true, data: [company] }],
  ['a single object', company],
] as const) {
  test(`the list is read from ${shape}`, async ({ page }) => {
    await answer(page, '**/api/Company?*', body);
    await openAs(page, admin, '/companies');
    await expect(firstName(page)).toHaveText('Foreign One');
    await expect(page.getByText('Invalid Date')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pagination' })).toBeHidden();
  });
}

for (const [what, body, status, type, text] of [
  [
    'success false with a message',
    { success: false, message: 'Closed for today' },
    200,
    'application/json',
    'Closed for today',
  ],
  [
    'success false without one',
    { success: false },
    200,
    'application/json',
    'Failed to fetch companies',
  ],
  ['a 500 without a message', {}, 500, 'application/json', 'Failed to load companies'],
  ['a page instead of JSON', '<html></html>', 200, 'text/html', 'Invalid response format'],
  ['JSON cut off', '{"data": [', 200, 'application/json', 'Response is not valid JSON'],
  ['a number', 7, 200, 'application/json', 'Invalid response format'],
] as const) {
  test(`a list that fails with ${what} says so and can be tried again`, async ({ page }) => {
    await answer(page, '**/api/Company?*', body, status, type);
    await openAs(page, admin, '/companies');
    const box = page.getByRole('alert').filter({ hasText: 'Error Loading Companies' });
    await expect(box).toContainText(text);
    await expectToast(page, 'Failed to load companies');
    await page.unroute('**/api/Company?*');
    await box.getByRole('button', { name: 'Try again' }).click();
    await expect(firstName(page)).toHaveText('Arua Bus Park WiFi');
  });
}

test('without a connection the list says so, and comes back', async ({ page }) => {
  await openAs(page, admin, '/companies');
  await expect(firstName(page)).toHaveText('Arua Bus Park WiFi');
  await page.route('**/api/Company?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  const box = page.getByRole('alert').filter({ hasText: 'Error Loading Companies' });
  await expect(box).toContainText('Network error occurred. Failed to connect to the server');
  await expect(firstName(page)).toHaveText('Arua Bus Park WiFi');
  await page.unroute('**/api/Company?*');
  await box.getByRole('button', { name: 'Try again' }).click();
  await expect(box).toBeHidden();
});

test('two people at one company: the later one is told, and nothing is overwritten', async ({
  page,
  context,
}) => {
  await openAs(page, admin, '/companies?search=Wakiso');
  await page.getByRole('link', { name: 'Edit Wakiso Boda Riders Union' }).click();
  await expect(page.getByLabel('Phone Number')).toHaveValue('+256 754 787878');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Phone Number').fill('+256 754 111111');
  await other.getByRole('button', { name: 'Save Company' }).click();
  await expect(other.getByText('+256 754 111111')).toBeVisible();

  await page.getByLabel('Address', { exact: true }).fill('Hoima Road 2, Wakiso');
  await page.getByRole('button', { name: 'Save Company' }).click();
  await expectToast(
    page,
    'Someone else changed this company in the meantime. Reload it and try again.',
  );
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Hoima Road 2, Wakiso');
});

test('names without spaces and a narrow desk keep the actions in sight', async ({ page }) => {
  const name = `Unbroken${'x'.repeat(150)}${Date.now()}`;
  await page.setViewportSize({ width: 1024, height: 800 });
  await openAs(page, admin, '/companies/create');
  await fillForm(page, name);
  await page.getByLabel('Email Address').fill(`${'y'.repeat(150)}${Date.now()}@example.test`);
  await page.getByRole('button', { name: 'Create Company' }).click();
  await search(page).fill(name);
  const remove = page.getByRole('button', { name: `Delete ${name}` });
  await expect(remove).toBeInViewport();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Company' }).click();
  await expectToast(page, `${name} has been deleted successfully`);
  await expect(page.locator('#main')).toBeFocused();
});

test('a changed form is not left by accident', async ({ page }) => {
  await openAs(page, admin, '/companies/create');
  await page.getByLabel('Company Name').fill('Half typed');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByLabel('Company Name')).toHaveValue('Half typed');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL('/users');
});

test('a refused form keeps what was typed and tells each reason', async ({ page }) => {
  await openAs(page, admin, '/companies/create');
  await fillForm(page, 'Twice The Same');
  await page.getByLabel('Email Address').fill('hello@demo-one.test');
  const save = page.getByRole('button', { name: 'Create Company' });
  await save.click();
  await expectToast(page, 'Email is already in use');
  await expect(page.getByLabel('Email Address')).toBeFocused();
  await expect(page.getByLabel('Email Address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Company Name')).toHaveValue('Twice The Same');

  await page.getByLabel('Email Address').fill('other@example.test');
  await answer(
    page,
    '**/api/Company',
    { success: false, errors: ['First reason', 'Second reason'] },
    400,
  );
  await save.click();
  await expectToast(page, 'First reason');
  await expectToast(page, 'Second reason');
  await page.unroute('**/api/Company');
  await answer(page, '**/api/Company', {}, 400);
  await save.click();
  await expectToast(page, 'Please check your input and try again');
  await page.unroute('**/api/Company');
  await answer(page, '**/api/Company', {}, 500);
  await save.click();
  await expectToast(page, 'Failed to create company');
});

test('a company that is not there', async ({ page }) => {
  await openAs(page, admin, '/companies/00000000-0000-7000-8000-00000000dead');
  await expect(page.getByRole('heading', { name: 'Company Not Found', level: 2 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Companies' }).last().click();
  await expect(page).toHaveURL('/companies');
});

test('a company that fails to load, and one that is slow', async ({ page }) => {
  const { id } = company;
  await answer(page, `**/api/Company/${id}`, {}, 500);
  await openAs(page, admin, `/companies/${id}`);
  await expect(page.getByText('Failed to load company details')).toBeVisible();
  await page.unroute(`**/api/Company/${id}`);
  const found = { success: true, data: company };
  for (const [path, heading] of [
    [`/companies/edit/${id}`, 'Edit Foreign One'],
    [`/companies/${id}`, 'Foreign One'],
  ] as const) {
    const held = await hold(page, `**/api/Company/${id}`, (route) =>
      route.fulfill({ json: found }),
    );
    await page.goto(path);
    await expect(page.locator('[data-skeleton-row]')).toHaveCount(6);
    held.release();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await page.unroute(`**/api/Company/${id}`);
  }
  await expect(page.getByText('Invalid Date')).toHaveCount(2);
});

test('pictures: the working logo shows, a broken one gives way to the icon', async ({ page }) => {
  await openAs(page, admin, '/companies?search=Demo+One');
  await expect(rows(page).first().locator('img')).toBeVisible();
  await page.goto('/companies?search=Rwenzori');
  await expect(rows(page).first().locator('svg.lucide-building-2')).toBeVisible();
  await expect(rows(page).first().locator('img')).toHaveCount(0);
});

test('on a phone the list becomes cards and the flow can be finished', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, admin, '/companies');
  await expect(page.getByRole('table')).toHaveCount(0);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByLabel('Sort by').selectOption({ label: 'Name, descending' });
  await expect(page.getByRole('listitem').filter({ hasText: 'Zebra Spare Company' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit Zebra Spare Company' }).click();
  await page.getByLabel('Phone Number').fill('+256 760 000998');
  await page.getByRole('button', { name: 'Save Company' }).click();
  await expectToast(page, 'Zebra Spare Company has been updated successfully!');
});
