import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users...' });
const company = (page: Page) => page.getByRole('combobox', { name: 'Company' });

async function pickCompany(page: Page, name: string) {
  await company(page).click();
  await company(page).fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

/** With a name of its own, so that tests running side by side do not meet. */
async function createUser(page: Page, companyName: string): Promise<string> {
  const mark = `walker${Date.now()}${Math.floor(Math.random() * 1000)}`;
  await page.goto('/users/create');
  await page.getByLabel('First Name').fill('Walker');
  await page.getByLabel('Last Name').fill(mark);
  await page.getByLabel('Email').fill(`${mark}@example.test`);
  await page.getByLabel('Username').fill(mark);
  await page.getByLabel('Password', { exact: true }).fill('Mango-tree-7');
  await pickCompany(page, companyName);
  await page.getByRole('button', { name: 'Create User' }).dblclick();
  await expect(page.getByRole('heading', { name: `Walker ${mark}`, level: 1 })).toBeVisible();
  await expectToast(page, `Walker ${mark} has been created successfully!`);
  return mark;
}

async function assign(page: Page, role: string) {
  await page.getByRole('button', { name: 'Assign Role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Role' });
  await dialog.getByRole('searchbox').fill(role);
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole('button', { name: 'Assign Role' }).click();
  return dialog;
}

test('create, edit, find and delete a user', async ({ page }) => {
  await openAs(page, admin, '/users?search=nobody-yet');
  await page.getByRole('link', { name: 'Create User' }).click();
  await expect(page).toHaveURL('/users/create');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Company is required')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeFocused();

  const mark = await createUser(page, 'Demo One');
  await expect(page.getByRole('link', { name: 'Demo One' })).toBeVisible();
  await expect(page.getByText('Never')).toBeVisible();

  await page.getByRole('link', { name: 'Edit User' }).click();
  await expect(page).toHaveTitle(`Edit Walker ${mark} · Sente`);
  await page.getByLabel('Phone').fill('+256 772 999111');
  await page.getByRole('switch', { name: 'Active' }).uncheck();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'User updated successfully');
  await expect(page.getByText('+256 772 999111')).toBeVisible();
  await expect(page.getByText('Inactive').first()).toBeVisible();

  await page.goto(`/users?search=${mark.toUpperCase()}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Showing 1 users')).toBeVisible();
  await rows(page).getByRole('cell').nth(2).click();
  await page.getByRole('button', { name: 'Delete User' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).click();
  await expect(page).toHaveURL('/users');
  await expectToast(page, 'User deleted successfully');
  await page.goto(`/users?search=${mark}`);
  await expect(page.getByText('No users match your search.')).toBeVisible();
});

test('give a role and take one away', async ({ page }) => {
  await openAs(page, admin, '/favicon.svg');
  await createUser(page, 'Demo One');
  const remove = (role: string) => page.getByRole('button', { name: `Remove ${role}` });
  await expect(remove('client_user')).toBeVisible();

  await assign(page, 'Auditor');
  await expectToast(page, 'Role assigned successfully');
  await expect(remove('Auditor')).toBeVisible();
  await page.getByRole('button', { name: 'Assign Role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Role' });
  await expect(dialog.getByRole('radio', { name: /^Cashier/ })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^Auditor/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Assign Role' })).toBeFocused();

  await remove('client_user').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Role' }).click();
  await expectToast(page, 'Role removed successfully');
  await expect(remove('client_user')).toHaveCount(0);
});

test('search and company live in the address', async ({ page }) => {
  await openAs(page, admin, '/users?search=moses');
  const row = rows(page).first();
  await expect(row).toContainText('client_manager');
  await row.getByText('+2').hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^[^,]+, [^,]+$/);
  await expect(row).toContainText('Active');
  await page.getByRole('searchbox').fill('Demo Two'.toLowerCase());
  await expect(rows(page).filter({ hasText: 'Peter Kato' })).toBeVisible();

  await page.goto('/users');
  await expect(company(page)).toHaveValue('All Companies');
  await pickCompany(page, 'demo two');
  await expect(page).toHaveURL(/\/users\?companyId=[0-9a-f-]{36}$/);
  await expect(rows(page).filter({ hasText: 'Peter Kato' })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Joseph Ssali' })).toHaveCount(0);
  await page.reload();
  await expect(company(page)).toHaveValue('demo two');
  const count = await rows(page).count();
  await expect(page.getByText(`Showing ${count} users`)).toBeVisible();
  await search(page).fill('no such person');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/users');
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toHaveCount(0);
});

test('staff roles stay with the provider, and the server says why', async ({ page }) => {
  await openAs(page, admin, '/favicon.svg');
  const mark = await createUser(page, 'Demo One');
  const dialog = await assign(page, 'Admin');
  await expect(dialog).toContainText(
    'Admin is a staff role, and staff belong to Head Office. Move the user there first.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Edit User' }).click();
  await pickCompany(page, 'Head Office');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'User updated successfully');
  await assign(page, 'Admin');
  await expect(page.getByRole('button', { name: 'Remove Admin' })).toBeVisible();

  await page.getByRole('link', { name: 'Edit User' }).click();
  await expect(company(page)).toHaveValue('Head Office');
  await pickCompany(page, 'Demo One');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const reason =
    'The user holds the staff role Admin, and staff belong to Head Office. Remove the role first.';
  await expectToast(page, reason);
  await expect(company(page)).toBeFocused();
  await expect(page.getByRole('form', { name: 'User' })).toContainText(reason);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: `Walker ${mark}` })).toBeVisible();
});

test('only a SuperAdmin changes a SuperAdmin', async ({ page }) => {
  await openAs(page, admin, '/users?search=superadmin%40sente.test');
  await rows(page).getByRole('cell').nth(2).click();
  await page.getByRole('link', { name: 'Edit User' }).click();
  await pickCompany(page, 'Head Office');
  await page.getByLabel(/^Password/).fill('Take-it-over-1');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Only a SuperAdmin can change a SuperAdmin');
  await expect(page.getByLabel(/^Password/)).toHaveValue('Take-it-over-1');
});

test('an old form does not switch anybody on again', async ({ page, context }) => {
  await openAs(page, admin, '/favicon.svg');
  await createUser(page, 'Demo One');
  await page.getByRole('link', { name: 'Edit User' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Walker');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('switch', { name: 'Active' }).click();
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByText('Inactive').first()).toBeVisible();
  await other.getByRole('button', { name: 'History' }).click();
  await expect(other.getByRole('dialog').getByText('Deactivated the user')).toBeVisible();

  await page.getByLabel('Phone').fill('+256 772 121212');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(
    page,
    'Someone else changed this user in the meantime. Reload it and try again.',
  );
  await expect(page.getByLabel('Phone')).toHaveValue('+256 772 121212');
});

test('nobody deletes themselves', async ({ page }) => {
  await openAs(page, admin, '/users?search=admin%40sente.test');
  await page.getByRole('button', { name: 'Delete David Okello' }).click();
  const dialog = page.getByRole('alertdialog');
  const held = await hold(page, '**/api/User/*');
  await dialog.getByRole('button', { name: 'Delete User' }).click();
  await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  await page.keyboard.press('Escape');
  held.release();
  await expect(dialog).toContainText('You cannot delete your own user');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete David Okello' })).toBeFocused();
});

test('a refused form keeps what was typed and points at the field', async ({ page }) => {
  await openAs(page, admin, '/users/create');
  await page.getByLabel('First Name').fill('Twice');
  await page.getByLabel('Last Name').fill('The Same');
  await page.getByLabel('Email').fill('OWNER@demo-one.test');
  await page.getByLabel('Username').fill('twice-the-same');
  await page.getByLabel('Password', { exact: true }).fill('kampala123');
  await pickCompany(page, 'Demo One');
  const save = page.getByRole('button', { name: 'Create User' });
  await save.click();
  await expectToast(page, 'This password is one of the most common ones. Choose another.');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill('Mango-tree-7');
  await save.click();
  await expectToast(page, 'Email is already in use');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('First Name')).toHaveValue('Twice');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('OWNER@demo-one.test');
});

test('the list and a user that fail, and a user that is not there', async ({ page }) => {
  await page.route('**/api/User?*', (route) => route.fulfill({ status: 500, json: {} }));
  await openAs(page, admin, '/users');
  const panel = page.locator('#main').getByRole('alert');
  await expect(panel).toBeVisible();
  await expectToast(page, 'Failed to load users');
  await page.unroute('**/api/User?*');
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(panel).toBeHidden();
  await expect(rows(page).first()).toBeVisible();

  const unknown = '/users/00000000-0000-7000-8000-00000000dead';
  for (const path of [unknown, `${unknown}/edit`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'User not found', level: 2 })).toBeVisible();
  }
  for (const api of ['**/api/User/*', '**/api/Role']) {
    await page.route(api, (route) => route.fulfill({ status: 500, json: {} }));
  }
  await page.goto(unknown);
  await expect(page.getByText('Failed to load data')).toBeVisible();
});

test('the header of a long list stays in sight, under the bar of the page', async ({ page }) => {
  await openAs(page, admin, '/users');
  await rows(page).nth(30).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 600);
  const bar = page.getByRole('banner');
  const heading = page.getByRole('columnheader', { name: 'Actions' });
  const foot = async () => {
    const box = await bar.boundingBox();
    return box ? box.y + box.height : null;
  };
  await expect(async () => {
    expect((await heading.boundingBox())?.y).toBe(await foot());
  }).toPass({ timeout: 5_000 });
  await page.getByRole('button', { name: 'Admin User' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});

test('on a phone the list becomes cards and the flow can be finished', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, admin, '/users?search=spare%40demo-two');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit Robert Spare' }).click();
  await page.getByLabel('Phone').fill('+256 760 000997');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'User updated successfully');
  await expect(page.getByText('+256 760 000997')).toBeVisible();
  for (const path of ['/users', '/users/create', page.url()]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
