import { roles, type Permission } from '@sente/contract/roles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { held, ok, refused, silent, unexplained } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { address, asksToStay, renderPage } from '../../testing/page.tsx';
import { support, type Person } from '../../testing/people.ts';
import { aRole } from '../../testing/records.ts';
import { calls, forgetCalls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

const permission = (name: string, module: string | null = 'Users'): Permission => ({
  id: `id of ${name}`,
  name,
  description: null,
  module,
});
const role = aRole({
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Cashier',
  description: 'At the counter',
  permissions: [permission('canViewUsers'), permission('canDance', null)],
});
const details = `/roles/${role.id}`;
const all = [...role.permissions, permission('canSing'), permission('canRun', 'Accounts')];
const refusal = refused(409, 'The server says why');

beforeEach(serveRole);

describe('the list', () => {
  it('is sorted by a column, and leaves copying the id to the page of a role', async () => {
    const other = aRole({ id: `5${role.id.slice(1)}`, name: 'Accountant', permissions: all });
    serve(roles.list, ok([role, other]));
    await renderPage('/roles');
    const names = async () =>
      (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent.slice(0, 7));
    await screen.findByText('Showing 2 of 2 roles');
    expect(await names()).toEqual(['Cashier', 'Account']);
    await press('Name');
    expect(await names()).toEqual(['Account', 'Cashier']);
    await press('Permissions');
    expect(address()).toBe('/roles?sort=permissions');
    expect(await names()).toEqual(['Cashier', 'Account']);
    await press('Permissions');
    expect(await names()).toEqual(['Account', 'Cashier']);
    expect(screen.queryByRole('button', { name: /Copy/ })).toBeNull();
  });

  it('says when it cannot be loaded, and can be tried again', async () => {
    serve(roles.list, silent);
    await renderPage('/roles');
    expect(await screen.findByText('Failed to load roles')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    serveRole();
    await press('Try Again');
    expect(await screen.findByText('Showing 1 of 1 roles')).toBeVisible();
  });

  it('says who holds a role, and why it cannot be deleted', async () => {
    const builtIn = aRole({ name: 'Built', isBuiltIn: true });
    const heldRole = aRole({ name: 'Taken', holders: 1 });
    serve(roles.list, ok([role, builtIn, heldRole]));
    await renderPage('/roles');
    expect(await screen.findByText('1 person')).toBeVisible();
    expect(screen.getAllByText('Nobody')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Delete Cashier' })).toBeEnabled();
    for (const [name, reason] of [
      ['Delete Built', 'A built-in role stays'],
      ['Delete Taken', 'Held by 1 person'],
    ] as const) {
      const button = screen.getByRole('button', { name });
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription(reason);
    }
  });

  it('distinguishes no roles from no matches', async () => {
    serve(roles.list, ok([]));
    await renderPage('/roles');
    expect(await screen.findByText('No roles yet')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('No roles match your search.')).toBeVisible();
    expect(screen.getByText('Showing 0 of 0 roles')).toBeVisible();
  });

  it('is searched by name, description and permission, and filtered by module', async () => {
    const auditor = aRole({ name: 'Auditor', permissions: [permission('canRun', 'Accounts')] });
    serve(roles.list, ok([role, auditor]));
    await renderPage('/roles');
    const clear = await screen.findByRole('button', { name: 'Clear' });
    expect(clear).toBeDisabled();
    const box = screen.getByRole('searchbox');
    for (const [text, found] of [
      ['AUDIT', 'Auditor'],
      ['the COUNTER', 'Cashier'],
      ['canviewusers', 'Cashier'],
    ] as const) {
      await put(box, text);
      expect(await screen.findByText('Showing 1 of 2 roles')).toBeVisible();
      expect(screen.getByRole('link', { name: new RegExp(`^${found}`) })).toBeVisible();
      await user.clear(box);
      expect(await screen.findByText('Showing 2 of 2 roles')).toBeVisible();
    }
    await user.selectOptions(screen.getByRole('combobox', { name: 'Module' }), 'Accounts');
    expect(await screen.findByText('Showing 1 of 2 roles')).toBeVisible();
    expect(address()).toBe('/roles?module=Accounts');
    await user.click(clear);
    expect(await screen.findByText('Showing 2 of 2 roles')).toBeVisible();
    expect(address()).toBe('/roles');
  });

  it('shows three placeholders until the answer arrives', async () => {
    const slow = held();
    serve(roles.list, slow.answer);
    await renderPage('/roles');
    expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(3);
    act(() => slow.release(ok([role])));
    expect(await screen.findByText('Showing 1 of 1 roles')).toBeVisible();
  });

  it('shortens the id, and shows three modules and how many more', async () => {
    const modules = ['Wallets', 'Accounts', null, 'Users', 'Reports'];
    const permissions = modules.map((module) => permission(`can${module}`, module));
    serve(roles.list, ok([{ ...role, description: null, permissions }]));
    await renderPage('/roles');
    const row = (await screen.findByText('44444444...')).closest('tr') as HTMLElement;
    expect(within(row).getByText('5')).toBeVisible();
    for (const module of ['Accounts', 'Reports', 'Users']) {
      expect(within(row).getByText(module)).toBeVisible();
    }
    expect(within(row).getByText('+2 more')).toBeVisible();
    expect(within(row).queryByText('Wallets')).not.toBeInTheDocument();
  });

  it.each([
    ['without a word', unexplained, 'Failed to delete role'],
    ['with a reason', refusal, 'The server says why'],
  ])('keeps the delete dialog open when refused %s', async (_how, answer, text) => {
    serve(roles.remove, answer);
    await renderPage('/roles');
    await press('Delete Cashier');
    const dialog = screen.getByRole('alertdialog');
    await press('Delete Role', dialog);
    expect(await within(dialog).findByText(text)).toBeVisible();
  });
});

describe('the detail', () => {
  const assigned = () => calls(roles.assignPermission).map(({ body }) => body['permissionId']);
  const openDialog = async () => {
    await renderPage(details);
    await press('Assign Permissions');
    return screen.getByRole('dialog');
  };

  it('of a role that somebody holds is not deleted either, for the same reason as in the list', async () => {
    serve(roles.get, ok(aRole({ name: 'Taken', holders: 1 })));
    await renderPage(details);
    const button = await screen.findByRole('button', { name: 'Delete Role' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Held by 1 person');
  });

  it.each([
    ['no data', { success: true, data: null }],
    ['an empty record', { success: true, data: {} }],
    ['nothing at all', {}],
  ])('an answer with %s is shown as a failure', async (_what, body) => {
    serve(roles.get, { body });
    await renderPage(details);
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load roles');
    expect(panel).toHaveTextContent('Invalid response format');
    expect(screen.queryByRole('button', { name: 'Delete Role' })).not.toBeInTheDocument();
  });

  it('shows one message when both loads fail, and reloads both', async () => {
    serve(roles.get, silent);
    serve(roles.listPermissions, silent);
    await renderPage(details);
    expect(await screen.findByText('Failed to load data')).toBeVisible();
    expect(screen.queryByText('Failed to load permissions')).not.toBeInTheDocument();
    serveRole();
    await press('Try Again');
    expect(await screen.findByText('canViewUsers')).toBeVisible();
    expect(screen.queryByText('Failed to load data')).not.toBeInTheDocument();
  });

  it('says which load failed when it is only one', async () => {
    serve(roles.listPermissions, silent);
    const { unmount } = await renderPage(details);
    expect(await screen.findByText('Failed to load permissions')).toBeVisible();
    expect(screen.getByText('canViewUsers')).toBeVisible();
    await press('Assign Permissions');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('Failed to load permissions')).toBeVisible();
    unmount();
    serveRole();
    serve(roles.get, silent);
    await renderPage(details);
    expect(await screen.findByText('Failed to load roles')).toBeVisible();
  });

  it('says that a role does not exist', async () => {
    serve(roles.get, refused(404, 'Role not found'));
    await renderPage(details);
    expect(await screen.findByRole('heading', { name: 'Role not found' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Back to Roles' })).not.toHaveLength(0);
  });

  it('groups by module, and under Other without one', async () => {
    await renderPage(details);
    const other = await screen.findByRole('region', { name: 'Other' });
    expect(within(other).getByText('canDance')).toBeVisible();
    const users = screen.getByRole('region', { name: 'Users' });
    expect(within(users).getByText('canViewUsers')).toBeVisible();
  });

  it('the dialog shows placeholders until the permissions are loaded', async () => {
    const slow = held();
    serve(roles.listPermissions, slow.answer);
    const dialog = await openDialog();
    expect(dialog.querySelectorAll('[data-skeleton-row]')).toHaveLength(5);
    act(() => slow.release(ok(all)));
    expect(await within(dialog).findByRole('checkbox', { name: /canSing/ })).toBeVisible();
  });

  it('offers missing permissions, sends each ticked one once, and reloads', async () => {
    const dialog = await openDialog();
    const boxes = within(dialog).getAllByRole('checkbox');
    expect(boxes).toHaveLength(2);
    forgetCalls();
    for (const box of boxes) await user.click(box);
    await user.dblClick(within(dialog).getByRole('button', { name: 'Assign 2 Permissions' }));
    await expectToast('Permission assigned successfully');
    expect(assigned()).toEqual(['id of canSing', 'id of canRun']);
    expect(calls(roles.assignPermission)[0]?.body).toMatchObject({ roleId: role.id });
    expect(calls(roles.get)).not.toEqual([]);
  });

  it('says that a permission of a staff role waits for a second person', async () => {
    serve(roles.assignPermission, ok(role, { approvalId: role.id }));
    const dialog = await openDialog();
    await user.click(within(dialog).getByRole('checkbox', { name: /canSing/ }));
    await press('Assign Permission', dialog);
    await expectToast('The permission waits for a second person');
  });

  it('lists ticked permissions hidden by a filter, and lets them be removed', async () => {
    const dialog = await openDialog();
    expect(within(dialog).queryByText(/chosen$/)).not.toBeInTheDocument();
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box);
    await user.selectOptions(within(dialog).getByRole('combobox'), 'Accounts');
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
    const chosen = within(dialog).getByRole('list', { name: '2 chosen' });
    expect(within(chosen).getByText('canSing')).toBeVisible();
    expect(within(chosen).getByText('canRun')).toBeVisible();
    await press('Leave “canSing” out', chosen);
    expect(within(dialog).getByRole('list', { name: '1 chosen' })).toHaveTextContent(/^canRun$/);
    await press('Assign Permission', dialog);
    await expectToast('Permission assigned successfully');
    expect(assigned()).toEqual(['id of canRun']);
  });

  it('says which were assigned when one of several fails, and keeps the rest ticked', async () => {
    const dialog = await openDialog();
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box);
    serve(roles.assignPermission, ({ body }) =>
      body['permissionId'] === 'id of canRun' ? refusal : ok(role),
    );
    const permissions = [...role.permissions, permission('canSing')];
    serve(roles.get, ok({ ...role, permissions }));
    await press('Assign 2 Permissions', dialog);
    await waitFor(() =>
      expect(within(dialog).getByRole('alert')).toHaveTextContent(
        'The server says why. Assigned: “canSing”. Not assigned: “canRun”.',
      ),
    );
    expect(within(dialog).getAllByRole('checkbox')).toEqual([
      within(dialog).getByRole('checkbox', { name: /canRun/, checked: true }),
    ]);
    forgetCalls();
    serve(roles.assignPermission, ok(role));
    await press('Assign Permission', dialog);
    await expectToast('Permission assigned successfully');
    expect(assigned()).toEqual(['id of canRun']);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it.each([
    ['without a word', unexplained, 'Failed to assign permission'],
    ['with a reason', refusal, 'The server says why'],
  ])('keeps the assign dialog open when it fails %s', async (_how, answer, text) => {
    serve(roles.assignPermission, answer);
    const dialog = await openDialog();
    await user.click(within(dialog).getByRole('checkbox', { name: /canSing/ }));
    await press('Assign Permission', dialog);
    expect(await within(dialog).findByText(text)).toBeVisible();
    expect(within(dialog).getByRole('checkbox', { name: /canSing/ })).toBeChecked();
  });

  it('tells in words what the role allows, and who holds it', async () => {
    serve(roles.get, ok({ ...role, holders: 3 }));
    await renderPage(details);
    expect(await screen.findByText('See the people of the company')).toBeVisible();
    expect(screen.getByText('canViewUsers')).toBeVisible();
    expect(screen.getByText('3 people')).toBeVisible();
  });

  it('offers only permissions that fit the kind of the role and that the reader has', async () => {
    const offered = [permission('staffMoney'), permission('staffGrants'), permission('canSing')];
    serve(roles.listPermissions, ok(offered));
    const staffRole = { ...role, isStaff: true, permissions: [permission('staffRead')] };
    serve(roles.get, ok(staffRole));
    const own = ['staffRead', 'staffUsers', 'staffGrants'] as const;
    await renderPage(details, { as: { role: 'Chief', isStaff: true, permissions: own } });
    await press('Assign Permissions');
    expect(await screen.findAllByRole('checkbox')).toEqual([
      screen.getByRole('checkbox', { name: /staffGrants/ }),
    ]);
  });

  it.each<[string, Person, boolean]>([
    ['without the permission', support, false],
    [
      'of staff without staffGrants',
      { role: 'Admin', permissions: ['staffRead', 'staffUsers'] },
      true,
    ],
  ])('has no changes to offer %s', async (_what, as, isStaff) => {
    serve(roles.get, ok({ ...role, isStaff }));
    await renderPage(details, { as });
    await screen.findByRole('heading', { name: 'Cashier', level: 1 });
    for (const name of ['Edit Role', 'Delete Role', 'Assign Permissions', /^Remove /]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    }
  });

  it('keeps the remove dialog open when it fails', async () => {
    serve(roles.removePermission, silent);
    await renderPage(details);
    await press('Remove “canDance”');
    const dialog = screen.getByRole('alertdialog');
    await press('Remove Permission', dialog);
    expect(await within(dialog).findByText('Failed to remove permission')).toBeVisible();
    serveRole();
    await press('Remove Permission', dialog);
    await expectToast('Permission removed successfully');
    expect(dialog).not.toBeInTheDocument();
  });
});

describe('the form', () => {
  it('shows what is wrong and cannot be sent until corrected', async () => {
    await renderPage('/roles/create');
    const save = screen.getByRole('button', { name: 'Create Role' });
    const name = screen.getByLabelText(/Role Name/);
    const description = screen.getByLabelText('Description');
    await user.click(save);
    expect(await screen.findByText('Role name is required')).toBeVisible();
    expect(save).toBeDisabled();
    await put(name, ' x ');
    expect(await screen.findByText('Role name must be at least 2 characters')).toBeVisible();
    expect(name).toHaveAttribute('maxlength', '100');
    expect(description).toHaveAttribute('maxlength', '500');
    // As a script or an extension would fill them.
    for (const field of [name, description]) field.removeAttribute('maxlength');
    await user.clear(name);
    await put(name, 'n'.repeat(101));
    expect(await screen.findByText('Role name must be less than 100 characters')).toBeVisible();
    await user.keyboard('{Backspace}');
    await put(description, 'd'.repeat(501));
    await user.tab();
    expect(await screen.findByText('Description must be less than 500 characters')).toBeVisible();
    expect(save).toBeDisabled();
    await user.clear(description);
    await waitFor(() => expect(save).toBeEnabled());
    expect(calls(roles.create)).toEqual([]);
    expect(asksToStay()).toBe(true);
  });

  it('omits an empty description and goes to the new role', async () => {
    await renderPage('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), '  Cashier ');
    await user.type(screen.getByLabelText('Description'), '   ');
    await press('Create Role');
    expect(await screen.findByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
    expect(calls(roles.create).map(({ body }) => body)).toEqual([{ name: 'Cashier' }]);
    await expectToast('Role created successfully');
  });

  it('creates the role with its permissions in one call, or not at all', async () => {
    await renderPage('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), 'Cashier');
    await user.click(await screen.findByRole('checkbox', { name: /canSing/ }));
    await user.click(screen.getByRole('checkbox', { name: /canRun/ }));
    await user.type(screen.getByRole('searchbox'), 'sing{Enter}');
    expect(calls(roles.create)).toEqual([]);
    serve(roles.create, refusal);
    await press('Create Role');
    await expectToast('The server says why');
    expect(address()).toBe('/roles/create');
    serve(roles.create, ok(role));
    await press('Create Role');
    expect(await screen.findByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
    const permissionIds = ['id of canSing', 'id of canRun'];
    expect(calls(roles.create).map(({ body }) => body)).toEqual(
      [1, 2].map(() => ({ name: 'Cashier', permissionIds })),
    );
    expect(calls(roles.assignPermission)).toEqual([]);
  });

  it('keeps the input when the server refuses, and marks the field', async () => {
    serve(roles.create, unexplained);
    await renderPage('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), 'Cashier');
    await press('Create Role');
    await expectToast('Failed to create role');
    const message = 'Role name is already in use';
    serve(roles.create, refused(400, message, { fields: { name: message } }));
    await press('Create Role');
    await waitFor(() => expect(screen.getByLabelText(/Role Name/)).toHaveFocus());
    expect(screen.getByLabelText(/Role Name/)).toHaveValue('Cashier');
    expect(screen.getByLabelText(/Role Name/)).toHaveAccessibleDescription(/already in use/);
    expect(screen.getByRole('button', { name: 'Create Role' })).toBeDisabled();
  });

  it('keeps a reserved name and shows the reason at the field', async () => {
    const message = 'This name is kept for administrators. Choose another one.';
    serve(roles.create, refused(409, message, { fields: { name: message } }));
    await renderPage('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), 'Admin');
    await press('Create Role');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(/Role Name/)).toHaveValue('Admin');
    expect(screen.getByLabelText(/Role Name/)).toHaveAccessibleDescription(/kept for admin/);
  });

  it('keeps the input after a concurrent change, and says so', async () => {
    const message =
      'Someone else changed this role in the meantime. Look at what changed, then save again.';
    serve(roles.update, refused(409, message));
    await renderPage(`${details}/edit`);
    await user.type(await screen.findByLabelText(/Role Name/), ' two');
    await press('Save Role');
    await expectToast(message);
    expect(screen.getByLabelText(/Role Name/)).toHaveValue('Cashier two');
  });

  it('says when a change fails', async () => {
    serve(roles.update, silent);
    await renderPage(`${details}/edit`);
    const name = await screen.findByLabelText(/Role Name/);
    expect(name).toHaveValue('Cashier');
    await user.type(name, ' two');
    await press('Save Role');
    await expectToast('Failed to update role');
    serveRole();
    await press('Save Role');
    await expectToast('Role updated successfully');
    expect(calls(roles.update).at(-1)?.body).toEqual({
      name: 'Cashier two',
      description: 'At the counter',
      updatedAt: role.updatedAt,
    });
    expect(await screen.findByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
  });
});

/** Every call succeeds. */
function serveRole(): void {
  serve(roles.list, ok([role]));
  serve(roles.listPermissions, ok(all));
  for (const call of ['get', 'create', 'update', 'assignPermission', 'removePermission'] as const) {
    serve(roles[call], ok(role));
  }
}
