import { auth } from '@sente/contract/auth';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { loginReplyOf, owner } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { user } from '../../testing/user.ts';
import { LoginForm } from './login-form.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole('button', { name: /^Sign(ing)? In/ });
const sent = () => calls(auth.login).map(({ body }) => body);
const both = { email: 'grace@demo-one.test', password: 'Demo-pass-1' };

/** Like some password managers: sets the value without an event. */
const put = (input: HTMLInputElement, text: string) => {
  input.value = text;
};

beforeEach(() => {
  serve(auth.login, ok(loginReplyOf(owner)));
  render(<LoginForm />);
});

describe('an autofilled value', () => {
  it('is sent without an input event', async () => {
    put(email(), both.email);
    put(password(), both.password);
    await user.click(button());
    expect(sent()).toEqual([both]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('stays while the other field is edited', async () => {
    put(email(), both.email);
    await user.type(password(), 'Demo-pass-1{Enter}');
    expect(sent()).toEqual([both]);
    expect(email()).toHaveValue(both.email);
  });

  it('is checked when the field is left', async () => {
    await user.click(email());
    put(email(), both.email);
    await user.tab();
    expect(email()).toBeValid();
    expect(email()).toHaveValue(both.email);
    await user.tab({ shift: true });
    put(email(), 'grace');
    await user.tab();
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(button()).toBeDisabled();
  });
});

describe('Sign In pressed from within a field', () => {
  const expectEverything = async () => {
    expect(await screen.findByText('Email and password are required')).toBeVisible();
    expect(screen.getByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(button()).toBeDisabled();
    expect(sent()).toEqual([]);
  };

  it.each([
    ['email', email],
    ['password', password],
  ])('checks everything although the %s was left empty', async (_, field) => {
    await user.click(field());
    await user.click(button());
    await expectEverything();
  });

  it('checks everything when the button has the focus first, as with a screen reader', async () => {
    await user.click(email());
    act(() => button().focus());
    expect(button()).toBeEnabled();
    act(() => button().click());
    await expectEverything();
  });

  it('does not check the field when the press ends elsewhere', async () => {
    await user.click(email());
    await user.pointer([
      { keys: '[MouseLeft>]', target: button() },
      { keys: '[/MouseLeft]', target: document.body },
    ]);
    expect(email()).toHaveFocus();
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
  });
});
