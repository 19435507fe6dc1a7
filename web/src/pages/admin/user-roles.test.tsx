import { companies, type CompanyListItem } from '@sente/contract/companies';
import { roles } from '@sente/contract/roles';
import { users } from '@sente/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { aCompany, aListedCompany, aRole, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const auditor = aRole({ name: 'Auditor' });
const grace = aUser({ isPending: true, invitationState: 'open' });

async function choose() {
  serve(users.get, ok(grace));
  serve(roles.list, ok([auditor]));
  await renderPage(`/users/${grace.id}`);
  await press('Assign Role');
  const dialog = screen.getByRole('dialog');
  await user.click(await screen.findByRole('radio', { name: /Auditor/ }));
  return dialog;
}

it('shows the new link of an invited person where no mail is sent: the former one has ended', async () => {
  const dialog = await choose();
  const link = 'https://portal.example.test/set-password#new';
  const invitation = { link, expiresAt: '2026-05-12T09:00:00.000Z' };
  serve(users.assignRole, ok({ ...grace, roles: [auditor] }, { approvalId: null, invitation }));
  await press('Assign Role', dialog);
  await expectToast('Role assigned successfully');
  const shown = await screen.findByRole('dialog', { name: /^Give this link to Grace/ });
  expect(shown).toHaveTextContent(link);
  await press('Done', shown);
  await waitFor(() => expect(shown).not.toBeInTheDocument());
});

it('says why no invitation can be mailed today, though the dialog has no field for an email', async () => {
  const dialog = await choose();
  const message = 'grace@example.test got many mails about invitations and changes today.';
  serve(users.assignRole, refused(429, message, { fields: { email: message } }));
  await press('Assign Role', dialog);
  await waitFor(() => expect(dialog).toHaveTextContent(message));
});

async function fillIn(company: CompanyListItem): Promise<void> {
  serve(companies.list, ok([company]));
  serve(companies.get, ok(aCompany({ id: company.id, isHeadOffice: company.isHeadOffice })));
  serve(users.create, ok(grace, { invitation: null }));
  serve(users.get, ok(grace));
  serve(roles.list, ok([auditor, aRole({ name: 'client_manager' }), finance]));
  await renderPage('/users/create');
  for (const [label, text] of [
    ['First Name', 'Grace'],
    ['Last Name', 'Apio'],
    ['Email', 'grace@example.test'],
    ['Username', 'grace'],
  ] as const) {
    await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  }
  await user.click(screen.getByRole('combobox', { name: /^Company/ }));
  await user.click(await screen.findByRole('option', { name: new RegExp(company.name) }));
}

const finance = aRole({ name: 'Finance', isStaff: true, permissions: [] });
const choices = () =>
  within(screen.getByLabelText('Role'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

it('gives a role of the company with the new user, and offers no staff role there', async () => {
  await fillIn(aListedCompany());
  await waitFor(() =>
    expect(choices()).toEqual(['Client user', 'Client manager', 'Client admin', 'Auditor']),
  );
  await user.selectOptions(screen.getByLabelText('Role'), 'Manager');
  await press('Create User');
  await waitFor(() =>
    expect(calls(users.create)[0]?.body).toMatchObject({ roles: ['Manager'], username: 'grace' }),
  );
  expect(calls(users.assignRole)).toEqual([]);
});

it('asks for the staff role of a new colleague, which waits for a second person', async () => {
  await fillIn(aListedCompany({ name: 'Head Office', isHeadOffice: true }));
  await waitFor(() => expect(choices()).toContain('Finance (staff)'));
  await user.selectOptions(screen.getByLabelText('Role'), 'Finance (staff)');
  expect(screen.getByText(/A second person has to approve it/)).toBeVisible();
  const waits = { approvalId: finance.id, invitation: null };
  serve(users.assignRole, ok(grace, waits));
  await press('Create User');
  await expectToast('The staff role waits for a second person');
  expect(calls(users.create)[0]?.body).not.toHaveProperty('roles');
  const given = { userId: grace.id, roleId: finance.id };
  expect(calls(users.assignRole).map(({ body }) => body)).toEqual([given]);
});

it('says when the role of a new user was not given, and leads to their page', async () => {
  await fillIn(aListedCompany());
  await waitFor(() => expect(choices()).toContain('Auditor'));
  await user.selectOptions(screen.getByLabelText('Role'), 'Auditor');
  serve(users.assignRole, refused(409, 'The role was changed meanwhile'));
  await press('Create User');
  await expectToast('The role was changed meanwhile');
  expect(await screen.findByRole('heading', { name: 'Grace Apio', level: 1 })).toBeVisible();
});

it('says when the invitation was sent and when it ends', async () => {
  const invitationSentAt = '2026-05-09T09:00:00.000Z';
  serve(roles.list, ok([]));
  serve(
    users.get,
    ok({ ...grace, invitationSentAt, invitationExpiresAt: '2026-05-12T09:00:00.000Z' }),
  );
  await renderPage(`/users/${grace.id}`);
  expect(await screen.findByText('Invitation Sent')).toBeVisible();
  expect(screen.getByText('May 12, 2026 at 12:00 PM')).toBeVisible();
});
