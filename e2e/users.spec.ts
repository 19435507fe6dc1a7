import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => rowsOf(page);
const company = (page: Page) => page.getByRole('combobox', { name: 'Company' });

async function pickCompany(page: Page, name: string) {
  await company(page).click();
  await company(page).fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

/** With a unique name, so that parallel tests do not conflict. */
async function createUser(page: Page, companyName: string): Promise<string> {
  const mark = `walker${Date.now()}${Math.floor(Math.random() * 1000)}`;
  await page.goto('/users/create');
  await page.getByLabel('First Name').fill('Walker');
  await page.getByLabel('Last Name').fill(mark);
  await page.getByLabel('Email', { exact: true }).fill(`${mark}@example.test`);
  await page.getByLabel('Username').fill(mark);
  await page.getByRole('radio', { name: /Type a password/ }).check();
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

test('staff create and edit a user, assign and remove a role, find and delete the user', async ({
  page,
}) => {
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
  const refused = await page.request.post('/api/Auth/login', {
    data: { email: `${mark}@example.test`, password: 'Mango-tree-7' },
  });
  expect((await refused.json()).message).toContain('inactive');

  const remove = (role: string) => page.getByRole('button', { name: `Remove ${role}` });
  await expect(remove('Client user')).toBeVisible();

  await assign(page, 'Auditor');
  await expectToast(page, 'Role assigned successfully');
  await expect(remove('Auditor')).toBeVisible();
  await page.getByRole('button', { name: 'Assign Role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Role' });
  await expect(dialog.getByRole('radio', { name: /^Cashier/ })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^Auditor/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Assign Role' })).toBeFocused();

  await remove('Client user').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Role' }).click();
  await expectToast(page, 'Role removed successfully');
  await expect(remove('Client user')).toHaveCount(0);

  await page.goto(`/users?search=${mark.toUpperCase()}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Showing 1 user', { exact: true })).toBeVisible();
  await rows(page).getByRole('cell').nth(2).click();
  await page.getByRole('button', { name: 'Delete User' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).click();
  await expect(page).toHaveURL('/users');
  await expectToast(page, 'User deleted successfully');
  await page.goto(`/users?search=${mark}`);
  await expect(page.getByText('No users match your search.')).toBeVisible();
});

test('the header of a long list stays visible, and a narrow window leaves columns out and says which', async ({
  page,
}) => {
  await openAs(page, admin, '/users');
  await rows(page).nth(20).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 600);
  const bar = page.getByRole('banner');
  const heading = (name: string) => page.getByRole('columnheader', { name });
  const foot = async () => {
    const box = await bar.boundingBox();
    return box ? box.y + box.height : null;
  };
  await expect(async () => {
    expect((await heading('Actions').boundingBox())?.y).toBe(await foot());
  }).toPass({ timeout: 5_000 });
  await page.getByRole('button', { name: 'user menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.getByText(/^Not shown in this width: Last Login/)).toBeVisible();
  await expect(heading('Status')).toBeInViewport();
  await expect(heading('Last Login')).toHaveCount(0);
  const sideways = page.getByRole('region', { name: 'Users, scrolls sideways' });
  await expect(sideways).toHaveCount(0);

  await page.getByRole('button', { name: 'Show all columns' }).click();
  await expect(heading('Last Login')).toBeVisible();
  await expect(sideways).toBeVisible();
  await page.getByRole('button', { name: 'Fit the window' }).click();
  await expect(heading('Last Login')).toHaveCount(0);

  await page.setViewportSize({ width: 1600, height: 800 });
  await expect(heading('Last Login')).toBeVisible();
  await expect(page.getByText('Not shown in this width')).toHaveCount(0);
});
