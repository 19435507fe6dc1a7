import { auth } from '@sente/contract/auth';
import { secondStep } from '@sente/contract/second-step';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getSession } from '../../session/session-store.ts';
import { ok, refused } from '../../testing/answers.ts';
import { providePasskeys } from '../../testing/passkeys.ts';
import { loginReplyOf, owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press } from '../../testing/user.ts';
import { LoginForm } from './login-form.tsx';

const options = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', allowCredentials: [] };
const passkey = {
  id: 'key-1',
  clientDataJSON: 'Y2xpZW50',
  authenticatorData: 'ZGF0YQ',
  signature: 'c2lnbmVk',
};

it('is not offered by a browser without passkeys', () => {
  render(<LoginForm />);
  expect(screen.queryByText('Sign in with a passkey')).toBeNull();
});

it('signs in without a password', async () => {
  providePasskeys();
  serve(secondStep.askPasskey, ok({ challenge: 'the challenge', options }));
  serve(secondStep.answer, ok(loginReplyOf(owner)));
  render(<LoginForm />);
  await press('Sign in with a passkey');
  await waitFor(() => expect(getSession()).not.toBeNull());
  expect(calls(secondStep.answer).map(({ body }) => body)).toEqual([
    { challenge: 'the challenge', passkey, trustDevice: false },
  ]);
});

it('says when the person declines, and when the server refuses', async () => {
  const browser = providePasskeys();
  serve(secondStep.askPasskey, ok({ challenge: 'the challenge', options }));
  serve(secondStep.answer, refused(401, 'This code is not right, or it was used already'));
  render(<LoginForm />);
  browser.person('declines');
  await press('Sign in with a passkey');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The passkey was not used. Try again.',
  );
  browser.person('uses');
  await press('Sign in with a passkey');
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('This code is not right'),
  );
  expect(getSession()).toBeNull();
});

it('is the second step of somebody without an app', async () => {
  providePasskeys();
  serve(
    auth.login,
    ok({
      challenge: 'the challenge',
      expiresAt: '2026-11-17T09:05:00.000Z',
      hasApp: false,
      passkey: options,
    }),
  );
  serve(secondStep.answer, ok(loginReplyOf(owner)));
  render(<LoginForm />);
  await fill('Email', 'grace@demo-one.test');
  await fill('Password', 'Demo-pass-1');
  await press('Sign In');
  expect(await screen.findByLabelText('Recovery Code')).toBeVisible();
  expect(screen.queryByText('Use the app')).toBeNull();
  await press('Use a passkey');
  await waitFor(() => expect(getSession()).not.toBeNull());
  expect(calls(secondStep.answer)[0]?.body).toMatchObject({ passkey });
});
