import { auth, type FactorChallenge } from '@sente/contract/auth';
import { secondStep } from '@sente/contract/second-step';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { getSession } from '../../session/session-store.ts';
import { lost, ok, refused } from '../../testing/answers.ts';
import { loginReplyOf, owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { fill, press, user } from '../../testing/user.ts';
import { LoginForm } from './login-form.tsx';

const challenge: FactorChallenge = {
  challenge: 'the challenge',
  expiresAt: '2026-11-17T09:05:00.000Z',
  hasApp: true,
  passkey: null,
};

beforeEach(async () => {
  serve(auth.login, ok(challenge));
  serve(secondStep.answer, ok(loginReplyOf(owner)));
  localStorage.setItem('deviceToken', 'this browser');
  render(<LoginForm />);
  await fill('Email', 'grace@demo-one.test');
  await fill('Password', 'Demo-pass-1');
  await press('Sign In');
  await screen.findByRole('form', { name: 'Second factor' });
});

it('asks for a code in place of the password, which a phone can fill in', async () => {
  expect(getSession()).toBeNull();
  const code = screen.getByLabelText('Code');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  await user.paste('123 456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(getSession()?.user.id).toBe(loginReplyOf(owner).user.id));
  expect(calls(secondStep.answer).map(({ body }) => body)).toEqual([
    {
      challenge: 'the challenge',
      code: '123 456',
      trustDevice: false,
      deviceToken: 'this browser',
    },
  ]);
});

it('can trust the browser, and takes a recovery code instead', async () => {
  await press('Use a recovery code');
  const field = screen.getByLabelText('Recovery Code');
  expect(field).toHaveFocus();
  await press('Sign In');
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter a recovery code');
  await user.type(field, 'abcd-efgh-ijkl-mnop');
  await user.click(screen.getByLabelText('Trust this browser for 30 days'));
  await press('Sign In');
  await waitFor(() => expect(getSession()).not.toBeNull());
  expect(calls(secondStep.answer)[0]?.body).toMatchObject({
    code: 'abcd-efgh-ijkl-mnop',
    trustDevice: true,
  });
});

it.each([
  ['a wrong code', refused(401, 'This code is not right', { code: 'factor_failed' })],
  ['too many', refused(429, 'Too many wrong codes. Try again in 60 s.')],
  ['no connection', lost],
])('stays after %s, and the code is typed again', async (_what, answer) => {
  serve(secondStep.answer, answer);
  await user.type(screen.getByLabelText('Code'), '123456');
  await press('Sign In');
  expect(await screen.findByRole('alert')).toBeVisible();
  const code = screen.getByLabelText('Code');
  expect(code).toHaveValue('');
  expect(code).toHaveFocus();
  expect(getSession()).toBeNull();
});

it('goes back to the password when the challenge has ended, and keeps the email', async () => {
  serve(secondStep.answer, refused(410, 'This took too long.', { code: 'challenge_ended' }));
  await user.type(screen.getByLabelText('Code'), '123456');
  await press('Sign In');
  expect(await screen.findByRole('alert')).toHaveTextContent('This took too long.');
  expect(screen.getByLabelText('Email')).toHaveValue('grace@demo-one.test');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

it('goes back when the person wants to', async () => {
  await press('Back');
  expect(screen.getByLabelText('Email')).toHaveValue('grace@demo-one.test');
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
});
