import { accessLinks } from '@sente/contract/access-links';
import { factors } from '@sente/contract/factors';
import { roles } from '@sente/contract/roles';
import { users } from '@sente/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused } from '../../testing/answers.ts';
import { expectToast, toasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { aFactorState, aRole, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press, user } from '../../testing/user.ts';

/* Whoever changes how somebody else signs in shows that it is them, if the server wants to know. */

const grace = aUser();
const missing = refused(400, 'Current password is required', {
  fields: { currentPassword: 'Current password is required' },
});
const link = { expiresAt: '2026-11-19T09:00:00.000Z', link: null };
const question = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

beforeEach(() => {
  serve(users.get, ok(grace));
  serve(roles.list, ok([]));
});

async function askForLink(): Promise<HTMLElement> {
  serve(accessLinks.sendPasswordLink, missing);
  await renderPage(`/client/users/${grace.id}`);
  await press('Send Password Link');
  await press('Send Link', await screen.findByRole('alertdialog'));
  return question();
}

describe('a password link', () => {
  it('is sent once the own password is right', async () => {
    const dialog = await askForLink();
    expect(dialog).toHaveTextContent(
      'This changes how somebody signs in, or who may change that. You are not asked again for ten minutes.',
    );
    await fill('Password', 'Wrong-one-7');
    const wrong = 'Current password is incorrect';
    serve(
      accessLinks.sendPasswordLink,
      refused(400, wrong, { fields: { currentPassword: wrong } }),
    );
    await press('Confirm', dialog);
    expect(await within(dialog).findByText(wrong)).toBeVisible();
    serve(accessLinks.sendPasswordLink, ok(link));
    await fill('Password', 'Demo-pass-1');
    await press('Confirm', dialog);
    await expectToast(`The link is on its way to ${grace.email}`);
    expect(calls(accessLinks.sendPasswordLink).map(({ body }) => body)).toEqual([
      {},
      { currentPassword: 'Wrong-one-7' },
      { currentPassword: 'Demo-pass-1' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes the second factor as well', async () => {
    serve(factors.get, ok(aFactorState({ app: { since: '2026-01-31T09:00:00.000Z' } })));
    const dialog = await askForLink();
    serve(accessLinks.sendPasswordLink, ok(link));
    await fill('Password', 'Demo-pass-1');
    await fill('Code', '123456');
    await press('Confirm', dialog);
    await expectToast(`The link is on its way to ${grace.email}`);
    const body = { currentPassword: 'Demo-pass-1', code: '123456' };
    expect(calls(accessLinks.sendPasswordLink).at(-1)?.body).toEqual(body);
  });

  it('is not sent by somebody who does not confirm it', async () => {
    await press('Cancel', await askForLink());
    const first = await screen.findByRole('alertdialog');
    expect(await within(first).findByRole('alert')).toHaveTextContent(
      'Nothing was done: you have not confirmed that it is you.',
    );
    expect(calls(accessLinks.sendPasswordLink)).toHaveLength(1);
  });
});

describe('a form', () => {
  async function changeEmail(): Promise<HTMLElement> {
    serve(users.update, missing);
    await renderPage(`/client/users/${grace.id}/edit`);
    const email = await screen.findByRole('textbox', { name: 'Email Address' });
    await user.clear(email);
    await user.type(email, 'new@demo-one.test');
    await press('Save Changes');
    const dialog = await question();
    await fill('Password', 'Demo-pass-1');
    return dialog;
  }

  it('is saved with the proof', async () => {
    const dialog = await changeEmail();
    serve(users.update, ok({ ...grace, newEmail: 'new@demo-one.test' }, { invitation: null }));
    await press('Confirm', dialog);
    await expectToast('Saved. Grace has to open the link that we sent to new@demo-one.test');
    const body = { email: 'new@demo-one.test', currentPassword: 'Demo-pass-1' };
    expect(calls(users.update).at(-1)?.body).toMatchObject(body);
  });

  it('does not go on saying that nothing was done once it is', async () => {
    await press('Cancel', await changeEmail());
    const nothing = 'Nothing was done: you have not confirmed that it is you.';
    await expectToast(nothing);
    serve(users.update, ok({ ...grace, newEmail: 'new@demo-one.test' }, { invitation: null }));
    await press('Save Changes');
    await expectToast('Saved. Grace has to open the link that we sent to new@demo-one.test');
    await waitFor(() => expect(toasts()).not.toContain(nothing));
  });

  it('says what else is wrong, and the question is over', async () => {
    const dialog = await changeEmail();
    const taken = 'Email is already in use';
    serve(users.update, refused(409, taken, { fields: { email: taken } }));
    await press('Confirm', dialog);
    expect(await screen.findByText(taken)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('a role is assigned with the proof', async () => {
  serve(roles.list, ok([aRole({ name: 'Auditor' })]));
  serve(users.assignRole, missing);
  await renderPage(`/users/${grace.id}`);
  await press('Assign Role');
  const window = await screen.findByRole('dialog', { name: 'Assign Role' });
  await user.click(await within(window).findByRole('radio'));
  await press('Assign Role', window);
  const dialog = await question();
  await fill('Password', 'Demo-pass-1');
  serve(users.assignRole, ok(grace, { approvalId: null, invitation: null }));
  await press('Confirm', dialog);
  await expectToast('Role assigned successfully');
  expect(calls(users.assignRole).at(-1)?.body).toMatchObject({ currentPassword: 'Demo-pass-1' });
});

it('a new role with power waits for the proof, and without it nothing is done', async () => {
  const permission = { id: 'p-1', name: 'canManageUsers', description: null, module: 'Users' };
  serve(roles.listPermissions, ok([permission]));
  serve(roles.create, missing);
  await renderPage('/roles/create');
  await user.type(screen.getByLabelText(/Role Name/), 'Cashier');
  await user.click(await screen.findByRole('checkbox', { name: /canManageUsers/ }));
  await press('Create Role');
  await press('Cancel', await question());
  await expectToast('Nothing was done: you have not confirmed that it is you.');
  expect(screen.queryByText('Role created successfully')).toBeNull();
  expect(screen.getByLabelText(/Role Name/)).toHaveValue('Cashier');
});

it('a role gets a permission with the proof', async () => {
  const role = aRole({ id: '88888888-8888-4888-8888-888888888888', name: 'Cashier' });
  const permission = { id: 'p-1', name: 'canManageUsers', description: null, module: 'Users' };
  serve(roles.get, ok(role));
  serve(roles.listPermissions, ok([permission]));
  serve(roles.assignPermission, missing);
  await renderPage(`/roles/${role.id}`);
  await press('Assign Permissions');
  const window = await screen.findByRole('dialog', { name: 'Assign Permissions' });
  await user.click(await within(window).findByRole('checkbox'));
  await press('Assign Permission', window);
  const dialog = await question();
  await fill('Password', 'Demo-pass-1');
  serve(roles.assignPermission, ok(role, { approvalId: null }));
  await press('Confirm', dialog);
  await expectToast('Permission assigned successfully');
  expect(calls(roles.assignPermission).at(-1)?.body).toMatchObject({
    roleId: role.id,
    currentPassword: 'Demo-pass-1',
  });
});
