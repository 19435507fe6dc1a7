import { auth } from '@sente/contract/auth';
import { factors } from '@sente/contract/factors';
import { passkeys } from '@sente/contract/passkeys';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getSession } from '../../session/session-store.ts';
import { ok, refused, silent } from '../../testing/answers.ts';
import { address, renderApp } from '../../testing/page.tsx';
import { creationOptions, providePasskeys } from '../../testing/passkeys.ts';
import { loginReplyOf, owner, signInAs } from '../../testing/people.ts';
import { aFactorState } from '../../testing/records.ts';
import { serveEverything } from '../../testing/server.ts';
import { fill, press } from '../../testing/user.ts';

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const started = { secret: 'GEZDGNBV', uri: 'otpauth://totp/Sente:grace?secret=GEZDGNBV' };

it('is where somebody without a required second factor gets after the sign-in', async () => {
  serveEverything(({ endpoint }) => {
    if (endpoint === auth.login) return ok(loginReplyOf({ ...owner, mustSetUpFactor: true }));
    if (endpoint === factors.get) return ok(aFactorState({ isRequired: true }));
    if (endpoint === factors.startApp) return ok(started);
    if (endpoint === factors.confirmApp) {
      return ok({ token: 'renewed', recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] });
    }
    return silent;
  });
  renderApp('/client/users/create');
  await fill('Email', 'grace@demo-one.test');
  await fill('Password', 'Demo-pass-1');
  await press('Sign In');
  await heading('Set up a second factor');
  expect(address()).toBe('/set-up-second-factor');
  await fill('Code', '123456');
  await press('Confirm');
  await heading('Save your recovery codes');
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  await press('I Have Saved Them');
  await waitFor(() => expect(address()).toBe('/client/users/create'));
  expect(getSession()).toMatchObject({ token: 'renewed', user: { mustSetUpFactor: false } });
});

it('is done with a passkey as well', async () => {
  const browser = providePasskeys();
  signInAs({ ...owner, mustSetUpFactor: true });
  serveEverything(({ endpoint }) => {
    if (endpoint === factors.get) return ok(aFactorState({ isRequired: true }));
    if (endpoint === factors.startApp) return ok(started);
    if (endpoint === passkeys.start) {
      return ok({ challenge: 'the challenge', options: creationOptions });
    }
    if (endpoint === passkeys.add) {
      return ok({ token: 'renewed', recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] });
    }
    return silent;
  });
  renderApp('/set-up-second-factor');
  await heading('Set up a second factor');
  await press('Use a passkey instead');
  await fill(/^Name/, 'My phone');
  browser.person('declines');
  await press('Continue');
  expect(await screen.findByText('The passkey was not used. Try again.')).toBeVisible();
  browser.person('uses');
  await press('Continue');
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  expect(screen.queryByText('Use an authenticator app instead')).not.toBeInTheDocument();
  await press('I Have Saved Them');
  await waitFor(() => expect(address()).toBe('/client'));
  expect(getSession()).toMatchObject({ token: 'renewed', user: { mustSetUpFactor: false } });
});

it('offers no passkey where the browser has none', async () => {
  signInAs({ ...owner, mustSetUpFactor: true });
  serveEverything(({ endpoint }) => {
    if (endpoint === factors.get) return ok(aFactorState({ isRequired: true }));
    return endpoint === factors.startApp ? ok(started) : silent;
  });
  renderApp('/set-up-second-factor');
  expect(await screen.findByLabelText('Code')).toBeVisible();
  expect(screen.queryByText('Use a passkey instead')).not.toBeInTheDocument();
});

it('is where everything leads once the server requires one', async () => {
  signInAs(owner);
  serveEverything(({ endpoint }) =>
    endpoint === factors.get
      ? ok(aFactorState({ isRequired: true, needsPassword: true }))
      : refused(403, 'Set up a second factor first', { code: 'factor_required' }),
  );
  renderApp('/client/users');
  await heading('Set up a second factor');
  expect(await screen.findByLabelText('Password')).toBeVisible();
  serveEverything(ok());
  await press('Sign out');
  await heading('Sign in to your portal');
  expect(getSession()).toBeNull();
});

it('is of no use to anybody else', async () => {
  signInAs(owner);
  serveEverything(silent);
  renderApp('/set-up-second-factor');
  await waitFor(() => expect(address()).toBe('/client'));
});
