import { factors } from '@sente/contract/factors';
import { passkeys } from '@sente/contract/passkeys';
import { users } from '@sente/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { getSession } from '../../session/session-store.ts';
import { ok } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { creationOptions, providePasskeys } from '../../testing/passkeys.ts';
import { owner, ownUserId } from '../../testing/people.ts';
import { aFactorState, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press } from '../../testing/user.ts';

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
  await expectToast('The passkey was not used. Try again.');
  browser.person('uses');
  serve(factors.get, ok(withOne));
  await press('Continue');
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
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

it('the last one stays while one is required', async () => {
  serve(factors.get, ok({ ...withOne, isRequired: true }));
  await open();
  expect(screen.queryByRole('button', { name: 'Remove My phone' })).toBeNull();
});
