import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginReplyOf, owner } from '../../testing/people.ts';
import { LoginForm } from './login-form.tsx';

const fetchStub = vi.fn<typeof fetch>();
const user = userEvent.setup({ delay: null });

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole('button', { name: /^Sign(ing)? In/ });

/** As some password managers do: the value is there, and no event tells of it. */
const put = (input: HTMLInputElement, text: string) => {
  input.value = text;
};

beforeEach(() => {
  const body = JSON.stringify({ success: true, data: loginReplyOf(owner) });
  fetchStub.mockReset();
  const headers = { 'content-type': 'application/json' };
  fetchStub.mockImplementation(async () => new Response(body, { headers }));
  vi.stubGlobal('fetch', fetchStub);
  render(<LoginForm notice={null} />);
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('a value that came without an event', () => {
  it('is sent', async () => {
    put(email(), 'grace@demo-one.test');
    put(password(), 'Demo-pass-1');
    await user.click(button());
    expect(fetchStub.mock.calls[0]?.[1]?.body).toBe(
      '{"email":"grace@demo-one.test","password":"Demo-pass-1"}',
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('stays while the other field is typed in', async () => {
    put(email(), 'grace@demo-one.test');
    await user.type(password(), 'Demo-pass-1{Enter}');
    expect(fetchStub.mock.calls[0]?.[1]?.body).toContain('"grace@demo-one.test"');
    expect(email()).toHaveValue('grace@demo-one.test');
  });

  it('counts when the field is left', async () => {
    await user.click(email());
    put(email(), 'grace@demo-one.test');
    await user.tab();
    expect(email()).toBeValid();
    expect(email()).toHaveValue('grace@demo-one.test');
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
    expect(fetchStub).not.toHaveBeenCalled();
  };

  it.each([
    ['email', email],
    ['password', password],
  ])('checks everything although the %s was left empty', async (_, field) => {
    await user.click(field());
    await user.click(button());
    await expectEverything();
  });

  it('does so as well where the button has the focus first, as by a screen reader', async () => {
    await user.click(email());
    act(() => button().focus());
    expect(button()).toBeEnabled();
    act(() => button().click());
    await expectEverything();
  });

  it('leaves the field alone when the press ends elsewhere', async () => {
    await user.click(email());
    await user.pointer([
      { keys: '[MouseLeft>]', target: button() },
      { keys: '[/MouseLeft]', target: document.body },
    ]);
    expect(email()).toHaveFocus();
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
  });
});
