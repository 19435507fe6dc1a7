import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { expectToFit } from './support/width.ts';

const admin = 'admin@sente.test';
const manager = '/roles/00000000-0000-7000-8000-000000000212';
const rows = (page: Page) => rowsOf(page);
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search roles...' });

/** Answers a call of the page with what a broken or foreign server would say. */
function answer(page: Page, url: string | RegExp, body: unknown, status = 200) {
  return page.route(url, (route) => route.fulfill({ status, json: body }));
}

/** Where what stands in the cards under this name does not reach their right edge, line by line. */
async function linesFromTheRight(page: Page, name: string): Promise<string[]> {
  const values = page.locator('dt', { hasText: name }).locator('xpath=../dd');
  await expect(values.first()).toBeVisible();
  return values.evaluateAll((all) =>
    all.flatMap((value) => {
      const edge = value.closest('dl')?.getBoundingClientRect().right ?? 0;
      const ends = new Map<number, number>();
      for (const badge of value.firstElementChild?.children ?? []) {
        const { top, right } = badge.getBoundingClientRect();
        ends.set(top, Math.max(ends.get(top) ?? 0, right));
      }
      return [...ends.values()]
        .filter((end) => Math.abs(end - edge) > 1)
        .map((end) => `${value.textContent} ends ${edge - end} px too early`);
    }),
  );
}

test('create, find, give and take permissions, edit and delete a role', async ({ page }) => {
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
  await expect(dialog.getByRole('list', { name: '3 chosen' })).toContainText('canManageCompany');
  await dialog.getByRole('button', { name: 'Leave canManageCompany out' }).click();
  await dialog.getByRole('button', { name: 'Assign 2 Permissions' }).click();
  await expect(dialog).toBeHidden();
  await expectToast(page, 'Permission assigned successfully', 2);
  await expect(page.getByText('3 permissions')).toBeVisible();

  await page.getByRole('button', { name: 'Remove canViewUsers' }).click();
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

test('search, module and Clear live in the address', async ({ page }) => {
  await openAs(page, admin, '/roles');
  // How many there are changes under the other tests; all of them are shown.
  const all = page.getByText(/^Showing (\d+) of \1 roles$/);
  await expect(all).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeDisabled();

  await search(page).fill('CLIENT_MAN');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/^Showing 1 of \d+ roles$/)).toBeVisible();
  const row = rows(page).first();
  await expect(row).toContainText('00000000...');
  await expect(row).toContainText('Everything inside a company but its settings');
  await expect(row.getByRole('cell').nth(3)).toHaveText('7');
  await expect(row.getByText('Accounts', { exact: true })).toBeVisible();
  await expect(row.getByText('+2 more')).toBeVisible();

  await search(page).fill('but its SETTINGS');
  await expect(rows(page)).toHaveCount(1);
  await search(page).fill('canmanagecompany');
  await expect(page.getByRole('link', { name: /^client_admin/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^client_user/ })).toHaveCount(0);

  await search(page).fill('');
  await page.getByRole('combobox', { name: 'Module' }).selectOption('Company');
  await expect(page).toHaveURL('/roles?module=Company');
  await expect(page.getByRole('link', { name: /^client_manager/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Module' })).toHaveValue('Company');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL('/roles');
  await expect(all).toBeVisible();
});

test('the server keeps built-in roles, roles in use and reserved names', async ({ page }) => {
  await openAs(page, admin, manager);
  await page.getByRole('button', { name: 'Delete Role' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete Role' }).click();
  await expect(dialog).toContainText('client_manager is a built-in role and cannot be deleted.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Edit Role' }).click();
  await expect(page.getByLabel('Role Name')).not.toBeEditable();
  await expect(page.getByText('A built-in role keeps its name.')).toBeVisible();

  await page.goto('/roles?search=Users+Viewer');
  await page.getByRole('button', { name: 'Delete Users Viewer' }).click();
  await dialog.getByRole('button', { name: 'Delete Role' }).click();
  await expect(dialog).toContainText(
    /Role is assigned to \d+ users?\. Remove it from them first\./,
  );
  await answer(page, '**/api/Role/*', { success: false });
  await dialog.getByRole('button', { name: 'Delete Role' }).click();
  await expect(dialog).toContainText('Failed to delete role');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Users Viewer' })).toBeFocused();
  await page.unroute('**/api/Role/*');

  await page.goto('/roles/create');
  await page.getByLabel('Role Name').fill('Super\u200b Admin');
  await page.getByLabel('Description').fill('Half typed');
  await page.getByRole('button', { name: 'Create Role' }).click();
  await expectToast(page, 'This name is kept for administrators. Choose another one.');
  await expect(page.getByLabel('Role Name')).toBeFocused();
  await expect(page.getByLabel('Role Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Description')).toHaveValue('Half typed');
  await page.getByLabel('Role Name').fill('AUDITOR');
  await page.getByRole('button', { name: 'Create Role' }).click();
  await expectToast(page, 'Role name is already in use');
  await expect(page.getByRole('button', { name: 'Create Role' })).toBeDisabled();
});

test('on a phone the list becomes cards and a permission can be given', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, admin, '/roles?search=client_');
  expect(await linesFromTheRight(page, 'Modules')).toEqual([]);
  await page.goto('/roles?search=Restricted');
  await page.getByRole('link', { name: /^Restricted/ }).click();
  await page.getByRole('button', { name: 'Assign Permissions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /canEditProfile/ }).check();
  await dialog.getByRole('button', { name: 'Assign Permission' }).click();
  await expectToast(page, 'Permission assigned successfully');
  await page.getByRole('button', { name: 'Remove canEditProfile' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Permission' }).click();
  await expectToast(page, 'Permission removed successfully');
  await expectToFit(page);
});
