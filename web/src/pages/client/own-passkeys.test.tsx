import { factors } from '@sente/contract/factors';
import { passkeys } from '@sente/contract/passkeys';
import { users } from '@sente/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { getSession } from '../../session/session-store.ts';
import { ok, refused } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { creationOptions, providePasskeys } from '../../testing/passkeys.ts';
import { owner, ownUserId } from '../../testing/people.ts';
import { aFactorState, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { expectToStay, fill, press } from '../../testing/user.ts';

const passkey = {
  id: '99999999-9999-4999-8999-999999999999',
  name: 'My phone',
  createdAt: '2026-01-31T09:00:00.000Z',
  lastUsedAt: null,
};
const withOne = aFactorState({ passkeys: [passkey], recoveryCodesLeft: 10, needsPassword: true });

beforeEach(() => serve(users.get, ok(aUser({ id: ownUserId }))));
const open = async () => {
  await renderPage('/client/settings?tab=security', { as: owner });
  await screen.findByText('Passkeys');
};

it('a passkey is added with a name, and the first one gives recovery codes', async () => {
  const browser = providePasskeys();
  serve(passkeys.start, ok({ challenge: 'the challenge', options: creationOptions }));
  serve(passkeys.add, ok({ token: 'renewed', recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }));
  await open();
  await press('Add Passkey');
  await screen.findByRole('dialog');
  await press('Continue');
  expect(await screen.findByText('Name is required')).toBeVisible();
  await fill(/^Name/, 'My phone');
  browser.person('declines');
  await press('Continue');
  expect(await screen.findByText('The passkey was not used. Try again.')).toBeVisible();
  browser.person('uses');
  serve(factors.get, ok(withOne));
  await press('Continue');
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  await expectToStay('AAAA-BBBB-CCCC-DDDD');
  expect(getSession()?.token).toBe('renewed');
  expect(calls(passkeys.add)[0]?.body).toEqual({
    challenge: 'the challenge',
    name: 'My phone',
    passkey: {
      id: 'key-1',
      clientDataJSON: 'Y2xpZW50',
      attestationObject: 'bWFkZQ',
      transports: ['internal'],
    },
  });
  await press('I Have Saved Them');
  expect(await screen.findByText('My phone')).toBeVisible();
});

it('asks for the password once the sign-in is too long ago, and keeps the name', async () => {
  providePasskeys();
  const missing = 'Current password is required';
  serve(passkeys.start, refused(400, missing, { fields: { currentPassword: missing } }));
  serve(passkeys.add, ok({ token: 'renewed', recoveryCodes: null }));
  await open();
  await press('Add Passkey');
  await fill(/^Name/, 'My phone');
  await press('Continue');
  expect(await screen.findByText(/You signed in a while ago/)).toBeVisible();
  serve(passkeys.start, ok({ challenge: 'the challenge', options: creationOptions }));
  await fill('Password', 'Demo-pass-1');
  await press('Continue');
  await expectToast('The passkey is added');
  expect(calls(passkeys.add)[0]?.body['name']).toBe('My phone');
});

it('begins anew with the next press when the browser was answered too late', async () => {
  providePasskeys();
  serve(passkeys.start, ok({ challenge: 'the challenge', options: creationOptions }));
  const late = 'This took too long. Try again.';
  serve(passkeys.add, refused(410, late, { code: 'challenge_ended' }));
  await open();
  await press('Add Passkey');
  await fill(/^Name/, 'My phone');
  await press('Continue');
  expect(await screen.findByText(late)).toBeVisible();
  serve(passkeys.start, ok({ challenge: 'another challenge', options: creationOptions }));
  serve(passkeys.add, ok({ token: 'renewed', recoveryCodes: null }));
  await press('Continue');
  await expectToast('The passkey is added');
  expect(calls(passkeys.add).at(-1)?.body['challenge']).toBe('another challenge');
});

it('another passkey asks for the present factor', async () => {
  providePasskeys();
  serve(factors.get, ok({ ...withOne, needsCode: true }));
  serve(passkeys.start, ok({ challenge: 'the challenge', options: creationOptions }));
  serve(passkeys.add, ok({ token: 'renewed', recoveryCodes: null }));
  await open();
  await press('Add Passkey');
  await screen.findByRole('dialog');
  await fill(/^Name/, 'My laptop');
  await fill('Password', 'Demo-pass-1');
  await press('Use a recovery code instead');
  await fill('Code', 'AAAA-BBBB-CCCC-DDDD');
  await press('Continue');
  await expectToast('The passkey is added');
  expect(calls(passkeys.start)[0]?.body).toEqual({
    currentPassword: 'Demo-pass-1',
    code: 'AAAA-BBBB-CCCC-DDDD',
  });
});

it('a passkey is removed with the password and a recovery code', async () => {
  serve(factors.get, ok(withOne));
  await open();
  await press('Remove My phone');
  await screen.findByRole('dialog');
  await fill('Password', 'Demo-pass-1');
  await fill('Code', 'AAAA-BBBB-CCCC-DDDD');
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('A recovery code');
  serve(passkeys.remove, ok({ token: 'renewed' }));
  serve(factors.get, ok(aFactorState()));
  await press('Remove');
  await expectToast('The passkey is removed');
  expect(calls(passkeys.remove)[0]?.params).toEqual({ id: ownUserId, passkeyId: passkey.id });
  await waitFor(() => expect(screen.queryByText('My phone')).toBeNull());
});

const asked = { challenge: 'the challenge', options: { challenge: 'Y2hhbGxlbmdl' } };
const shown = {
  challenge: 'the challenge',
  answer: {
    id: 'key-1',
    clientDataJSON: 'Y2xpZW50',
    authenticatorData: 'ZGF0YQ',
    signature: 'c2lnbmVk',
  },
};

it('a passkey proves a change of somebody who has nothing else', async () => {
  const browser = providePasskeys();
  serve(factors.get, ok(withOne));
  serve(passkeys.ask, ok(asked));
  serve(factors.renewCodes, ok({ token: 'renewed', recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }));
  await open();
  await press('New Codes');
  await screen.findByRole('dialog');
  await fill('Password', 'Demo-pass-1');
  expect(screen.getByText('Your browser asks for your passkey next.')).toBeVisible();
  browser.person('declines');
  await press('Make New Codes');
  expect(await screen.findByText('The passkey was not used. Try again.')).toBeVisible();
  browser.person('uses');
  await press('Make New Codes');
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  expect(calls(factors.renewCodes).map(({ body }) => body)).toEqual([
    { currentPassword: 'Demo-pass-1', passkey: shown },
  ]);
});

it('a passkey stands for the app, if somebody has both and wants to', async () => {
  providePasskeys();
  serve(factors.get, ok({ ...withOne, app: { since: passkey.createdAt }, needsCode: true }));
  serve(passkeys.ask, ok(asked));
  serve(factors.removeApp, refused(400, 'Told by the server', { fields: { passkey: 'No' } }));
  await open();
  await press('Remove');
  const dialog = await screen.findByRole('dialog');
  expect(screen.getByLabelText('Code')).toBeVisible();
  await press('Use a passkey instead');
  expect(screen.queryByLabelText('Code')).toBeNull();
  await fill('Password', 'Demo-pass-1');
  await press('Remove', dialog);
  expect(await within(dialog).findByText('Told by the server')).toBeVisible();
  serve(factors.removeApp, ok({ token: 'renewed' }));
  await press('Remove', dialog);
  await expectToast('The authenticator app is removed');
  expect(calls(factors.removeApp).at(-1)?.body).toEqual({
    currentPassword: 'Demo-pass-1',
    passkey: shown,
  });
});

it('the last one stays while one is required', async () => {
  serve(factors.get, ok({ ...withOne, isRequired: true }));
  await open();
  expect(screen.queryByRole('button', { name: 'Remove My phone' })).toBeNull();
});
