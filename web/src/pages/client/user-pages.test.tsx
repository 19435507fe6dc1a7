import { accessLinks } from '@sente/contract/access-links';
import { users, type User } from '@sente/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent, unexplained, malformed } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import {
  ownCompanyId,
  owner,
  ownUserId,
  restricted,
  withoutCompany,
} from '../../testing/people.ts';
import { aRole, aUser, pageOf } from '../../testing/records.ts';
import { calls, serve, serveWithoutMail } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const grace = aUser({
  phoneNumber: '+256 772 555111',
  lastLoginDate: '2024-03-07T09:30:00.000Z',
  roles: [aRole({ name: 'client_manager' })],
});
const lister = { ...owner, permissions: ['canViewUsers'] as const };
const told = refused(409, 'Told by the server');
const notFound = refused(404, 'User not found');
const open = (rest = '', as = owner) => renderPage(`/client/users${rest}`, { as });
const asked = () => calls(users.page).at(-1)?.query;
beforeEach(() => {
  serve(users.page, ok(pageOf([grace])));
  serve(users.get, ok(grace));
  serve(users.remove, ok());
});

describe('the list', () => {
  const card = (label: string) => screen.getByRole('heading', { name: label }).closest('article');

  it('shows users, the cards of the company, and the position in the list', async () => {
    const rows = [
      grace,
      colleague({ firstName: 'Own', id: ownUserId, roles: [aRole({ name: 'client_admin' })] }),
      colleague({ firstName: 'Peter', isActive: false, role: 'user' }),
    ];
    const counts = { all: 23, active: 20, pending: 2, admins: 3 };
    serve(users.page, ok(pageOf(rows, 23), { counts }));
    const { address } = await open();
    expect(await screen.findByText('Showing 1 to 3 of 23 users')).toBeVisible();
    expect(screen.getByText('Page 1 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    for (const [label, count, query] of [
      ['Total Users', 23, ''],
      ['Active Users', 20, '?status=active'],
      ['Pending Users', 2, '?status=pending'],
      ['Admins', 3, '?role=admin'],
    ] as const) {
      expect(card(label)).toHaveTextContent(`${label}${count}`);
      const link = screen.getByRole('link', { name: label });
      expect(link).toHaveAttribute('href', `/client/users${query}`);
    }

    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers).toEqual(['User', 'Role', 'Status', 'Last Login', 'Created', 'Actions']);
    const [, first, own, last] = screen.getAllByRole('row') as HTMLElement[];
    expect(first).toHaveTextContent('Grace Apiograce@demo-one.test+256 772 555111');
    expect(first).toHaveTextContent('ManagerActiveMar 07, 2024, 12:30 PMJan 05, 2024');
    expect(own).toHaveTextContent('Own Apio (You)');
    expect(within(own as HTMLElement).getByRole('link', { name: 'View Own Apio' })).toBeVisible();
    expect(within(own as HTMLElement).queryByRole('link', { name: /^Edit/ })).toBeNull();
    expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
    expect(last).toHaveTextContent('UserInactiveNeverJan 05, 2024');
    expect(within(last as HTMLElement).getByRole('link', { name: /^Edit/ })).toHaveAttribute(
      'href',
      '/client/users/colleague%20Peter/edit',
    );
    await press('Next');
    await waitFor(() => expect(asked()).toEqual({ page: '2', pageSize: '10' }));
    expect(address()).toBe('/client/users?page=2');
  });

  it('sends only the chosen filters, starting at page 1', async () => {
    serve(users.page, ok(pageOf([grace], 25)));
    const { address } = await open('?page=3');
    await screen.findByText('Grace Apio');
    expect(asked()).toEqual({ page: '3', pageSize: '10' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Inactive');
    await waitFor(() => expect(address()).toBe('/client/users?status=inactive'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Manager');
    await user.type(screen.getByRole('searchbox', { name: 'Search users...' }), ' gra ');
    const chosen = { searchTerm: 'gra', isActive: 'false', role: 'manager' };
    await waitFor(() => expect(asked()).toEqual({ page: '1', pageSize: '10', ...chosen }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
    await waitFor(() => expect(asked()).toMatchObject({ isActive: 'true' }));
  });

  const invited = colleague({
    firstName: 'Amina',
    email: 'amina@example.test',
    isPending: true,
    invitationState: 'open',
  });

  it('finds the invited, who are Pending', async () => {
    serve(users.page, ok(pageOf([invited])));
    await open('?status=pending');
    const row = (await screen.findByText('Amina Apio')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('Pending');
    expect(asked()).toMatchObject({ isActive: 'true', isPending: 'true' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
    await waitFor(() => expect(asked()).toMatchObject({ isActive: 'true', isPending: 'false' }));
  });

  it('sends an invitation again', async () => {
    serve(users.page, ok(pageOf([invited])));
    serve(accessLinks.invite, refused(409, 'This person has chosen a password already'));
    await open();
    await press('Resend invitation to Amina Apio');
    const dialog = await screen.findByRole('alertdialog', { name: /invitation to Amina Apio/ });
    await press('Resend Invitation', dialog);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('chosen a password already');
    const expiresAt = '2026-11-19T09:00:00.000Z';
    serve(accessLinks.invite, ok({ expiresAt, link: null }));
    await press('Resend Invitation', dialog);
    await expectToast('The invitation is on its way to amina@example.test');
  });

  it('makes a new link to hand over where no mail can be sent', async () => {
    serve(users.page, ok(pageOf([invited])));
    serveWithoutMail();
    const expiresAt = '2026-11-19T09:00:00.000Z';
    serve(accessLinks.invite, ok({ expiresAt, link: 'https://portal.test/set-password#secret' }));
    await open();
    await press('Resend invitation to Amina Apio');
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Make a new link for Amina Apio?',
    });
    expect(dialog).toHaveTextContent('This installation sends no mail');
    expect(dialog).not.toHaveTextContent('It goes to');
    await press('Make Link', dialog);
    expect(await screen.findByRole('dialog', { name: /Give this link/ })).toHaveTextContent(
      'https://portal.test/set-password#secret',
    );
  });

  it.each([
    [true, /could not be delivered.*answered 550\. Correct the address/],
    [false, /is not delivered yet.*answered 550\. It is tried again/],
  ])('says why an invitation did not arrive; for good: %s', async (isFinal, text) => {
    const reason = 'The mail server answered 550';
    const lost = { ...invited, invitationProblem: { isFinal, reason } };
    serve(users.page, ok(pageOf([lost])));
    serve(users.get, ok(lost));
    await open();
    const row = await screen.findByRole('row', { name: /Amina Apio/ });
    expect(row).toHaveTextContent(isFinal ? 'Not delivered' : 'Pending');
    await renderPage(`/client/users/${invited.id}`, { as: owner });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it.each([
    ['revoked', 'Revoked'],
    ['expired', 'Expired'],
  ] as const)('says that an invitation is %s, which can be sent again', async (state, word) => {
    serve(users.page, ok(pageOf([{ ...invited, invitationState: state }])));
    await open();
    expect(await screen.findByRole('row', { name: /Amina Apio/ })).toHaveTextContent(word);
    expect(screen.getByRole('button', { name: 'Resend invitation to Amina Apio' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Revoke/ })).not.toBeInTheDocument();
  });

  it('does not offer to invite somebody who is inactive', async () => {
    serve(users.page, ok(pageOf([{ ...invited, isActive: false }])));
    await renderPage('/client/users', { as: owner });
    expect(await screen.findByRole('link', { name: 'Edit Amina Apio' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /invitation/ })).not.toBeInTheDocument();
  });

  it('revokes an invitation after a confirmation', async () => {
    serve(users.page, ok(pageOf([invited])));
    serve(accessLinks.revoke, ok());
    await open();
    await press('Revoke invitation of Amina Apio');
    await press('Revoke Invitation', await screen.findByRole('alertdialog'));
    await expectToast('Invitation revoked');
    expect(calls(accessLinks.revoke)[0]?.params).toEqual({ id: invited.id });
  });

  it('offers to create the first user when there is none', async () => {
    serve(users.page, ok(pageOf([])));
    await open();
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(screen.getByText('Get started by inviting your first user.')).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'Create User' })) {
      expect(link).toHaveAttribute('href', '/client/users/create');
    }
  });

  it('offers no changes without the permission', async () => {
    await open('', lister);
    expect(await screen.findByRole('link', { name: 'View Grace Apio' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Edit|^Create/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  });

  it.each([
    ['no word', silent, ''],
    ['a refusal without a reason', unexplained, ''],
    ['a reason', told, 'Told by the server'],
    ['no list', malformed({}), 'Invalid response format'],
    ['nothing', malformed(null), 'Invalid response format'],
  ])('shows the error after %s and can be retried', async (_what, answer, reason) => {
    serve(users.page, answer);
    await open();
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent(`Failed to load users${reason}`);
    serve(users.page, ok(pageOf([grace])));
    await press('Try again', panel);
    expect(await screen.findByText('Grace Apio')).toBeVisible();
    expect(panel).not.toBeInTheDocument();
  });

  it('shows a user with most fields missing', async () => {
    const { id, email } = grace;
    const phone = '+256 700 111222';
    const named = { id: 'two', name: 'Only One Name', isActive: true, phone };
    serve(users.page, malformed(pageOf([{ id, email }, named])));
    await open();
    expect(await screen.findByText('grace@demo-one.test')).toBeVisible();
    expect(screen.getByText('Only One Name')).toBeVisible();
    expect(screen.getByText(phone)).toBeVisible();
    expect(screen.getAllByText('Never')).toHaveLength(4);
    expect(screen.getAllByText('User', { selector: '[title]' })).toHaveLength(2);
  });

  it('a user without a company gets a message, and nothing is requested', async () => {
    await open('', withoutCompany);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load usersNo company ID');
    expect(calls()).toEqual([]);
  });
});

describe('deleting', () => {
  const dialog = () => screen.getByRole('alertdialog');
  const confirm = () => press('Delete User', dialog());

  it.each([
    [silent, 'Failed to delete user'],
    [unexplained, 'Failed to delete user'],
    [told, 'Told by the server'],
  ])('a refused delete keeps the dialog open: %j', async (refusal, text) => {
    await open();
    await press('Delete Grace Apio');
    expect(dialog()).toHaveTextContent('Delete Grace Apio?They are signed out at once');
    serve(users.remove, refusal);
    await confirm();
    await waitFor(() => expect(dialog()).toHaveTextContent(text));
    serve(users.remove, ok());
    serve(users.page, ok(pageOf([])));
    await confirm();
    await expectToast('User deleted successfully');
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(calls(users.remove)).toHaveLength(2);
  });

  it('a delete of a user who is already gone says so and updates the list', async () => {
    await open();
    await press('Delete Grace Apio');
    serve(users.remove, notFound);
    serve(users.page, ok(pageOf([])));
    await confirm();
    await waitFor(() => expect(dialog()).toHaveTextContent('User not found'));
    expect(await screen.findByText('No users found')).toBeInTheDocument();
  });

  it('returns to the previous page when this one is empty afterwards', async () => {
    serve(users.page, ok(pageOf([grace], 21)));
    await open('?page=3');
    expect(await screen.findByText('Showing 21 to 21 of 21 users')).toBeVisible();
    await press('Delete Grace Apio');
    serve(users.page, ok(pageOf([colleague({ firstName: 'Peter' })], 20)));
    await confirm();
    expect(await screen.findByText('Peter Apio')).toBeVisible();
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
  });

  it('a delete on the details page leads to the list', async () => {
    const { address } = await open(`/${grace.id}`);
    await press('Delete User');
    await confirm();
    await expectToast('User deleted successfully');
    await waitFor(() => expect(address()).toBe('/client/users'));
  });
});

describe('the details', () => {
  it('the details of somebody invited follow when the invitation is revoked', async () => {
    const pending = colleague({ ...grace, isPending: true, invitationState: 'open' });
    serve(users.get, ok(pending));
    serve(accessLinks.revoke, ok());
    await open(`/${grace.id}`);
    await press('Revoke Invitation');
    serve(users.get, ok({ ...pending, invitationState: 'revoked' }));
    await press('Revoke Invitation', await screen.findByRole('alertdialog'));
    expect(await screen.findByText('Revoked')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Revoke Invitation' })).not.toBeInTheDocument();
  });

  it.each([
    ['open', ['Invitation Sent', 'Invitation Ends']],
    ['expired', ['Invitation Sent', 'Invitation Ended']],
    ['revoked', ['Invitation Sent']],
  ] as const)('say when an invitation was sent and when it ends: %s', async (state, labels) => {
    const invited = colleague({
      ...grace,
      isPending: true,
      invitationState: state,
      invitationSentAt: '2026-05-09T09:00:00.000Z',
      invitationExpiresAt: '2026-05-12T09:00:00.000Z',
    });
    serve(users.get, ok(invited));
    await open(`/${grace.id}`);
    await screen.findByText('Invitation Sent');
    const found = screen.getAllByText(/^Invitation /).map((term) => term.textContent);
    expect(found).toEqual(labels);
    const times = ['May 09, 2026 at 12:00 PM', 'May 12, 2026 at 12:00 PM'];
    for (const time of times.slice(0, labels.length)) expect(screen.getByText(time)).toBeVisible();
  });

  it('the details show the user and their links', async () => {
    await open(`/${grace.id}`);
    expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
    const back = screen.getByRole('link', { name: 'Back to Users' });
    expect(back).toHaveAttribute('href', '/client/users');
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.getByText('Manager')).toBeVisible();
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['Email', 'Username', 'Phone', 'Created', 'Last Login', 'Company ID']);
    expect(screen.getByText('March 07, 2024 at 12:30 PM')).toBeVisible();
    expect(screen.getByText(ownCompanyId)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit User' })).toHaveAttribute(
      'href',
      `/client/users/${grace.id}/edit`,
    );
  });

  it('the details omit missing fields', async () => {
    const { id, email } = grace;
    serve(users.get, { body: { id, email } });
    await open(`/${id}`);
    await screen.findByRole('heading', { name: email, level: 1 });
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Email']);
  });

  describe('a password link', () => {
    const expiresAt = '2026-11-19T09:00:00.000Z';

    it('is mailed after a confirmation, which stays open with a refusal', async () => {
      await open(`/${grace.id}`);
      await press('Send Password Link');
      const dialog = await screen.findByRole('alertdialog', {
        name: 'Send a password link to Grace Apio?',
      });
      expect(dialog).toHaveTextContent(grace.email);
      serve(accessLinks.sendPasswordLink, refused(429, 'got many mails today'));
      await press('Send Link', dialog);
      expect(await within(dialog).findByRole('alert')).toHaveTextContent('many mails today');
      serve(accessLinks.sendPasswordLink, ok({ expiresAt, link: null }));
      await press('Send Link', dialog);
      await expectToast(`The link is on its way to ${grace.email}`);
      expect(calls(accessLinks.sendPasswordLink)[0]?.params).toEqual({ id: grace.id });
    });

    it('is shown to hand over where no mail can be sent', async () => {
      serveWithoutMail();
      const link = 'https://portal.test/set-password#secret';
      serve(accessLinks.sendPasswordLink, ok({ expiresAt, link }));
      await open(`/${grace.id}`);
      await press('Send Password Link');
      const dialog = await screen.findByRole('alertdialog', {
        name: 'Make a password link for Grace Apio?',
      });
      expect(dialog).toHaveTextContent('This installation sends no mail');
      await press('Make Link', dialog);
      expect(await screen.findByRole('dialog', { name: /Give this link/ })).toHaveTextContent(link);
    });

    it.each([
      ['is invited', { isPending: true }],
      ['is inactive', { isActive: false }],
    ])('is not offered for somebody who %s', async (_what, fields) => {
      serve(users.get, ok({ ...grace, ...fields }));
      await open(`/${grace.id}`);
      expect(await screen.findByRole('link', { name: 'Edit User' })).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Send Password Link' })).not.toBeInTheDocument();
    });
  });

  it('the details have no buttons for the own user or without the permission', async () => {
    serve(users.get, ok({ ...grace, id: ownUserId }));
    const { unmount } = await open(`/${ownUserId}`);
    expect(await screen.findByText('(You)')).toBeVisible();
    expect(screen.queryByText(/^(Edit|Delete) User$/)).not.toBeInTheDocument();
    unmount();
    await open(`/${grace.id}`, lister);
    await screen.findByRole('heading', { name: 'Grace Apio', level: 1 });
    expect(screen.queryByText(/^(Edit|Delete) User$/)).not.toBeInTheDocument();
  });

  it('the details of others are closed without the permission; the own ones are open', async () => {
    const { unmount } = await open(`/${grace.id}`, restricted);
    expect(screen.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
    expect(screen.getByText('You do not have permission to view users.')).toBeVisible();
    const back = screen.getByRole('link', { name: 'Back to Dashboard' });
    expect(back).toHaveAttribute('href', '/client');
    expect(calls()).toEqual([]);
    unmount();
    await open(`/${ownUserId}`, restricted);
    expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Settings' })).toBeVisible();
  });
});

describe.each([
  ['the details', ''],
  ['the form', '/edit'],
])('%s of somebody', (_page, rest) => {
  it.each([
    ['no word', silent, 'Failed to load user details'],
    ['a refusal without a reason', unexplained, 'Failed to load user details'],
    ['a reason', told, 'Told by the server'],
    ['nobody in it', malformed({}), 'Invalid response format'],
  ])('an answer with %s is explained', async (_what, answer, reason) => {
    serve(users.get, answer);
    await open(`/${grace.id}${rest}`);
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent(`Error Loading User${reason}`);
    const back = within(panel).getByRole('link', { name: 'Back to Users' });
    expect(back).toHaveAttribute('href', '/client/users');
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    serve(users.get, ok(grace));
    await press('Try again', panel);
    expect(await screen.findByRole('heading', { level: 1, name: /Grace Apio/ })).toBeVisible();
  });

  it('an unknown user is shown as not found', async () => {
    serve(users.get, notFound);
    await open(`/${grace.id}${rest}`);
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
    const hint = "The user you're looking for doesn't exist or has been removed.";
    expect(screen.getByText(hint)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Back to Users' })).not.toHaveLength(0);
  });
});

function colleague(fields: Partial<User>): User {
  return { ...grace, ...aUser(fields), id: `colleague ${fields.firstName ?? ''}`, ...fields };
}
