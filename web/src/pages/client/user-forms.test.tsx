import { companyPermissionNames } from '@sente/contract/permissions';
import { users, type User } from '@sente/contract/users';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../../session/session-store.ts';
import { held, ok, refused, silent, unexplained } from '../../testing/answers.ts';
import { expectToast, toasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { owner, ownCompanyId, ownUserId, withoutCompany } from '../../testing/people.ts';
import { aRole, aUser, pageOf } from '../../testing/records.ts';
import { calls, serve, serveWithoutMail } from '../../testing/server.ts';
import { expectToStay, press, user } from '../../testing/user.ts';

const grace = aUser({
  phoneNumber: '+256 772 555111',
  roles: [aRole({ name: 'client_manager' })],
});
const told = refused(409, 'Told by the server');
const taken = (field: string, text: string) => refused(400, text, { fields: { [field]: text } });
const open = (rest: string, as = owner) => renderPage(`/client/users${rest}`, { as });

beforeEach(() => {
  serve(users.page, ok(pageOf([grace])));
  serve(users.get, ok(grace));
  serve(users.create, ok(grace));
  serve(users.update, ok(grace));
});

const box = (label: string | RegExp) => screen.getByLabelText(label);
/** Set at once instead of typed, where typing is not tested. */
const put = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
const role = () => screen.getByRole('combobox', { name: 'Role' });
const active = () => screen.getByRole('checkbox', { name: 'Active user (user can log in)' });

describe('the create form', () => {
  const typesPassword = () => user.click(screen.getByRole('radio', { name: /Type a password/ }));
  const submit = () => press('Create User');

  it('has its sections, labels and initial values', async () => {
    await open('/create');
    expect(screen.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Account Information' })).toBeVisible();
    expect(screen.getByRole('radio', { name: /Invite by email/ })).toBeChecked();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await typesPassword();
    for (const label of ['First Name', 'Last Name', 'Email Address', 'Username', 'Password']) {
      expect(box(label)).toBeRequired();
    }
    expect(box('Confirm Password')).toBeRequired();
    expect(box('Phone Number')).not.toBeRequired();
    expect(box('Phone Number')).toHaveAttribute('placeholder', '+256 772 123456');
    expect(box('Phone Number')).toHaveAccessibleDescription(/\+256 772 123456/);
    expect([...role().querySelectorAll('option')].map((option) => option.text)).toEqual([
      'User',
      'Manager',
      'Admin',
    ]);
    expect(role()).toHaveDisplayValue('User');
    expect(active()).toBeChecked();
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/client/users');
  });

  it('says what the chosen role can do', async () => {
    const seen = ['canViewTransactions', 'canViewAccounts', 'canEditProfile'];
    serve(
      users.companyRoles,
      ok([
        { name: 'Admin', permissions: [...companyPermissionNames] },
        {
          name: 'Manager',
          permissions: companyPermissionNames.filter((name) => name !== 'canManageCompany'),
        },
        { name: 'User', permissions: seen },
      ]),
    );
    await open('/create');
    const says = (text: string) => waitFor(() => expect(role()).toHaveAccessibleDescription(text));
    await says('Can see transactions, see accounts and balances, and change their own details.');
    await user.selectOptions(role(), 'Manager');
    await says(
      'Can do everything in the company, but not run the company: settings, rules and history.',
    );
    await user.selectOptions(role(), 'Admin');
    await says('Can do everything in the company.');
  });

  it('says what is missing on submit, at each field, and sends nothing', async () => {
    await open('/create');
    await typesPassword();
    await user.type(box('First Name'), ' ');
    await user.tab();
    expect(screen.queryByText('First name is required')).not.toBeInTheDocument();
    await submit();
    for (const message of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Username is required',
      'Password is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument();
    expect(box('First Name')).toHaveFocus();
    expect(calls(users.create)).toEqual([]);
  });

  it('clears an error when its field is edited, and only that one', async () => {
    await open('/create');
    await typesPassword();
    put('Email Address', 'mary at home');
    put('Phone Number', '0772 12345');
    put('Username', 'ma');
    put('Password', 'short');
    put('Confirm Password', 'other');
    await submit();
    const messages = {
      'Email Address': 'Please enter a valid email address',
      'Phone Number': 'Please enter a valid phone number',
      Username: 'Username must be at least 3 characters',
      Password: 'Password must be at least 6 characters',
      'Confirm Password': 'Passwords do not match',
    };
    for (const message of Object.values(messages)) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    for (const label of [
      'Email Address',
      'Phone Number',
      'Username',
      'Confirm Password',
    ] as const) {
      await user.type(box(label), 'x');
      expect(screen.queryByText(messages[label])).not.toBeInTheDocument();
    }
    expect(screen.getByText(messages.Password)).toBeVisible();
    expect(screen.getByText('First name is required')).toBeVisible();
    await user.type(box('Password'), 'x');
    expect(screen.queryByText(messages.Password)).not.toBeInTheDocument();
    expect(calls(users.create)).toEqual([]);
  });

  it('accepts a repeated password once the first one is made equal', async () => {
    await open('/create');
    await fill();
    await user.type(box('Confirm Password'), '8');
    await submit();
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    await user.type(box('Password'), '8');
    expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument();
    await submit();
    await expectToast('User created successfully');
  });

  it('shows and hides each password', async () => {
    await open('/create');
    await typesPassword();
    await press('Show password');
    expect(box('Password')).toHaveAttribute('type', 'text');
    expect(box('Confirm Password')).toHaveAttribute('type', 'password');
    await press('Show confirm password');
    expect(box('Confirm Password')).toHaveAttribute('type', 'text');
  });

  it('sends the input once, shows that it is busy, and leads to the list', async () => {
    const { address } = await open('/create');
    await fill();
    put('Phone Number', ' 0772 123 456 ');
    await user.selectOptions(role(), 'Admin');
    await user.click(active());
    const { answer, release } = held();
    serve(users.create, answer);
    await user.dblClick(screen.getByRole('button', { name: 'Create User' }));
    expect(await screen.findByRole('button', { name: 'Creating...' })).toBeVisible();
    release(ok(grace));
    await expectToast('User created successfully');
    expect(address()).toBe('/client/users');
    expect(calls(users.create).map(({ body }) => body)).toEqual([
      {
        firstName: 'Mary',
        lastName: 'Auma',
        email: 'mary@demo-one.test',
        username: 'mary',
        phoneNumber: '+256772123456',
        password: 'Mango-tree-7',
        companyId: ownCompanyId,
        isActive: false,
        roles: ['Admin'],
      },
    ]);
  });

  it('is filled in and sent with the keyboard alone', async () => {
    await open('/create');
    await typesPassword();
    box('First Name').focus();
    const enter = async (text: string) => {
      await user.paste(text);
      await user.tab();
    };
    for (const text of ['Mary', 'Auma', 'mary@demo-one.test', '0772 123456', 'mary']) {
      await enter(text);
    }
    expect(role()).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('radio', { name: /Type a password/ })).toHaveFocus();
    await user.tab();
    await enter('Mango-tree-7');
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
    await user.tab();
    await user.paste('Mango-tree-7');
    await user.keyboard('{Enter}');
    await expectToast('User created successfully');
    expect(calls(users.create)[0]?.body).toMatchObject({ lastName: 'Auma', username: 'mary' });
  });

  it.each([
    ['success alone', { success: true }],
    ['the record alone', { data: grace }],
    ['its id alone', { id: grace.id }],
  ])('accepts %s as success', async (_what, body) => {
    serve(users.create, { body });
    await open('/create');
    await fill();
    await submit();
    await expectToast('User created successfully');
    expect(calls(users.create)[0]?.body).toMatchObject({ phoneNumber: null, roles: ['User'] });
  });

  it.each([
    ['no word', silent, 'Failed to create user'],
    ['a refusal without a reason', unexplained, 'Failed to create user'],
    ['nothing at all', { body: {} }, 'Failed to create user'],
    ['a reason', told, 'Told by the server'],
    ['a list', { body: [] }, 'Invalid response format'],
  ])('shows the error after %s and keeps the input', async (_what, answer, text) => {
    serve(users.create, answer);
    const { address } = await open('/create');
    await fill();
    await submit();
    await expectToast(text);
    expect(address()).toBe('/client/users/create');
    expect(box('Email Address')).toHaveValue('mary@demo-one.test');
    expect(box('Password')).toHaveValue('Mango-tree-7');
    expect(screen.getByRole('button', { name: 'Create User' })).toBeEnabled();
  });

  it.each([
    ['Email Address', 'email', 'Email is already in use'],
    ['Username', 'username', 'Username is already in use'],
    ['Role', 'roles', 'You cannot give this role'],
  ])('marks %s when the server refuses it', async (label, field, text) => {
    serve(users.create, taken(field, text));
    await open('/create');
    await fill();
    await submit();
    await waitFor(() => expect(box(label)).toHaveFocus());
    expect(box(label)).toHaveAccessibleDescription(text);
    expect(screen.getAllByText(text)).toHaveLength(1);
  });

  it('marks every field that the server refuses at once', async () => {
    const weak = 'This password is one of the most common ones. Choose another.';
    const both = { email: 'Email is already in use', password: weak };
    const answer = { fields: both, errors: Object.values(both) };
    serve(users.create, refused(400, Object.values(both).join(', '), answer));
    await open('/create');
    await fill();
    await submit();
    await waitFor(() => expect(box('Email Address')).toHaveFocus());
    expect(box('Email Address')).toHaveAccessibleDescription(both.email);
    expect(box('Password')).toHaveAccessibleDescription(new RegExp(weak));
    expect(toasts()).toEqual([]);
  });

  it('asks before leaving with unsaved input', async () => {
    await open('/create');
    const unload = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(unload()).toBe(false);
    await user.type(box('First Name'), 'M');
    expect(unload()).toBe(true);
  });

  const expiresAt = '2026-11-19T09:00:00.000Z';
  const invited = (link: string | null) =>
    ok({ ...grace, isPending: true }, { invitation: { expiresAt, link } });

  it('invites unless a password is typed', async () => {
    serve(users.create, invited(null));
    const { address } = await open('/create');
    await fill();
    await user.click(screen.getByRole('radio', { name: /Invite by email/ }));
    await submit();
    await expectToast('The invitation is on its way to mary@demo-one.test');
    expect(address()).toBe('/client/users');
    expect(calls(users.create)[0]?.body).not.toHaveProperty('password');
    expect(calls(users.create)[0]?.body).not.toHaveProperty('confirmPassword');
  });

  it('shows the link once where no mail can be sent', async () => {
    const link = 'https://portal.test/set-password#secret';
    serve(users.create, invited(link));
    serveWithoutMail();
    const { address } = await open('/create');
    await fill();
    await user.click(await screen.findByRole('radio', { name: /Hand over a link/ }));
    await submit();
    const dialog = await screen.findByRole('dialog', { name: /Give this link to Mary Auma/ });
    expect(dialog).toHaveTextContent(link);
    expect(dialog).toHaveTextContent(/No mail can be sent/);
    await expectToStay(link);
    await press('Done', dialog);
    await waitFor(() => expect(address()).toBe('/client/users'));
  });

  it('says that an inactive person is invited later', async () => {
    serve(users.create, ok({ ...grace, isPending: true, isActive: false }, { invitation: null }));
    await open('/create');
    await fill();
    await user.click(screen.getByRole('radio', { name: /Invite by email/ }));
    await user.click(active());
    const later = 'The invitation is sent when the user is activated';
    expect(screen.getByRole('radio', { name: /is sent when the user is activated/ })).toBeChecked();
    await submit();
    await expectToast(`User created. ${later}`);
  });

  it('does not exist without a company', async () => {
    await open('/create', withoutCompany);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to create userNo company ID');
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  async function fill() {
    await typesPassword();
    put('First Name', ' Mary ');
    put('Last Name', 'Auma');
    put('Email Address', 'mary@demo-one.test');
    put('Username', 'mary');
    put('Password', 'Mango-tree-7');
    put('Confirm Password', 'Mango-tree-7');
  }
});

describe('the edit form of an invited person', () => {
  const meta = (link: string | null) => ({
    invitation: { expiresAt: '2026-11-19T09:00:00.000Z', link },
  });
  const correct = async () => {
    await screen.findByRole('heading', { name: 'Edit User: Grace Apio' });
    put('Email Address', 'right@demo-one.test');
    await press('Save Changes');
  };

  it('says that a corrected address is invited', async () => {
    serve(users.update, ok({ ...grace, email: 'right@demo-one.test' }, meta(null)));
    await open(`/${grace.id}/edit`);
    await correct();
    await expectToast('Saved. The invitation is on its way to right@demo-one.test');
  });

  it('shows the new link where no mail can be sent', async () => {
    const link = 'https://portal.test/set-password#secret';
    serve(users.update, ok({ ...grace, email: 'right@demo-one.test' }, meta(link)));
    const { address } = await open(`/${grace.id}/edit`);
    await correct();
    const dialog = await screen.findByRole('dialog', { name: /Give this link to Grace Apio/ });
    expect(dialog).toHaveTextContent(link);
    await press('Done', dialog);
    await waitFor(() => expect(address()).toBe(`/client/users/${grace.id}`));
  });
});

describe('the edit form', () => {
  const edit = `/${grace.id}/edit`;
  const save = () => press('Save Changes');
  const answerWith = (fields: Partial<User>) => serve(users.get, ok({ ...grace, ...fields }));

  it.each([
    ['somebody who signs in', {}, /Counts once Grace opens the link .* Until then grace@demo-one/],
    ['somebody invited', { isPending: true }, /a new invitation goes to this address/],
    ['somebody inactive', { isActive: false }, /Counts at once: somebody who is inactive/],
  ])('says beforehand what becomes of a new email of %s', async (_who, fields, hint) => {
    answerWith(fields);
    await open(edit);
    const email = await screen.findByLabelText('Email Address');
    expect(email).not.toHaveAccessibleDescription();
    put('Email Address', 'new@demo-one.test');
    await waitFor(() => expect(email).toHaveAccessibleDescription(hint));
  });

  it('says that a new email counts at once where no mail can be sent', async () => {
    serveWithoutMail();
    await open(edit);
    const email = await screen.findByLabelText('Email Address');
    put('Email Address', 'new@demo-one.test');
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription(/no mail can be sent to confirm/),
    );
  });

  it('is filled, has no password, and sends the change with its version', async () => {
    const { address } = await open(edit);
    expect(
      await screen.findByRole('heading', { name: 'Edit User: Grace Apio', level: 1 }),
    ).toBeVisible();
    expect(screen.queryByLabelText(/Password/)).not.toBeInTheDocument();
    expect(role()).toHaveDisplayValue('Manager');
    await user.clear(box('Phone Number'));
    await user.selectOptions(role(), 'Admin');
    await user.click(active());
    const { answer, release } = held();
    serve(users.update, answer);
    await save();
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeVisible();
    release(ok(grace));
    await expectToast('User updated successfully');
    expect(address()).toBe(`/client/users/${grace.id}`);
    expect(calls(users.update).map(({ body }) => body)).toEqual([
      {
        firstName: 'Grace',
        lastName: 'Apio',
        email: 'grace@demo-one.test',
        username: 'grace',
        phoneNumber: null,
        isActive: false,
        roles: ['Admin'],
        updatedAt: grace.updatedAt,
      },
    ]);
  });

  it('has the same rules as the create form', async () => {
    await open(edit);
    await screen.findByLabelText('First Name');
    for (const label of ['First Name', 'Last Name', 'Email Address']) put(label, '');
    put('Username', 'gr');
    put('Phone Number', 'call me');
    await save();
    for (const message of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Please enter a valid phone number',
      'Username must be at least 3 characters',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(calls(users.update)).toEqual([]);
  });

  it('role and status of the own user cannot be changed, and the form says so', async () => {
    answerWith({ id: ownUserId });
    await open(`/${ownUserId}/edit`);
    expect(await screen.findByText('You cannot change your own role')).toBeVisible();
    expect(screen.getByText('(You cannot deactivate yourself)')).toBeVisible();
    expect(role()).toBeDisabled();
    expect(role()).toHaveDisplayValue('Manager');
    expect(active()).toBeDisabled();
    expect(active()).toBeChecked();
    await user.type(box('First Name'), 'y');
    await save();
    await expectToast('User updated successfully');
    const [{ body } = { body: {} }] = calls(users.update);
    expect(body).toMatchObject({ firstName: 'Gracey', updatedAt: grace.updatedAt });
    expect(body).not.toHaveProperty('roles');
    expect(body).not.toHaveProperty('isActive');
    expect(getSession()?.user.name).toBe('Gracey Apio');
  });

  it.each([
    ['another role', [aRole({ name: 'Auditor' }), aRole({ name: 'client_user' })], 'Auditor'],
    ['no role', [], 'No role yet'],
  ])('keeps %s unless another role is chosen', async (_what, roles, shown) => {
    answerWith({ roles, role: 'user' });
    await open(edit);
    expect(await screen.findByRole('combobox', { name: 'Role' })).toHaveDisplayValue(shown);
    await save();
    await expectToast('User updated successfully');
    expect(calls(users.update)[0]?.body).not.toHaveProperty('roles');
  });

  it('assigns the chosen role to a user who had another one', async () => {
    answerWith({ roles: [aRole({ name: 'Auditor' })], role: 'Auditor' });
    await open(edit);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Role' }), 'User');
    await save();
    await expectToast('User updated successfully');
    expect(calls(users.update)[0]?.body).toMatchObject({ roles: ['User'] });
  });

  const newer =
    'Someone else changed this user in the meantime. Look at what changed, then save again.';
  it.each([
    ['no word', silent, 'Failed to update user'],
    ['a refusal without a reason', unexplained, 'Failed to update user'],
    ['a reason', told, 'Told by the server'],
    ['a newer version', refused(409, newer), newer],
  ])('shows the error after %s and keeps the input', async (_what, answer, text) => {
    serve(users.update, answer);
    const { address } = await open(edit);
    await user.clear(await screen.findByLabelText('Phone Number'));
    await user.type(box('Phone Number'), '0772 555112');
    await save();
    await expectToast(text);
    expect(box('Phone Number')).toHaveValue('0772 555112');
    expect(address()).toBe(`/client/users${edit}`);
  });

  it('marks the field that the server refuses', async () => {
    serve(users.update, taken('email', 'Email is already in use'));
    await open(edit);
    await screen.findByLabelText('Email Address');
    await save();
    await waitFor(() => expect(box('Email Address')).toHaveFocus());
    expect(box('Email Address')).toHaveAccessibleDescription('Email is already in use');
  });
});
