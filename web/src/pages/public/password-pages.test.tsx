import { accessLinks, type AccessLink } from '@sente/contract/access-links';
import { auth } from '@sente/contract/auth';
import { ownPasswordHint } from '@sente/contract/fields';
import { users } from '@sente/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getSession, readDeviceToken } from '../../session/session-store.ts';
import { lost, ok, refused, silent, type Answer } from '../../testing/answers.ts';
import { toasts } from '../../testing/messages.ts';
import { address, renderApp } from '../../testing/page.tsx';
import { loginReplyOf, owner, ownUserId, signInAs } from '../../testing/people.ts';
import { calls, serve, serveEverything, serveWithoutMail } from '../../testing/server.ts';
import { fill, press } from '../../testing/user.ts';

const choice = 'Rolex-with-tea-5';
const invitation: AccessLink = {
  kind: 'invitation',
  name: 'Amina Nansubuga',
  email: 'amina@demo-one.test',
  companyName: 'Demo One',
  expiresAt: '2026-11-19T09:00:00.000Z',
};
const ended = refused(410, 'This link was used already or has expired. Ask for a new one.', {
  code: 'link_ended',
});
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

async function choose(first: string, second = first): Promise<void> {
  await fill('New Password', first);
  await fill('Confirm New Password', second);
}

describe('forgot password', () => {
  it('is reached from the sign-in page, and answers every address alike', async () => {
    serve(accessLinks.recover, { body: { success: true, data: null, message: 'On its way.' } });
    renderApp('/login');
    const link = await screen.findByRole('link', { name: 'Forgot password?' });
    link.click();
    await heading('Forgot your password?');
    await press('Send Link');
    expect(await screen.findByText('Email is required')).toBeVisible();
    await fill('Email', 'grace@demo-one.test');
    await press('Send Link');
    expect(await screen.findByText('On its way.')).toBeVisible();
    expect(
      screen.getByText(/^No second mail is sent within minutes of the last one/),
    ).toBeVisible();
    expect(calls(accessLinks.recover).map(({ body }) => body)).toEqual([
      { email: 'grace@demo-one.test' },
    ]);
    await press('Use another address');
    expect(await screen.findByLabelText('Email')).toHaveValue('');
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login');
  });

  it('takes over the email that was typed at sign-in', async () => {
    renderApp('/login');
    await fill('Email', 'grace@demo-one.test');
    (await screen.findByRole('link', { name: 'Forgot password?' })).click();
    await heading('Forgot your password?');
    expect(await screen.findByLabelText('Email')).toHaveValue('grace@demo-one.test');
  });

  it('names whom to ask where no mail can be sent, and promises none', async () => {
    serveWithoutMail();
    renderApp('/forgot-password');
    await heading('Forgot your password?');
    expect(await screen.findByText('No mail can be sent from here.')).toBeVisible();
    expect(screen.getByText(/Ask an administrator of your company/)).toBeVisible();
    expect(screen.queryByText(/spam folder|we send you/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send Link' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login');
  });

  it('keeps the address and says why when it fails', async () => {
    serve(accessLinks.recover, lost);
    renderApp('/forgot-password');
    await fill('Email', 'grace@demo-one.test');
    await press('Send Link');
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error occurred');
    expect(screen.getByLabelText('Email')).toHaveValue('grace@demo-one.test');
  });
});

describe('the page of an invitation', () => {
  it('says for whom it is, takes a password, and leads to the sign-in', async () => {
    signInAs(owner);
    serve(accessLinks.look, ok(invitation));
    const deviceToken = 'of this browser from now on';
    serve(accessLinks.setPassword, ok({ email: invitation.email, deviceToken }));
    renderApp('/set-password#the-secret');
    await heading('Welcome to Sente');
    expect(screen.getByText(/Amina Nansubuga at Demo One, amina@demo-one.test/)).toBeVisible();
    expect(screen.getByText(/19.* 2026/)).toBeVisible();
    // The secret is neither in the address nor stored.
    expect(address()).toBe('/set-password');
    for (const storage of [localStorage, sessionStorage]) {
      expect(JSON.stringify(Object.entries(storage))).not.toContain('the-secret');
    }
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(ownPasswordHint);

    await choose('short', 'other');
    await press('Set Password');
    expect(await screen.findByText('Password must be at least 8 characters long')).toBeVisible();
    expect(screen.getByText('New passwords do not match')).toBeVisible();
    expect(calls(accessLinks.setPassword)).toEqual([]);

    await choose(choice);
    await press('Set Password');
    expect(await screen.findByText('Your password is set. Sign in with it.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue(invitation.email);
    expect(calls(accessLinks.setPassword).map(({ body }) => body)).toEqual([
      { token: 'the-secret', newPassword: choice, deviceToken: 'token of this browser' },
    ]);
    // The sign-in that follows is that of a known browser.
    expect(readDeviceToken()).toBe(deviceToken);
    // Another person was signed in here.
    expect(getSession()).toBeNull();
  });

  it('marks a password that the server refuses, and the link stays', async () => {
    const text = 'Choose a password without your name';
    serve(accessLinks.look, ok({ ...invitation, kind: 'password', companyName: null }));
    serve(accessLinks.setPassword, refused(400, text, { fields: { newPassword: text } }));
    renderApp('/set-password#the-secret');
    await heading('Choose a new password');
    await choose('Amina-amina-1');
    await press('Set Password');
    await waitFor(() =>
      expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(text),
    );
    expect(screen.getByLabelText('New Password')).toHaveValue('Amina-amina-1');
  });

  it.each([
    ['an ended link', ended, '#the-secret'],
    ['a link of another kind', ok({ ...invitation, kind: 'email' }), '#the-secret'],
    ['an address without its secret', silent, ''],
  ])('%s leads to a new one', async (_what, answer, hash) => {
    serve(accessLinks.look, answer);
    renderApp(`/set-password${hash}`);
    await heading('This link does not work');
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it('a link that ends while the password is typed says so', async () => {
    serve(accessLinks.look, ok(invitation));
    serve(accessLinks.setPassword, ended);
    renderApp('/set-password#the-secret');
    await heading('Welcome to Sente');
    await choose(choice);
    await press('Set Password');
    await heading('This link does not work');
  });

  it('an outage can be retried', async () => {
    serve(accessLinks.look, lost);
    renderApp('/set-password#the-secret');
    expect(await screen.findByText('The link could not be checked')).toBeVisible();
    serve(accessLinks.look, ok(invitation));
    await press('Try again');
    await heading('Welcome to Sente');
  });
});

describe('the page of a new email', () => {
  const link = { ...invitation, kind: 'email' as const, email: 'new@example.test' };

  it('confirms on a press, not on opening', async () => {
    signInAs(owner);
    serve(accessLinks.look, ok(link));
    serve(accessLinks.confirmEmail, ok({ email: link.email }));
    renderApp('/confirm-email#the-secret');
    await heading('Confirm your new email');
    expect(calls(accessLinks.confirmEmail)).toEqual([]);
    expect(address()).toBe('/confirm-email');
    expect(document.title).toBe('Confirm Email · Sente');
    // Before it happens.
    expect(screen.getByText(/signed out everywhere/)).toBeVisible();
    await press('Confirm Email');
    expect(
      await screen.findByText('Your email is confirmed. You sign in with new@example.test now.'),
    ).toBeVisible();
    await heading('Email confirmed');
    expect(document.title).toBe('Email confirmed · Sente');
    expect(screen.queryByText(/The link works until/)).toBeNull();
    // The browser stays known.
    expect(calls(accessLinks.confirmEmail)[0]?.body).toEqual({
      token: 'the-secret',
      deviceToken: 'token of this browser',
    });
  });

  it('says why when the server refuses', async () => {
    serve(accessLinks.look, ok(link));
    serve(accessLinks.confirmEmail, refused(400, 'Email is already in use'));
    renderApp('/confirm-email#the-secret');
    await press('Confirm Email');
    expect(await screen.findByRole('alert')).toHaveTextContent('Email is already in use');
    serve(accessLinks.confirmEmail, ended);
    await press('Confirm Email');
    await heading('This link does not work');
    expect(document.title).toBe('This link does not work · Sente');
  });
});

describe('a temporary password', () => {
  const temporary = { ...owner, mustChangePassword: true };

  it('is changed after the sign-in, which then continues to the requested page', async () => {
    serveEverything(({ endpoint }) => {
      if (endpoint === auth.login) return ok(loginReplyOf(temporary));
      if (endpoint === users.changePassword) return ok({ token: 'renewed' });
      return endpoint === auth.logout ? ok() : silent;
    });
    renderApp('/client/users/create');
    await fill('Email', 'grace@demo-one.test');
    await fill('Password', 'Temporary-1');
    await press('Sign In');
    await heading('Choose your own password');
    expect(address()).toBe('/change-password');
    await fill('Temporary Password', 'Temporary-1');
    await choose(choice);
    await press('Change Password');
    await waitFor(() => expect(address()).toBe('/client/users/create'));
    expect(calls(users.changePassword).map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { id: ownUserId },
        body: { currentPassword: 'Temporary-1', newPassword: choice, confirmNewPassword: choice },
      },
    ]);
    expect(getSession()?.token).toBe('renewed');
  });

  it('leads there from everywhere, also when the server says so later', async () => {
    signInAs(owner);
    serveEverything(refused(403, 'Choose first', { code: 'password_change_required' }));
    renderApp('/client/users');
    await heading('Choose your own password');
    serveEverything(ok());
    await press('Sign out');
    await heading('Sign in to your portal');
    expect(getSession()).toBeNull();
  });

  it('says why it cannot be changed', async () => {
    signInAs(temporary);
    serve(
      users.changePassword,
      refused(400, 'Wrong', { fields: { currentPassword: 'Current password is incorrect' } }),
    );
    renderApp('/change-password');
    await fill('Temporary Password', 'Temporary-2');
    await choose(choice);
    await press('Change Password');
    expect(await screen.findByText('Wrong')).toBeVisible();
    expect(toasts()).toEqual([]);
    expect(screen.getByLabelText('Temporary Password')).toHaveAccessibleDescription(
      'Current password is incorrect',
    );
  });

  it('is not asked of whoever came with a passkey, until the server does', async () => {
    signInAs({ ...temporary, cameWithPasskey: true });
    const message = 'Enter the temporary password, or sign in with your passkey again';
    let answer: Answer = refused(400, message, { fields: { currentPassword: message } });
    serveEverything(({ endpoint }) => (endpoint === users.changePassword ? answer : silent));
    renderApp('/change-password');
    await heading('Choose your own password');
    expect(screen.queryByLabelText('Temporary Password')).toBeNull();
    await choose(choice);
    await press('Change Password');
    await fill('Temporary Password', 'Temporary-1');
    answer = ok({ token: 'renewed' });
    await press('Change Password');
    await waitFor(() => expect(getSession()?.token).toBe('renewed'));
    const chosen = { newPassword: choice, confirmNewPassword: choice };
    expect(calls(users.changePassword).map(({ body }) => body)).toEqual([
      chosen,
      { ...chosen, currentPassword: 'Temporary-1' },
    ]);
  });

  it('the page is of no use to anybody else', async () => {
    signInAs(owner);
    serveEverything(silent);
    renderApp('/change-password');
    await waitFor(() => expect(address()).toBe('/client'));
  });
});
