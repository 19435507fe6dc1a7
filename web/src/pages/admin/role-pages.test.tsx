import type { Permission, RoleDetails } from '@sente/contract/roles';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import RoleCreatePage from './role-create-page.tsx';
import RoleDetailsPage from './role-details-page.tsx';
import RoleEditPage from './role-edit-page.tsx';
import RolesPage from './roles-page.tsx';

const permission = (name: string, module: string | null = 'Users'): Permission => ({
  id: `id of ${name}`,
  name,
  description: null,
  module,
});
const role: RoleDetails = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Cashier',
  description: 'At the counter',
  permissions: [permission('canViewUsers'), permission('canDance', null)],
  isBuiltIn: false,
  isStaff: false,
  updatedAt: '2024-02-06T08:00:00.000Z',
};
const details = `/roles/${role.id}`;

type Answer = { status?: number; body: unknown };
/** What the server says instead, by method and path, with or without what was sent. */
let says: Record<string, Answer>;
let calls: string[];
const user = userEvent.setup({ delay: null });
let client: QueryClient;

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const method = init?.method ?? 'GET';
  const path = String(input).replace(/^\/api/, '');
  calls.push([method, path, init?.body].filter(Boolean).join(' '));
  const told = says[calls.at(-1) ?? ''] ?? says[`${method} ${path}`];
  if (told) return json(told.status ?? 200, told.body);
  if (method === 'GET' && path === '/Role') return json(200, { success: true, data: [role] });
  if (path === '/Permission') {
    const data = [...role.permissions, permission('canSing'), permission('canRun', 'Accounts')];
    return json(200, { success: true, data });
  }
  return json(200, { success: true, data: role });
}

function json(status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

function open(address: string) {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]} useTransitions={false}>
        <Routes>
          <Route path="/roles" element={<RolesPage />} />
          <Route path="/roles/create" element={<RoleCreatePage />} />
          <Route path="/roles/:id" element={<RoleDetailsPage />} />
          <Route path="/roles/:id/edit" element={<RoleEditPage />} />
        </Routes>
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  says = {};
  calls = [];
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const silent = { body: { success: false } };
const broken = { status: 500, body: {} };
const refusal = { status: 409, body: { success: false, message: 'The server says why' } };
const toastOf = (text: string) =>
  waitFor(() => {
    const shown = [...document.querySelectorAll('[data-toast] p')].map((each) => each.textContent);
    expect(shown).toContain(text);
  });

describe('the list', () => {
  it('says when it cannot be loaded, and can be tried again', async () => {
    says['GET /Role'] = broken;
    open('/roles');
    expect(await screen.findByText('Failed to load roles')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    says = {};
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Showing 1 of 1 roles')).toBeVisible();
  });

  it('tells none at all from none that match', async () => {
    says['GET /Role'] = { body: { success: true, data: [] } };
    open('/roles');
    expect(await screen.findByText('No roles yet')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('No roles match your search.')).toBeVisible();
    expect(screen.getByText('Showing 0 of 0 roles')).toBeVisible();
  });

  it('shortens the id, and shows three modules and how many more', async () => {
    const modules = ['Wallets', 'Accounts', null, 'Users', 'Reports'];
    const permissions = modules.map((module) => permission(`can${module}`, module));
    says['GET /Role'] = { body: [{ ...role, description: null, permissions }] };
    open('/roles');
    const row = (await screen.findByText('44444444...')).closest('tr') as HTMLElement;
    expect(within(row).getByText('5')).toBeVisible();
    for (const module of ['Accounts', 'Reports', 'Users']) {
      expect(within(row).getByText(module)).toBeVisible();
    }
    expect(within(row).getByText('+2 more')).toBeVisible();
    expect(within(row).queryByText('Wallets')).not.toBeInTheDocument();
  });

  it('reads a role without permissions from another provider', async () => {
    const { permissions: _, ...bare } = role;
    says['GET /Role'] = { body: { data: [bare] } };
    open('/roles');
    expect(await screen.findByText('Showing 1 of 1 roles')).toBeVisible();
  });

  it.each([
    ['without a word', silent, 'Failed to delete role'],
    ['with a reason', refusal, 'The server says why'],
  ])('keeps the dialog of a delete that is refused %s', async (_how, answer, text) => {
    says[`DELETE /Role/${role.id}`] = answer;
    open('/roles');
    await user.click(await screen.findByRole('button', { name: 'Delete Cashier' }));
    const dialog = screen.getByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete Role' }));
    expect(await within(dialog).findByText(text)).toBeVisible();
    await toastOf(text);
  });
});

describe('the detail', () => {
  const assigning = (name: string) =>
    `POST /Role/assign-permission ${JSON.stringify({ roleId: role.id, permissionId: `id of ${name}` })}`;

  it.each([
    ['no data', { success: true, data: null }],
    ['an empty record', { success: true, data: {} }],
    ['nothing at all', {}],
  ])('of an answer with %s says that it failed', async (_what, body) => {
    says[`GET /Role/${role.id}`] = { body };
    open(details);
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load roles');
    expect(panel).toHaveTextContent('Invalid response format');
    expect(screen.queryByRole('button', { name: 'Delete Role' })).not.toBeInTheDocument();
  });

  it('has one sentence when both loads fail, and loads both again', async () => {
    says[`GET /Role/${role.id}`] = broken;
    says['GET /Permission'] = broken;
    open(details);
    expect(await screen.findByText('Failed to load data')).toBeVisible();
    expect(screen.queryByText('Failed to load permissions')).not.toBeInTheDocument();
    says = {};
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('canViewUsers')).toBeVisible();
    expect(screen.queryByText('Failed to load data')).not.toBeInTheDocument();
  });

  it('says which one failed when it is only one', async () => {
    says['GET /Permission'] = broken;
    const { unmount } = open(details);
    expect(await screen.findByText('Failed to load permissions')).toBeVisible();
    expect(screen.getByText('canViewUsers')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Assign Permissions' }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('Failed to load permissions')).toBeVisible();
    unmount();
    client.clear();
    says = { [`GET /Role/${role.id}`]: broken };
    open(details);
    expect(await screen.findByText('Failed to load roles')).toBeVisible();
  });

  it('says that a role is not there', async () => {
    says[`GET /Role/${role.id}`] = { status: 404, body: { success: false } };
    open(details);
    expect(await screen.findByRole('heading', { name: 'Role not found' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Back to Roles' })).not.toHaveLength(0);
  });

  it('groups by module, and under Other what has none', async () => {
    open(details);
    const other = await screen.findByRole('region', { name: 'Other' });
    expect(within(other).getByText('canDance')).toBeVisible();
    const users = screen.getByRole('region', { name: 'Users' });
    expect(within(users).getByText('canViewUsers')).toBeVisible();
  });

  it('offers what is not held, sends each that is ticked once, and loads again', async () => {
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Assign Permissions' }));
    const dialog = screen.getByRole('dialog');
    const boxes = within(dialog).getAllByRole('checkbox');
    expect(boxes).toHaveLength(2);
    calls = [];
    for (const box of boxes) await user.click(box);
    await user.dblClick(within(dialog).getByRole('button', { name: 'Assign 2 Permissions' }));
    await toastOf('Permission assigned successfully');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      assigning('canSing'),
      assigning('canRun'),
    ]);
    expect(calls).toContain(`GET /Role/${role.id}`);
  });

  it('names what is ticked while a filter hides it, and lets it be left out', async () => {
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Assign Permissions' }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).queryByText(/chosen$/)).not.toBeInTheDocument();
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box);
    await user.selectOptions(within(dialog).getByRole('combobox'), 'Accounts');
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
    const chosen = within(dialog).getByRole('list', { name: '2 chosen' });
    expect(within(chosen).getByText('canSing')).toBeVisible();
    expect(within(chosen).getByText('canRun')).toBeVisible();
    await user.click(within(chosen).getByRole('button', { name: 'Leave canSing out' }));
    expect(within(dialog).getByRole('list', { name: '1 chosen' })).toHaveTextContent(/^canRun$/);
    await user.click(within(dialog).getByRole('button', { name: 'Assign Permission' }));
    await toastOf('Permission assigned successfully');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([assigning('canRun')]);
  });

  it('says which were assigned when one of several fails, and keeps the rest ticked', async () => {
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Assign Permissions' }));
    const dialog = screen.getByRole('dialog');
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box);
    says[assigning('canRun')] = refusal;
    const permissions = [...role.permissions, permission('canSing')];
    says[`GET /Role/${role.id}`] = { body: { success: true, data: { ...role, permissions } } };
    await user.click(within(dialog).getByRole('button', { name: 'Assign 2 Permissions' }));
    await toastOf('The server says why');
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      'The server says why. Assigned: canSing. Not assigned: canRun.',
    );
    expect(within(dialog).getAllByRole('checkbox')).toEqual([
      within(dialog).getByRole('checkbox', { name: /canRun/, checked: true }),
    ]);
    calls = [];
    says = { [`GET /Role/${role.id}`]: says[`GET /Role/${role.id}`] as Answer };
    await user.click(within(dialog).getByRole('button', { name: 'Assign Permission' }));
    await toastOf('Permission assigned successfully');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([assigning('canRun')]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it.each([
    ['without a word', silent, 'Failed to assign permission'],
    ['with a reason', refusal, 'The server says why'],
  ])('keeps the dialog of an assignment that fails %s', async (_how, answer, text) => {
    says['POST /Role/assign-permission'] = answer;
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Assign Permissions' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('checkbox', { name: /canSing/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Assign Permission' }));
    expect(await within(dialog).findByText(text)).toBeVisible();
    await toastOf(text);
    expect(within(dialog).getByRole('checkbox', { name: /canSing/ })).toBeChecked();
  });

  it('keeps the dialog of a removal that fails', async () => {
    says['POST /Role/remove-permission'] = broken;
    open(details);
    await user.click(await screen.findByRole('button', { name: 'Remove canDance' }));
    const dialog = screen.getByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove Permission' }));
    expect(await within(dialog).findByText('Failed to remove permission')).toBeVisible();
    says = {};
    await user.click(within(dialog).getByRole('button', { name: 'Remove Permission' }));
    await toastOf('Permission removed successfully');
    expect(dialog).not.toBeInTheDocument();
  });
});

describe('the form', () => {
  const save = (name: string) => user.click(screen.getByRole('button', { name }));

  it('leaves an empty description out and goes to the new role', async () => {
    open('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), '  Cashier ');
    await user.type(screen.getByLabelText('Description'), '   ');
    await save('Create Role');
    expect(await screen.findByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
    expect(calls).toContain('POST /Role {"name":"Cashier"}');
    await toastOf('Role created successfully');
  });

  it('goes to the list when no id comes back', async () => {
    says['POST /Role'] = { body: { success: true, data: null } };
    open('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), 'Cashier');
    await save('Create Role');
    expect(await screen.findByRole('heading', { name: 'Roles Management' })).toBeVisible();
  });

  it('keeps what was typed when the server refuses, and points at the field', async () => {
    says['POST /Role'] = silent;
    open('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), 'Cashier');
    await save('Create Role');
    await toastOf('Failed to create role');
    const message = 'Role name is already in use';
    says['POST /Role'] = {
      status: 400,
      body: { success: false, errors: [message], fields: { name: message } },
    };
    await save('Create Role');
    await toastOf(message);
    expect(screen.getByLabelText(/Role Name/)).toHaveValue('Cashier');
    expect(screen.getByLabelText(/Role Name/)).toHaveFocus();
    expect(screen.getByLabelText(/Role Name/)).toHaveAccessibleDescription(/already in use/);
    expect(screen.getByRole('button', { name: 'Create Role' })).toBeDisabled();
  });

  it('keeps a name that only administrators have, and says so at the field', async () => {
    const message = 'This name is kept for administrators. Choose another one.';
    says['POST /Role'] = {
      status: 409,
      body: {
        success: false,
        code: 'refused',
        message,
        errors: [message],
        fields: { name: message },
      },
    };
    open('/roles/create');
    await user.type(screen.getByLabelText(/Role Name/), 'Admin');
    await save('Create Role');
    await toastOf(message);
    expect(screen.getByLabelText(/Role Name/)).toHaveValue('Admin');
    expect(screen.getByLabelText(/Role Name/)).toHaveAccessibleDescription(/kept for admin/);
  });

  it('keeps what was typed when somebody else was faster, and says so', async () => {
    const message = 'Someone else changed this role in the meantime. Reload it and try again.';
    says[`PUT /Role/${role.id}`] = {
      status: 409,
      body: { success: false, code: 'refused', message, errors: [message] },
    };
    open(`${details}/edit`);
    await user.type(await screen.findByLabelText(/Role Name/), ' two');
    await save('Save Role');
    await toastOf(message);
    expect(screen.getByLabelText(/Role Name/)).toHaveValue('Cashier two');
  });

  it('says when a change fails', async () => {
    says[`PUT /Role/${role.id}`] = broken;
    open(`${details}/edit`);
    const name = await screen.findByLabelText(/Role Name/);
    expect(name).toHaveValue('Cashier');
    await user.type(name, ' two');
    await save('Save Role');
    await toastOf('Failed to update role');
    says = {};
    await save('Save Role');
    await toastOf('Role updated successfully');
    expect(calls).toContain(
      `PUT /Role/${role.id} {"name":"Cashier two","description":"At the counter","updatedAt":"${role.updatedAt}"}`,
    );
    expect(await screen.findByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
  });
});
