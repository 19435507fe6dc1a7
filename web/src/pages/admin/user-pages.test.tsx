import type { RoleDetails } from '@sente/contract/roles';
import type { User } from '@sente/contract/users';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { userQueries } from '../../features/users/user-queries.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import UserCreatePage from './user-create-page.tsx';
import UserDetailsPage from './user-details-page.tsx';
import UserEditPage from './user-edit-page.tsx';
import UsersPage from './users-page.tsx';

const companyId = '55555555-5555-4555-8555-555555555555';
const role = (id: string, name: string, isStaff = false): RoleDetails => ({
  id: `66666666-6666-4666-8666-66666666666${id}`,
  name,
  description: `About ${name}`,
  permissions: [],
  isBuiltIn: true,
  isStaff,
  updatedAt: '2024-01-05T12:07:00.000Z',
});
const roles = [role('1', 'client_user'), role('2', 'Auditor'), role('3', 'Admin', true)];
const grace: User = {
  id: '44444444-4444-4444-8444-444444444444',
  firstName: 'Grace',
  lastName: 'Apio',
  name: 'Grace Apio',
  username: 'grace',
  email: 'grace@gulu.test',
  phoneNumber: null,
  avatar: null,
  companyId,
  companyName: 'Gulu Builders',
  isActive: true,
  lastLoginDate: null,
  createdAt: '2024-01-05T12:07:00.000Z',
  createdDate: '2024-01-05T12:07:00.000Z',
  updatedAt: '2024-02-06T08:00:00.000Z',
  role: 'client_user',
  roles: roles.slice(0, 1),
};

interface Refusal {
  readonly status: number;
  readonly body: unknown;
}
/** Each call's refusal, by its method and path without ids; what is not named is answered. */
const server = {
  user: grace,
  refusals: {} as Record<string, Refusal>,
  calls: [] as { call: string; body: Record<string, unknown> }[],
};
const silent: Refusal = { status: 500, body: {} };
const told: Refusal = {
  status: 409,
  body: { success: false, message: 'Told by the server', errors: ['Told by the server'] },
};
const user = userEvent.setup({ delay: null });
let client: QueryClient;

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const path = String(input)
    .replace(/^\/api|\?.*$/g, '')
    .replace(/[0-9a-f-]{36}/, '{id}');
  const call = `${init?.method ?? 'GET'} ${path}`;
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
  server.calls.push({ call, body });
  const refusal = server.refusals[call];
  if (refusal) return json(refusal.status, refusal.body);
  const company = { id: companyId, name: 'Gulu Builders', email: 'hello@gulu.test' };
  const answers: Record<string, unknown> = {
    'GET /User': [server.user],
    'GET /Role': roles,
    'GET /Company': [company],
    'GET /Company/{id}': company,
    'DELETE /User/{id}': null,
  };
  return json(200, { success: true, data: call in answers ? answers[call] : server.user });
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
          <Route path="/users" element={<UsersPage />} />
          <Route path="/users/create" element={<UserCreatePage />} />
          <Route path="/users/:id" element={<UserDetailsPage />} />
          <Route path="/users/:id/edit" element={<UserEditPage />} />
        </Routes>
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const toasts = () =>
  [...document.querySelectorAll('[data-toast] p')].map((node) => node.textContent);
const expectToast = (text: string) => waitFor(() => expect(toasts()).toContain(text));
const sent = (call: string) => server.calls.filter((one) => one.call === call);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  Object.assign(server, { user: grace, refusals: {}, calls: [] });
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the list', () => {
  it('says that it failed, keeps its rows, and can be tried again', async () => {
    open('/users');
    await screen.findByText('Grace Apio');
    expect(screen.getByText('Showing 1 users')).toBeVisible();
    expect(screen.getByText('Never')).toBeVisible();
    server.refusals = { 'GET /User': silent };
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load users');
    await expectToast('Failed to load users');
    expect(screen.getByText('Grace Apio')).toBeVisible();
    server.refusals = {};
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
  });

  it.each([
    [2, ['one', 'two'], null],
    [4, ['one', 'two'], '+2'],
  ])('of %i roles shows the first two', async (count, shown, more) => {
    const names = ['one', 'two', 'three', 'four'].slice(0, count);
    server.user = { ...grace, roles: names.map((name, at) => role(String(at + 1), name)) };
    open('/users');
    for (const name of shown) expect(await screen.findByText(name)).toBeVisible();
    expect(screen.queryByText('three')).not.toBeInTheDocument();
    if (more) expect(screen.getByText(more).parentElement).toHaveTextContent('+2: three, four');
    else expect(screen.queryByText(/^\+/)).not.toBeInTheDocument();
  });

  it('shows the names of the roles beyond the first two under the pointer', async () => {
    const names = ['one', 'two', 'three', 'four'];
    server.user = { ...grace, roles: names.map((name, at) => role(String(at + 1), name)) };
    open('/users');
    const more = await screen.findByText('+2');
    fireEvent(
      more,
      Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType: 'mouse' }),
    );
    expect(await screen.findByRole('tooltip')).toHaveTextContent('three, four');
  });

  it('counts once: the page when there is one, from and to when there are more', async () => {
    const meta = { page: 1, pageSize: 100, totalPages: 500, totalCount: 50_000 };
    const body = { success: true, data: [grace], meta };
    server.refusals = { 'GET /User': { status: 200, body } };
    open('/users');
    expect(await screen.findByText('Showing 1 to 1 of 50,000 users')).toBeVisible();
    expect(screen.getAllByText(/^Showing/)).toHaveLength(1);
  });

  it.each([
    ['no data', { success: true, data: null }],
    ['an empty record', { success: true, data: {} }],
    ['nothing at all', {}],
  ])('of an answer with %s says that it failed', async (_what, body) => {
    server.refusals = { 'GET /User': { status: 200, body } };
    open('/users');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load users');
    expect(panel).toHaveTextContent('Invalid response format');
  });

  it('shows what there is of a user that lacks most fields', async () => {
    const { id, firstName, lastName } = grace;
    server.refusals = { 'GET /User': { status: 200, body: [{ id, firstName, lastName }] } };
    open('/users');
    expect(await screen.findByText('Grace Apio')).toBeVisible();
  });

  it.each([
    [silent, 'Failed to delete user'],
    [told, 'Told by the server'],
  ])('keeps the dialog of a refused delete: %j', async (refusal, text) => {
    open('/users');
    await user.click(await screen.findByRole('button', { name: 'Delete Grace Apio' }));
    server.refusals = { 'DELETE /User/{id}': refusal };
    const dialog = screen.getByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete User' }));
    await waitFor(() => expect(dialog).toHaveTextContent(text));
    await expectToast(text);
    server.refusals = {};
    await user.click(within(dialog).getByRole('button', { name: 'Delete User' }));
    await expectToast('User deleted successfully');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});

describe('the create form', () => {
  async function fill() {
    await user.type(screen.getByLabelText(/First Name/), 'Grace');
    await user.type(screen.getByLabelText(/Last Name/), 'Apio');
    await user.type(screen.getByLabelText(/^Email/), 'grace@gulu.test');
    await user.type(screen.getByLabelText(/Username/), 'grace');
    await user.type(screen.getByLabelText(/^Password/), 'Mango-tree-7');
    await user.click(screen.getByRole('combobox', { name: /Company/ }));
    await user.click(await screen.findByRole('option', { name: /Gulu Builders/ }));
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Create User' }));

  it('says what is missing, at each field, and sends nothing', async () => {
    open('/users/create');
    await submit();
    for (const message of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Username is required',
      'Password is required',
      'Company is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(screen.getByLabelText(/First Name/)).toHaveFocus();
    expect(screen.getByRole('switch', { name: 'Active' })).toBeChecked();
    await user.type(screen.getByLabelText(/^Email/), 'grace at home');
    expect(screen.getByText('Please enter a valid email address')).toBeVisible();
    await user.type(screen.getByLabelText(/^Password/), 'short');
    expect(screen.getByText('Password must be at least 6 characters')).toBeVisible();
    expect(sent('POST /User')).toEqual([]);
  });

  it('sends what was typed, once, and goes to the new user', async () => {
    open('/users/create');
    await fill();
    await user.dblClick(screen.getByRole('button', { name: 'Create User' }));
    await expectToast('Grace Apio has been created successfully!');
    expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
    expect(sent('POST /User')).toEqual([
      {
        call: 'POST /User',
        body: {
          firstName: 'Grace',
          lastName: 'Apio',
          email: 'grace@gulu.test',
          username: 'grace',
          password: 'Mango-tree-7',
          companyId,
          phoneNumber: null,
          isActive: true,
        },
      },
    ]);
  });

  it('goes to the list when no id comes back', async () => {
    server.refusals = { 'POST /User': { status: 200, body: { success: true, data: null } } };
    open('/users/create');
    await fill();
    await submit();
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  });

  it('keeps what was typed and points at the field that the server refuses', async () => {
    open('/users/create');
    await fill();
    server.refusals = { 'POST /User': silent };
    await submit();
    await expectToast('Failed to create user');
    server.refusals = {
      'POST /User': {
        status: 400,
        body: {
          success: false,
          errors: ['Email is already in use'],
          fields: { email: 'Email is already in use' },
        },
      },
    };
    await submit();
    await expectToast('Email is already in use');
    const email = screen.getByLabelText(/^Email/);
    await waitFor(() => expect(email).toHaveFocus());
    expect(email).toHaveAccessibleDescription('Email is already in use');
    expect(email).toHaveValue('grace@gulu.test');
    expect(screen.getByLabelText(/^Password/)).toHaveValue('Mango-tree-7');
  });
});

describe.each([
  ['the details', ''],
  ['the form', '/edit'],
])('%s of one user', (_page, rest) => {
  it.each([
    ['no data', { success: true, data: null }],
    ['an empty record', { success: true, data: {} }],
    ['something else', { success: true, data: { token: 'x', user: grace } }],
    ['nothing at all', {}],
  ])('after an answer with %s say that it failed', async (_what, body) => {
    server.refusals = { 'GET /User/{id}': { status: 200, body } };
    open(`/users/${grace.id}${rest}`);
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load user details');
    expect(panel).toHaveTextContent('Invalid response format');
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('show what there is of somebody who lacks most fields', async () => {
    const { id, email } = grace;
    server.refusals = { 'GET /User/{id}': { status: 200, body: { id, email } } };
    open(`/users/${grace.id}${rest}`);
    expect(await screen.findByRole('heading', { level: 1, name: /grace@gulu.test/ })).toBeVisible();
  });
});

describe('the edit form', () => {
  const address = `/users/${grace.id}/edit`;
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }));

  it('leaves a blank password out, and leads to details that show the change', async () => {
    open(address);
    const phone = await screen.findByLabelText(/Phone/);
    await user.type(phone, ' 0772 saved ');
    server.user = { ...grace, phoneNumber: '0772 saved' };
    await save();
    await expectToast('User updated successfully');
    expect(await screen.findByText('0772 saved')).toBeVisible();
    const [{ body } = { body: {} }] = sent('PUT /User/{id}');
    expect(body).not.toHaveProperty('password');
    const { updatedAt } = grace;
    expect(body).toMatchObject({ phoneNumber: '0772 saved', companyId, isActive: true, updatedAt });
  });

  it('sends a password that was typed, once it is long enough', async () => {
    open(address);
    await user.type(await screen.findByLabelText(/^Password/), 'short');
    await save();
    expect(await screen.findByText('Password must be at least 6 characters')).toBeVisible();
    await user.type(screen.getByLabelText(/^Password/), '-no-more');
    await save();
    await expectToast('User updated successfully');
    expect(sent('PUT /User/{id}')[0]?.body).toMatchObject({ password: 'short-no-more' });
  });

  it('asks for a company when there is none', async () => {
    server.user = { ...grace, companyId: null, companyName: null };
    open(address);
    await screen.findByLabelText(/Phone/);
    await save();
    expect(await screen.findByText('Company is required')).toBeVisible();
    expect(sent('PUT /User/{id}')).toEqual([]);
  });

  it('keeps what was typed when somebody else was faster, and says so', async () => {
    open(address);
    await user.type(await screen.findByLabelText(/Phone/), '0772');
    const message = 'Someone else changed this user in the meantime. Reload it and try again.';
    const body = { success: false, code: 'refused', message, errors: [message] };
    server.refusals = { 'PUT /User/{id}': { status: 409, body } };
    await save();
    await expectToast(message);
    expect(screen.getByLabelText(/Phone/)).toHaveValue('0772');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  });

  it('keeps what was typed when the server fails without a word', async () => {
    open(address);
    await user.type(await screen.findByLabelText(/Phone/), '0772');
    server.refusals = { 'PUT /User/{id}': silent };
    await save();
    await expectToast('Failed to update user');
    expect(screen.getByLabelText(/Phone/)).toHaveValue('0772');
  });

  it('is not filled with what was seen before, and not at all when nothing comes', async () => {
    client.setQueryData(userQueries.details(grace.id).queryKey, grace);
    server.refusals = { 'GET /User/{id}': silent };
    open(address);
    expect(await screen.findByText('Failed to load user details')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });
});

describe('the details', () => {
  const address = `/users/${grace.id}`;
  const notFound: Refusal = {
    status: 404,
    body: { success: false, message: 'User not found', errors: ['User not found'] },
  };

  it('show everything, also what is not there', async () => {
    server.user = { ...grace, companyId: null, companyName: null, roles: [], isActive: false };
    open(address);
    expect(await screen.findByText('No company assigned')).toBeVisible();
    expect(screen.getByText('January 05, 2024 at 3:07 PM')).toBeVisible();
    expect(screen.getByText('Never')).toBeVisible();
    expect(screen.getByText('No roles assigned')).toBeVisible();
    expect(screen.getAllByText('Inactive')).toHaveLength(2);
  });

  it.each([
    ['the user alone fails', { 'GET /User/{id}': silent }, 'Failed to load user details'],
    ['the roles alone fail', { 'GET /Role': silent }, 'Failed to load roles'],
    ['both fail', { 'GET /User/{id}': silent, 'GET /Role': silent }, 'Failed to load data'],
    ['nobody is there', { 'GET /User/{id}': notFound, 'GET /Role': silent }, 'User not found'],
  ])('say so when %s, and can be tried again', async (_what, refusals, text) => {
    server.refusals = refusals;
    open(address);
    const panel = (await screen.findByText(text)).closest('[role="alert"]') as HTMLElement;
    server.refusals = {};
    await user.click(within(panel).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
    await waitFor(() => expect(panel).not.toBeInTheDocument());
  });

  it('offer the roles not held, by search, and reload after assigning', async () => {
    open(address);
    await user.click(await screen.findByRole('button', { name: 'Assign Role' }));
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByRole('radio', { name: /Auditor/ });
    expect(within(dialog).queryByRole('radio', { name: /client_user/ })).not.toBeInTheDocument();
    await user.type(within(dialog).getByRole('searchbox'), 'AUD');
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
    await user.type(within(dialog).getByRole('searchbox'), 'x');
    expect(within(dialog).getByText('No roles match your search.')).toBeVisible();
    await user.clear(within(dialog).getByRole('searchbox'));
    const assign = within(dialog).getByRole('button', { name: 'Assign Role' });
    expect(assign).toBeDisabled();
    await user.click(within(dialog).getByRole('radio', { name: /Auditor/ }));

    for (const [refusal, text] of [
      [silent, 'Failed to assign role'],
      [told, 'Told by the server'],
    ] as const) {
      server.refusals = { 'POST /User/assign-role': refusal };
      await user.click(assign);
      await waitFor(() => expect(dialog).toHaveTextContent(text));
      await expectToast(text);
    }
    server.refusals = {};
    server.user = { ...grace, roles: roles.slice(0, 2) };
    await user.click(assign);
    await expectToast('Role assigned successfully');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Remove Auditor' })).toBeVisible();
    expect(sent('POST /User/assign-role').at(-1)?.body).toEqual({
      userId: grace.id,
      roleId: roles[1]?.id,
    });
  });

  it('take a role away after asking, and reload', async () => {
    open(address);
    await user.click(await screen.findByRole('button', { name: 'Remove client_user' }));
    const dialog = screen.getByRole('alertdialog');
    expect(dialog).toHaveTextContent('Remove client_user from Grace Apio?');
    server.refusals = { 'POST /User/remove-role': silent };
    await user.click(within(dialog).getByRole('button', { name: 'Remove Role' }));
    await waitFor(() => expect(dialog).toHaveTextContent('Failed to remove role'));
    await expectToast('Failed to remove role');
    server.refusals = {};
    server.user = { ...grace, roles: [] };
    await user.click(within(dialog).getByRole('button', { name: 'Remove Role' }));
    await expectToast('Role removed successfully');
    expect(await screen.findByText('No roles assigned')).toBeVisible();
  });

  it('lead to the list after a delete', async () => {
    open(address);
    await user.click(await screen.findByRole('button', { name: 'Delete User' }));
    const dialog = screen.getByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete User' }));
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
    await expectToast('User deleted successfully');
    expect(client.getQueryData(userQueries.details(grace.id).queryKey)).toBeUndefined();
  });
});
