import { companies } from '@sente/contract/companies';
import { roles as roleCalls } from '@sente/contract/roles';
import { users, type User } from '@sente/contract/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { userQueries } from '../../features/users/user-queries.ts';
import { held, ok, refused, silent, malformed } from '../../testing/answers.ts';
import { expectToast, forgetToasts, toasts } from '../../testing/messages.ts';
import { address, asksToStay, renderPage } from '../../testing/page.tsx';
import { administrator, ownUserId, support, type Person } from '../../testing/people.ts';
import { beOnPhone } from '../../testing/phone.ts';
import { aCompany, aListedCompany, aRole, aUser, pageMeta } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const company = aCompany({ id: '55555555-5555-4555-8555-555555555555' });
const companyId = company.id;
const roles = ['client_user', 'Auditor', 'Admin'].map((name) => aRole({ name }));
const grace = aUser({ companyId, roles: roles.slice(0, 1) });
const told = refused(409, 'Told by the server');

/** Every call succeeds, for this user. */
function serveUser(one: User = grace): void {
  serve(users.list, ok([one]));
  for (const call of ['get', 'create', 'update', 'assignRole', 'removeRole'] as const) {
    serve(users[call], ok(one));
  }
  serve(users.remove, ok());
  serve(roleCalls.list, ok(roles));
  serve(companies.list, ok([aListedCompany({ id: companyId })]));
  serve(companies.get, ok(company));
}

beforeEach(() => serveUser());

describe('the list', () => {
  it('shows the error, keeps its rows, and can be retried', async () => {
    await renderPage('/users');
    await screen.findByText('Grace Apio');
    expect(screen.getByText('Showing 1 user')).toBeVisible();
    expect(screen.getByText('Never')).toBeVisible();
    serve(users.list, silent);
    await press('Refresh');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load users');
    await expectToast('Failed to load users');
    expect(screen.getByText('Grace Apio')).toBeVisible();
    serveUser();
    await press('Try Again', panel);
    await waitFor(() => expect(panel).not.toBeInTheDocument());
  });

  it('cuts a long company name, which is whole in its title', async () => {
    const companyName = 'Demo One Trading and General Merchandise of Uganda Limited';
    serveUser({ ...grace, companyName });
    await renderPage('/users');
    const cut = await screen.findByTitle(companyName);
    expect(cut).toHaveClass('line-clamp-2');
  });

  it.each([
    [2, ['one', 'two'], null],
    [4, ['one', 'two'], '+2'],
  ])('shows the first two of %i roles', async (count, shown, more) => {
    const names = ['one', 'two', 'three', 'four'].slice(0, count);
    serveUser({ ...grace, roles: names.map((name) => aRole({ name })) });
    await renderPage('/users');
    for (const name of shown) expect(await screen.findByText(name)).toBeVisible();
    expect(screen.queryByText('three')).not.toBeInTheDocument();
    if (more) expect(screen.getByText(more).parentElement).toHaveTextContent('+2: three, four');
    else expect(screen.queryByText(/^\+/)).not.toBeInTheDocument();
  });

  it('shows the other role names on hover', async () => {
    const names = ['one', 'two', 'three', 'four'];
    serveUser({ ...grace, roles: names.map((name) => aRole({ name })) });
    await renderPage('/users');
    const more = await screen.findByText('+2');
    fireEvent(
      more,
      Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType: 'mouse' }),
    );
    expect(await screen.findByRole('tooltip')).toHaveTextContent('three, four');
  });

  it('sends status and role, which are in the address', async () => {
    serve(users.list, ok([grace], pageMeta(1)));
    await renderPage('/users?status=pending');
    await screen.findByText('Grace Apio');
    expect(calls(users.list)[0]?.query).toMatchObject({ isActive: 'true', isPending: 'true' });
    await user.selectOptions(screen.getByLabelText('Role'), 'Client user');
    await waitFor(() =>
      expect(calls(users.list).at(-1)?.query).toMatchObject({ roleId: roles[0]?.id }),
    );
    await user.selectOptions(screen.getByLabelText('Status'), 'Inactive');
    await waitFor(() => expect(address()).toContain('status=inactive'));
    expect(calls(users.list).at(-1)?.query).toMatchObject({ isActive: 'false' });
  });

  it('folds its filters on a phone, so that the rows begin on the first screen', async () => {
    beOnPhone();
    await renderPage('/users?status=pending');
    const button = await screen.findByRole('button', { name: 'Filters 1 active' });
    expect(screen.queryByLabelText('Role')).not.toBeInTheDocument();
    await user.click(button);
    expect(screen.getByLabelText('Role')).toBeVisible();
  });

  it('is sorted by the heading that is pressed, which is in the address', async () => {
    await renderPage('/users');
    await screen.findByText('Grace Apio');
    expect(calls(users.list)[0]?.query).toMatchObject({ sort: 'user', direction: 'asc' });
    await press('Last Login');
    await waitFor(() => expect(address()).toBe('/users?sort=lastLogin'));
    await press('Last Login');
    await waitFor(() => expect(address()).toBe('/users?sort=-lastLogin'));
    expect(calls(users.list).at(-1)?.query).toMatchObject({ sort: 'lastLogin', direction: 'desc' });
  });

  it('sends search and company, which are in the address', async () => {
    serve(users.list, ok([]));
    await renderPage(`/users?search=moses&companyId=${companyId}`);
    await screen.findByText('No users match your search.');
    expect(calls(users.list)[0]?.query).toMatchObject({ search: 'moses', companyId });
    expect(await screen.findByDisplayValue(company.name)).toBeVisible();
    await press('Clear Filters');
    expect(await screen.findByDisplayValue('All Companies')).toBeVisible();
    expect(address()).toBe('/users');
  });

  it('shows the count once: the page alone, or the range when there are more', async () => {
    serve(users.list, ok([grace], pageMeta(50_000)));
    await renderPage('/users');
    expect(await screen.findByText('Showing 1 to 1 of 50,000 users')).toBeVisible();
    expect(screen.getAllByText(/^Showing/)).toHaveLength(1);
  });

  it.each([
    ['no data', { success: true, data: null }],
    ['an empty record', { success: true, data: {} }],
    ['nothing at all', {}],
  ])('an answer with %s is shown as a failure', async (_what, body) => {
    serve(users.list, { body });
    await renderPage('/users');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load users');
    expect(panel).toHaveTextContent('Invalid response format');
  });

  it.each([
    [silent, 'Failed to delete user'],
    [told, 'Told by the server'],
  ])('keeps the dialog of a refused delete: %j', async (refusal, text) => {
    await renderPage('/users');
    await press('Delete Grace Apio');
    serve(users.remove, refusal);
    const dialog = screen.getByRole('alertdialog');
    await press('Delete User', dialog);
    await waitFor(() => expect(dialog).toHaveTextContent(text));
    expect(toasts()).toEqual([]);
    serveUser();
    await press('Delete User', dialog);
    await expectToast('User deleted successfully');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('cannot be left during a slow delete', async () => {
    const slow = held();
    serve(users.remove, slow.answer);
    await renderPage('/users');
    await press('Delete Grace Apio');
    const dialog = within(screen.getByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete User' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toBeDisabled();
    await user.keyboard('{Escape}');
    act(() => slow.release(refused(409, 'You cannot delete your own user')));
    expect(await dialog.findByText('You cannot delete your own user')).toBeVisible();
  });
});

describe('the create form', () => {
  const typesPassword = () => user.click(screen.getByRole('radio', { name: /Type a password/ }));
  async function fill() {
    await user.type(screen.getByLabelText(/First Name/), 'Grace');
    await user.type(screen.getByLabelText(/Last Name/), 'Apio');
    await user.type(screen.getByLabelText(/^Email/), 'grace@demo-one.test');
    await user.type(screen.getByLabelText(/Username/), 'grace');
    await typesPassword();
    await user.type(screen.getByLabelText(/^Password/), 'Mango-tree-7');
    await user.click(screen.getByRole('combobox', { name: /Company/ }));
    await user.click(await screen.findByRole('option', { name: /Gulu Builders/ }));
  }
  const submit = () => press('Create User');

  it('says what is missing, at each field, and sends nothing', async () => {
    await renderPage('/users/create');
    await typesPassword();
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
    expect(calls(users.create)).toEqual([]);
  });

  it('sends the input once and goes to the new user', async () => {
    await renderPage('/users/create');
    await fill();
    await user.dblClick(screen.getByRole('button', { name: 'Create User' }));
    await expectToast('Grace Apio has been created successfully!');
    expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
    expect(calls(users.create).map(({ body }) => body)).toEqual([
      {
        firstName: 'Grace',
        lastName: 'Apio',
        email: 'grace@demo-one.test',
        username: 'grace',
        password: 'Mango-tree-7',
        companyId,
        phoneNumber: null,
        isActive: true,
      },
    ]);
  });

  it.each([
    ['says so', null],
    ['shows the link where no mail can be sent', 'https://portal.test/set-password#secret'],
  ])('invites unless a password is typed, and %s', async (_what, link) => {
    const meta = { invitation: { expiresAt: '2026-11-19T09:00:00.000Z', link } };
    serve(users.create, ok({ ...grace, isPending: true }, meta));
    await renderPage('/users/create');
    await fill();
    await user.click(screen.getByRole('radio', { name: /Invite by email/ }));
    await submit();
    if (link === null) {
      await expectToast('The invitation is on its way to grace@demo-one.test');
    } else {
      const dialog = await screen.findByRole('dialog', { name: /Give this link to Grace Apio/ });
      expect(dialog).toHaveTextContent(link);
      await press('Done', dialog);
    }
    expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
    expect(calls(users.create)[0]?.body).not.toHaveProperty('password');
  });

  it('goes to the list when no id is returned', async () => {
    serve(users.create, malformed(null));
    await renderPage('/users/create');
    await fill();
    await submit();
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  });

  it('keeps the input and marks the fields that the server refuses', async () => {
    await renderPage('/users/create');
    await fill();
    serve(users.create, silent);
    await submit();
    await expectToast('Failed to create user');
    forgetToasts();
    const taken = 'Email is already in use';
    const weak = 'This password is one of the most common ones. Choose another.';
    const errors = [weak, taken];
    const answer = { errors, fields: { password: weak, email: taken } };
    serve(users.create, refused(400, errors.join(', '), answer));
    await submit();
    const email = screen.getByLabelText(/^Email/);
    await waitFor(() => expect(email).toHaveFocus());
    expect(email).toHaveAccessibleDescription(taken);
    const password = screen.getByLabelText(/^Password/);
    expect(password).toHaveAccessibleDescription(new RegExp(weak));
    // Said once.
    expect(toasts()).toEqual([]);
    expect(email).toHaveValue('grace@demo-one.test');
    expect(password).toHaveValue('Mango-tree-7');
    expect(asksToStay()).toBe(true);
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
  ])('an answer with %s is shown as a failure', async (_what, body) => {
    serve(users.get, { body });
    await renderPage(`/users/${grace.id}${rest}`);
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Failed to load user details');
    expect(panel).toHaveTextContent('Invalid response format');
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('an unknown user is shown as not found', async () => {
    serve(users.get, refused(404, 'User not found'));
    await renderPage(`/users/${grace.id}${rest}`);
    const heading = { name: 'User not found', level: 2 };
    expect(await screen.findByRole('heading', heading)).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('a user with most fields missing is shown', async () => {
    const { id, email } = grace;
    serve(users.get, { body: { id, email } });
    await renderPage(`/users/${grace.id}${rest}`);
    expect(
      await screen.findByRole('heading', { level: 1, name: /grace@demo-one.test/ }),
    ).toBeVisible();
  });
});

describe('the edit form', () => {
  const address = `/users/${grace.id}/edit`;
  const save = () => press('Save Changes');

  it('says beforehand which password it takes', async () => {
    await renderPage(address);
    const password = await screen.findByLabelText(/^Password/);
    expect(password).toHaveAccessibleDescription(
      /^Leave blank to keep the current password. A new one: 6 to 100 characters/,
    );
  });

  it('omits a blank password, and leads to details that show the change', async () => {
    await renderPage(address);
    const phone = await screen.findByLabelText(/Phone/);
    await user.type(phone, ' 0772 saved ');
    serveUser({ ...grace, phoneNumber: '0772 saved' });
    await save();
    await expectToast('User updated successfully');
    expect(await screen.findByText('0772 saved')).toBeVisible();
    const [{ body } = { body: {} }] = calls(users.update);
    expect(body).not.toHaveProperty('password');
    const { updatedAt } = grace;
    expect(body).toMatchObject({ phoneNumber: '0772 saved', companyId, isActive: true, updatedAt });
  });

  it('says beforehand that a new email waits for its confirmation', async () => {
    await renderPage(address);
    const email = await screen.findByLabelText(/^Email/);
    await user.clear(email);
    await user.type(email, 'new@demo-one.test');
    await waitFor(() => expect(email).toHaveAccessibleDescription(/Counts once Grace opens/));
  });

  it('sends a typed password once it is long enough', async () => {
    await renderPage(address);
    await user.type(await screen.findByLabelText(/^Password/), 'short');
    await save();
    expect(await screen.findByText('Password must be at least 6 characters')).toBeVisible();
    await user.type(screen.getByLabelText(/^Password/), '-no-more');
    await save();
    await expectToast('User updated successfully');
    expect(calls(users.update)[0]?.body).toMatchObject({ password: 'short-no-more' });
  });

  it('requires a company when there is none', async () => {
    serveUser({ ...grace, companyId: null, companyName: null });
    await renderPage(address);
    await screen.findByLabelText(/Phone/);
    await save();
    expect(await screen.findByText('Company is required')).toBeVisible();
    expect(calls(users.update)).toEqual([]);
  });

  it('keeps the input after a concurrent change, and says so', async () => {
    await renderPage(address);
    await user.type(await screen.findByLabelText(/Phone/), '0772');
    const message =
      'Someone else changed this user in the meantime. Look at what changed, then save again.';
    serve(users.update, refused(409, message));
    await save();
    await expectToast(message);
    expect(screen.getByLabelText(/Phone/)).toHaveValue('0772');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  });

  it('is not shown for somebody who may do more', async () => {
    const more = { id: 'p', name: 'staffGrants', description: null, module: null };
    serveUser({ ...grace, roles: [aRole({ permissions: [more] })] });
    await renderPage(address, {
      as: { role: 'Admin', permissions: ['staffRead', 'staffUsers'] },
    });
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('staff need no company', async () => {
    serveUser({ ...grace, companyId: null, companyName: null, isStaff: true });
    await renderPage(address);
    await user.type(await screen.findByLabelText(/Phone/), '0772');
    await save();
    await expectToast('User updated successfully');
    expect(calls(users.update).at(-1)?.body).not.toHaveProperty('companyId');
  });

  it('keeps a password that the caller may not set', async () => {
    const message = 'This person may do more than you, so you cannot change them';
    serve(users.update, refused(403, message));
    await renderPage(address);
    await user.type(await screen.findByLabelText(/^Password/), 'Take-it-over-1');
    await save();
    await expectToast(message);
    expect(screen.getByLabelText(/^Password/)).toHaveValue('Take-it-over-1');
  });

  it('keeps the input when the server fails without a message', async () => {
    await renderPage(address);
    await user.type(await screen.findByLabelText(/Phone/), '0772');
    serve(users.update, silent);
    await save();
    await expectToast('Failed to update user');
    expect(screen.getByLabelText(/Phone/)).toHaveValue('0772');
  });

  it('is never filled with cached data', async () => {
    const client = createQueryClient();
    client.setQueryData(userQueries.details(grace.id).queryKey, grace);
    serve(users.get, silent);
    await renderPage(address, { client });
    expect(await screen.findByText('Failed to load user details')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });
});

describe('the details', () => {
  const address = `/users/${grace.id}`;
  it('the details show everything, including missing values', async () => {
    serveUser({ ...grace, companyId: null, companyName: null, roles: [], isActive: false });
    await renderPage(address);
    expect(await screen.findByText('No company assigned')).toBeVisible();
    expect(screen.getByText('January 05, 2024 at 3:07 PM')).toBeVisible();
    expect(screen.getByText('Never')).toBeVisible();
    expect(screen.getByText('No roles assigned')).toBeVisible();
    expect(screen.getByText('Inactive')).toBeVisible();
  });

  const notFound = refused(404, 'User not found');
  it.each([
    ['the user alone fails', silent, ok(roles), 'Failed to load user details'],
    ['the roles alone fail', ok(grace), silent, 'Failed to load roles'],
    ['both fail', silent, silent, 'Failed to load data'],
    ['nobody is there', notFound, silent, 'User not found'],
  ])(
    'the details show an error when %s, and can be retried',
    async (_what, one, assignable, text) => {
      serve(users.get, one);
      serve(roleCalls.list, assignable);
      await renderPage(address);
      const panel = (await screen.findByText(text)).closest('[role="alert"]') as HTMLElement;
      serveUser();
      await press('Try Again', panel);
      expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
      await waitFor(() => expect(panel).not.toBeInTheDocument());
    },
  );

  it('the details offer missing roles, by search, and reload after assigning', async () => {
    await renderPage(address);
    await press('Assign Role');
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
    expect(within(dialog).getByRole('status')).toHaveTextContent(/^Can .*\.$/);

    for (const [refusal, text] of [
      [silent, 'Failed to assign role'],
      [told, 'Told by the server'],
    ] as const) {
      serve(users.assignRole, refusal);
      await user.click(assign);
      await waitFor(() => expect(dialog).toHaveTextContent(text));
    }
    serveUser({ ...grace, roles: roles.slice(0, 2) });
    await user.click(assign);
    await expectToast('Role assigned successfully');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Remove Auditor' })).toBeVisible();
    expect(calls(users.assignRole).at(-1)?.body).toEqual({
      userId: grace.id,
      roleId: roles[1]?.id,
    });
  });

  it('the details offer only roles that the reader may give and the user may hold', async () => {
    const staffRole = aRole({ name: 'Finance', isStaff: true });
    serve(roleCalls.list, ok([...roles, staffRole]));
    const offered = async (one: typeof grace, as = administrator) => {
      serveUser(one);
      serve(roleCalls.list, ok([...roles, staffRole]));
      const { unmount } = await renderPage(address, { as });
      await press('Assign Role');
      await screen.findByRole('radio', { name: /Auditor/ });
      const isOffered = screen.queryByRole('radio', { name: /Finance/ }) !== null;
      unmount();
      return isOffered;
    };
    expect(await offered(grace)).toBe(false);
    expect(await offered({ ...grace, canBeStaff: true })).toBe(true);
    const admin = { role: 'Admin', permissions: ['staffRead', 'staffUsers'] } as const;
    expect(await offered({ ...grace, canBeStaff: true }, admin)).toBe(false);
  });

  it.each<[string, Person, Partial<typeof grace>]>([
    ['without the permission', support, {}],
    [
      'of somebody who may do more',
      { role: 'Admin', permissions: ['staffRead', 'staffUsers'] },
      {
        isStaff: true,
        roles: [
          aRole({
            name: 'Chief',
            permissions: [{ id: 'p', name: 'staffGrants', description: null, module: null }],
          }),
        ],
      },
    ],
  ])('the details %s have no changes to offer', async (_what, as, fields) => {
    serveUser({ ...grace, ...fields });
    await renderPage(address, { as });
    await screen.findByRole('heading', { name: 'Grace Apio', level: 1 });
    for (const name of ['Edit User', 'Delete User', 'Assign Role', /^Remove /]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    }
  });

  it('the details remove a role after a confirmation, and reload', async () => {
    await renderPage(address);
    await press('Remove Client user');
    const dialog = screen.getByRole('alertdialog');
    expect(dialog).toHaveTextContent('Remove Client user from Grace Apio?');
    serve(users.removeRole, silent);
    await press('Remove Role', dialog);
    await waitFor(() => expect(dialog).toHaveTextContent('Failed to remove role'));
    serveUser({ ...grace, roles: [] });
    await press('Remove Role', dialog);
    await expectToast('Role removed successfully');
    expect(await screen.findByText('No roles assigned')).toBeVisible();
  });

  it('the details offer a password link for others, and not for oneself', async () => {
    const { unmount } = await renderPage(`/users/${grace.id}`);
    expect(await screen.findByRole('button', { name: 'Send Password Link' })).toBeVisible();
    unmount();
    serveUser({ ...grace, id: ownUserId });
    await renderPage(`/users/${ownUserId}`);
    expect(await screen.findByRole('link', { name: 'Edit User' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send Password Link' })).not.toBeInTheDocument();
  });

  it('the details lead to the list after a delete', async () => {
    const { client } = await renderPage(address);
    await press('Delete User');
    const dialog = screen.getByRole('alertdialog');
    await press('Delete User', dialog);
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
    await expectToast('User deleted successfully');
    expect(client.getQueryData(userQueries.details(grace.id).queryKey)).toBeUndefined();
  });
});
