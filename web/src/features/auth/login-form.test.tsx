import { auth } from '@sente/contract/auth';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  held,
  lost,
  ok,
  refused,
  unexplained,
  type Answer,
  malformed,
} from '../../testing/answers.ts';
import { loginReplyOf, owner, signInAs } from '../../testing/people.ts';
import { calls, serve } from '../../testing/server.ts';
import { put, user } from '../../testing/user.ts';
import { LoginForm } from './login-form.tsx';

const both = 'Email and password are required';
const failed = 'Login failed. Please try again.';
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: /^Sign(ing)? In/ });
const banner = () => screen.queryByRole('alert');
const submit = () => user.click(button());

async function fill(emailText: string, passwordText: string) {
  if (emailText) await put(email(), emailText);
  if (passwordText) await put(password(), passwordText);
}

describe('fields', () => {
  it('the fields are an email and a password that can be shown', async () => {
    render(<LoginForm />);
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it.each([
    ['', 'Email is required'],
    ['grace', 'Please enter a valid email address'],
    ['grace@demo', 'Please enter a valid email address'],
    ['gra ce@demo-one.test', 'Please enter a valid email address'],
  ])('email %j, once left: %s', async (text, message) => {
    render(<LoginForm />);
    await fill(text, '');
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    await user.click(email());
    await user.tab();
    expect(await screen.findByText(message)).toBeVisible();
    expect(email()).toBeInvalid();
    expect(button()).toBeDisabled();
    expect(banner()).not.toBeInTheDocument();
  });

  it.each([
    ['', 'Password is required'],
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(101), 'Password must be less than 100 characters'],
  ])('password %j, once left: %s', async (text, message) => {
    render(<LoginForm />);
    fireEvent.input(password(), { target: { value: text } });
    fireEvent.blur(password());
    expect(await screen.findByText(message)).toBeVisible();
    expect(button()).toBeDisabled();
  });

  it.each([6, 100])('a password of %i characters is fine', async (length) => {
    render(<LoginForm />);
    fireEvent.input(password(), { target: { value: 'x'.repeat(length) } });
    await act(async () => fireEvent.blur(password()));
    expect(password()).toBeValid();
    expect(button()).toBeEnabled();
  });

  it('a field loses its error as soon as it is corrected', async () => {
    render(<LoginForm />);
    await user.type(password(), 'Demo-pass-1');
    await fill('grace@demo', '');
    await user.tab();
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    await user.type(email(), '.test');
    expect(screen.queryByText('Please enter a valid email address')).not.toBeInTheDocument();
    expect(button()).toBeEnabled();
  });
});

describe('an empty submit', () => {
  it('an empty submit shows both kinds of message and sends nothing', async () => {
    render(<LoginForm />);
    await submit();
    expect(await screen.findByText(both)).toBeVisible();
    expect(screen.getByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(button()).toBeDisabled();
    expect(calls()).toEqual([]);
  });

  it('a wrong email without an empty field needs no banner', async () => {
    render(<LoginForm />);
    await fill('grace', 'Demo-pass-1');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(banner()).not.toBeInTheDocument();
    expect(calls()).toEqual([]);
  });
});

describe('a submit', () => {
  it('is busy until answered, is sent once, and stores the session', async () => {
    const { answer, release } = held();
    serve(auth.login, answer);
    render(<LoginForm />);
    await fill(' grace@demo-one.test', 'Demo-pass-1');
    await submit();
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toBeDisabled();
    await user.type(password(), '{Enter}');
    expect(calls().map(({ body }) => body)).toEqual([
      { email: 'grace@demo-one.test', password: 'Demo-pass-1' },
    ]);
    await act(async () => release(ok(loginReplyOf(owner))));
    expect(localStorage.getItem('authToken')).toBe('token of client_admin');
    // Still busy: the guard is about to redirect.
    expect(button()).toHaveTextContent('Signing In...');
  });

  it.each<[string, Answer, string]>([
    ['the first of the errors', refused(401, 'M', { errors: ['First', 'Second'] }), 'First'],
    ['the message', refused(401, 'M', { errors: [] }), 'M'],
    ['its own text', { status: 401, body: { success: false } }, failed],
    ['its own text for a silent refusal', unexplained, failed],
    ['its own text for an answer without a session', malformed(null), failed],
  ])('a failed submit shows %s and clears the stored session', async (_, answer, text) => {
    signInAs(owner);
    serve(auth.login, answer);
    render(<LoginForm />);
    await fill('grace@demo-one.test', 'wrong-one');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
    expect(button()).toBeDisabled();
    expect(email()).toHaveValue('grace@demo-one.test');
  });

  it('a failed submit returns the focus to the password, even when sent with the keyboard', async () => {
    serve(auth.login, refused(401, ''));
    render(<LoginForm />);
    await fill('grace@demo-one.test', 'wrong-one');
    button().focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(password()).toHaveFocus();
  });

  it('a submit that does not reach the server says so', async () => {
    serve(auth.login, lost);
    render(<LoginForm />);
    await fill('grace@demo-one.test', 'Demo-pass-1');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error occurred');
  });

  it('a submit that cannot be stored says so', async () => {
    serve(auth.login, ok(loginReplyOf(owner)));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    render(<LoginForm />);
    await fill('grace@demo-one.test', 'Demo-pass-1');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to store authentication data',
    );
  });
});

describe('the banner', () => {
  it('disappears after 5 seconds and not before', () => {
    vi.useFakeTimers();
    render(<LoginForm />);
    fireEvent.submit(button());
    expect(banner()).toHaveTextContent(both);
    expect(button()).toBeDisabled();
    act(() => void vi.advanceTimersByTime(4999));
    expect(banner()).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(1));
    expect(banner()).not.toBeInTheDocument();
  });

  it('disappears when either field is edited', async () => {
    for (const field of [email, password]) {
      const { unmount } = render(<LoginForm />);
      await submit();
      expect(banner()).toBeVisible();
      await user.type(field(), 'x');
      expect(banner()).not.toBeInTheDocument();
      unmount();
    }
  });

  it('disappears on dismiss', async () => {
    render(<LoginForm />);
    await submit();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(banner()).not.toBeInTheDocument();
  });

  it('is gone when the page is left', async () => {
    const { unmount } = render(<LoginForm />);
    await submit();
    unmount();
    render(<LoginForm />);
    expect(banner()).not.toBeInTheDocument();
  });
});
