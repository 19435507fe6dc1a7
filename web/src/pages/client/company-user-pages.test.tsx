import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ownCompanyId, restricted, signInAs, withoutCompany } from '../../testing/people.ts';
import {
  colleague,
  expectToast,
  grace,
  lister,
  listCall,
  notFound,
  oneCall,
  open,
  ownId,
  pageOf,
  place,
  press,
  roleNamed,
  sent,
  serve,
  server,
  silent,
  told,
  unexplained,
  user,
  freshServerEachTime,
} from '../../testing/company-user-harness.tsx';

freshServerEachTime();

describe('the list', () => {
  const card = (label: string) => screen.getByRole('heading', { name: label }).closest('article');

  it('shows people, the cards of this page, and where the page stands', async () => {
    const rows = [
      grace,
      colleague({ firstName: 'Own', id: ownId(), roles: [roleNamed('client_admin')] }),
      colleague({
        firstName: 'Peter',
        isActive: false,
        roles: [],
        role: 'user',
        lastLoginDate: null,
        phoneNumber: null,
      }),
    ];
    server.answers = { [listCall]: pageOf(rows, 23) };
    open('/client/users');
    expect(await screen.findByText('Showing 1 to 3 of 23 users')).toBeVisible();
    expect(screen.getByText('Page 1 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    expect(card('Total Users')).toHaveTextContent('3on this page');
    expect(card('Active Users')).toHaveTextContent('2on this page');
    expect(card('Pending Users')).toHaveTextContent('0on this page');
    expect(card('Admins')).toHaveTextContent('1on this page');

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
    await waitFor(() => expect(server.calls.at(-1)?.query).toBe('page=2&pageSize=10'));
    expect(place.address).toBe('/client/users?page=2');
  });

  it('sends what is chosen, from page 1 on, and nothing that is not', async () => {
    open('/client/users?page=3');
    await screen.findByText('Grace Apio');
    expect(server.calls[0]?.query).toBe('page=3&pageSize=10');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Inactive');
    await waitFor(() => expect(place.address).toBe('/client/users?status=inactive'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Manager');
    await user.type(screen.getByRole('searchbox', { name: 'Search users...' }), ' gra ');
    await waitFor(() =>
      expect(server.calls.at(-1)?.query).toBe(
        'page=1&pageSize=10&searchTerm=gra&isActive=false&role=manager',
      ),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
    await waitFor(() => expect(server.calls.at(-1)?.query).toContain('isActive=true'));
  });

  it.each(['Pending', 'Suspended'])('finds nobody %s without asking', async (status) => {
    open(`/client/users?status=${status.toLowerCase()}`);
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(screen.getByText('Try adjusting your search or filters.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue(status);
    await press('Refresh');
    expect(server.calls).toEqual([]);
    await press('Clear Filters');
    expect(await screen.findByText('Grace Apio')).toBeVisible();
  });

  it('leaves out people of other roles when the server does not', async () => {
    const rows = [grace, colleague({ firstName: 'Peter', roles: [roleNamed('client_user')] })];
    server.answers = { [listCall]: pageOf(rows) };
    open('/client/users?role=user');
    expect(await screen.findByText('Peter Apio')).toBeVisible();
    expect(screen.queryByText('Grace Apio')).not.toBeInTheDocument();
  });

  it('invites to make the first one when there is nobody', async () => {
    server.answers = { [listCall]: pageOf([]) };
    open('/client/users');
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(screen.getByText('Get started by inviting your first user.')).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'Create User' })) {
      expect(link).toHaveAttribute('href', '/client/users/create');
    }
  });

  it('has no way to change anybody for those who may only look', async () => {
    signInAs(lister);
    open('/client/users');
    expect(await screen.findByRole('link', { name: 'View Grace Apio' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Edit|^Create/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  });

  it.each([
    ['no word', silent, ''],
    ['a refusal without a reason', unexplained, ''],
    ['a reason', told, 'Told by the server'],
    ['no list', { status: 200, body: { success: true, data: {} } }, 'Invalid response format'],
    ['nothing', { status: 200, body: { success: true, data: null } }, 'Invalid response format'],
  ])('after %s says that it failed, and can be tried again', async (_what, answer, reason) => {
    server.answers = { [listCall]: answer };
    open('/client/users');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent(`Failed to load users${reason}`);
    server.answers = {};
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Grace Apio')).toBeVisible();
    expect(panel).not.toBeInTheDocument();
  });

  it('shows what there is of somebody who lacks most fields', async () => {
    const { id, email } = grace;
    const phone = '+256 700 111222';
    const named = { id: 'two', name: 'Only One Name', isActive: true, phone };
    server.answers = { [listCall]: pageOf([{ id, email }, named]) };
    open('/client/users');
    expect(await screen.findByText('grace@demo-one.test')).toBeVisible();
    expect(screen.getByText('Only One Name')).toBeVisible();
    expect(screen.getByText(phone)).toBeVisible();
    expect(screen.getAllByText('Never')).toHaveLength(4);
    expect(screen.getAllByText('User', { selector: '[title]' })).toHaveLength(2);
  });

  it('says that there is no company, without asking', () => {
    signInAs(withoutCompany);
    open('/client/users');
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load usersNo company ID');
    expect(server.calls).toEqual([]);
  });
});

describe('deleting', () => {
  const dialog = () => screen.getByRole('alertdialog');
  const confirm = () => user.click(within(dialog()).getByRole('button', { name: 'Delete User' }));

  it.each([
    [silent, 'Failed to delete user'],
    [unexplained, 'Failed to delete user'],
    [told, 'Told by the server'],
  ])('keeps the dialog of a refusal: %j', async (refusal, text) => {
    open('/client/users');
    await user.click(await screen.findByRole('button', { name: 'Delete Grace Apio' }));
    expect(dialog()).toHaveTextContent('Delete Grace Apio?They are signed out at once');
    server.answers = { 'DELETE /User/{id}': refusal };
    await confirm();
    await waitFor(() => expect(dialog()).toHaveTextContent(text));
    await expectToast(text);
    server.answers = { [listCall]: pageOf([]) };
    await confirm();
    await expectToast('User deleted successfully');
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(sent('DELETE /User/{id}')).toHaveLength(2);
  });

  it('of somebody who is gone already says so, and the list behind loses them', async () => {
    open('/client/users');
    await user.click(await screen.findByRole('button', { name: 'Delete Grace Apio' }));
    server.answers = { 'DELETE /User/{id}': notFound, [listCall]: pageOf([]) };
    await confirm();
    await waitFor(() => expect(dialog()).toHaveTextContent('User not found'));
    expect(await screen.findByText('No users found')).toBeInTheDocument();
  });

  it('goes back a page when this one is empty afterwards', async () => {
    server.answers = { [listCall]: pageOf([grace], 11) };
    open('/client/users?page=2');
    expect(await screen.findByText('Showing 11 to 11 of 11 users')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete Grace Apio' }));
    // As another server may answer it: a page that is not there has nobody.
    const others = [colleague({ firstName: 'Peter' })];
    vi.mocked(fetch).mockImplementation((input, init) => {
      const isSecond = String(input).includes('page=2');
      server.answers = { [listCall]: pageOf(isSecond ? [] : others, 10) };
      return serve(input, init);
    });
    await confirm();
    expect(await screen.findByText('Peter Apio')).toBeVisible();
  });

  it('from the details leads to the list', async () => {
    open(`/client/users/${grace.id}`);
    await user.click(await screen.findByRole('button', { name: 'Delete User' }));
    await confirm();
    await expectToast('User deleted successfully');
    await waitFor(() => expect(place.address).toBe('/client/users'));
  });
});

describe('the details', () => {
  it('show who it is and lead on', async () => {
    open(`/client/users/${grace.id}`);
    expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Users' })).toHaveAttribute(
      'href',
      '/client/users',
    );
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

  it('leave out what is not there', async () => {
    const { id, email } = grace;
    server.answers = { [oneCall]: { status: 200, body: { id, email } } };
    open(`/client/users/${id}`);
    await screen.findByRole('heading', { name: email, level: 1 });
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Email']);
  });

  it('of oneself, and for those who may only look, have no buttons', async () => {
    server.answers = {
      [oneCall]: { status: 200, body: { success: true, data: { ...grace, id: ownId() } } },
    };
    const { unmount } = open(`/client/users/${ownId()}`);
    expect(await screen.findByText('(You)')).toBeVisible();
    expect(screen.queryByText(/^(Edit|Delete) User$/)).not.toBeInTheDocument();
    unmount();
    signInAs(lister);
    open(`/client/users/${grace.id}`);
    await screen.findByRole('heading', { name: 'Grace Apio', level: 1 });
    expect(screen.queryByText(/^(Edit|Delete) User$/)).not.toBeInTheDocument();
  });

  it('of others are closed to those who may not see people; their own are not', async () => {
    signInAs(restricted);
    const { unmount } = open(`/client/users/${grace.id}`);
    expect(screen.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
    expect(screen.getByText('You do not have permission to view users.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
      'href',
      '/client',
    );
    expect(server.calls).toEqual([]);
    unmount();
    open(`/client/users/${ownId()}`);
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
    ['nobody in it', { status: 200, body: { success: true, data: {} } }, 'Invalid response format'],
  ])('after an answer with %s say why', async (_what, answer, reason) => {
    server.answers = { [oneCall]: answer };
    open(`/client/users/${grace.id}${rest}`);
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent(`Error Loading User${reason}`);
    expect(within(panel).getByRole('link', { name: 'Back to Users' })).toHaveAttribute(
      'href',
      '/client/users',
    );
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    server.answers = {};
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: /Grace Apio/ })).toBeVisible();
  });

  it('who is not there say so', async () => {
    server.answers = { [oneCall]: notFound };
    open(`/client/users/${grace.id}${rest}`);
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
    const hint = "The user you're looking for doesn't exist or has been removed.";
    expect(screen.getByText(hint)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Back to Users' })).not.toHaveLength(0);
  });
});
