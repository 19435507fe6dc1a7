import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search roles...' });

test('staff create and find a role, assign and remove permissions, edit and delete it', async ({
  page,
}) => {
  const name = `Walk Through ${Date.now()}`;
  await openAs(page, admin, '/roles');
  await expect(page.getByRole('heading', { name: 'Roles Management' })).toBeVisible();
  await page.getByRole('link', { name: 'Create Role' }).click();
  await page.getByLabel('Role Name').fill(name);
  await expect(page.getByText(`${name.length}/100`)).toBeVisible();
  await page.getByLabel('Description').fill('Made by a walk');
  await expect(page.getByText('14/500')).toBeVisible();
  await page.getByRole('button', { name: 'Create Role' }).dblclick();
  await expectToast(page, 'Role created successfully');
  await expect(page).toHaveURL(/\/roles\/[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle(`${name} · Sente`);
  await expect(page.getByText('No permissions yet')).toBeVisible();

  await page.getByRole('button', { name: 'Assign Permissions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Permissions' });
  await dialog.getByRole('searchbox').fill('VIEWUSERS');
  await dialog.getByRole('checkbox', { name: /canViewUsers/ }).check();
  await dialog.getByRole('button', { name: 'Assign Permission' }).click();
  await expectToast(page, 'Permission assigned successfully');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Users' })).toContainText('canViewUsers');

  await page.getByRole('button', { name: 'Assign Permissions' }).click();
  await expect(dialog.getByRole('checkbox', { name: /canViewUsers/ })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: /canManageCompany/ }).check();
  await dialog.getByRole('combobox', { name: 'Module' }).selectOption('Accounts');
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await dialog.getByRole('checkbox', { name: /canViewAccounts/ }).check();
  await dialog.getByRole('checkbox', { name: /canManageAccounts/ }).check();
  await expect(dialog.getByRole('list', { name: '3 chosen' })).toContainText('Run the company');
  await dialog.getByRole('button', { name: /^Leave .Run the company/ }).click();
  await dialog.getByRole('button', { name: 'Assign 2 Permissions' }).click();
  await expect(dialog).toBeHidden();
  await expectToast(page, 'Permission assigned successfully', 2);
  await expect(page.getByText('3 permissions')).toBeVisible();

  await page.getByRole('button', { name: /^Remove .See the people/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Permission' }).click();
  await expectToast(page, 'Permission removed successfully');
  await expect(page.getByRole('region', { name: 'Users' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit Role' }).click();
  await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeVisible();
  await page.getByLabel('Role Name').fill(`${name} again`);
  await page.getByRole('button', { name: 'Save Role' }).click();
  await expectToast(page, 'Role updated successfully');
  await expect(page.getByRole('heading', { name: `${name} again`, level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Delete Role' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('This action cannot be undone.');
  await confirm.getByRole('button', { name: 'Delete Role' }).click();
  await expect(page).toHaveURL('/roles');
  await expectToast(page, 'Role deleted successfully');
  await search(page).fill(name);
  await expect(page.getByText('No roles match your search.')).toBeVisible();
});
