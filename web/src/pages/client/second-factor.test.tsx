import { factors } from '@sente/contract/factors';
import { users } from '@sente/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../../session/session-store.ts';
import { ok, refused, silent } from '../../testing/answers.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { administrator, owner, ownUserId, type Person } from '../../testing/people.ts';
import { aFactorState, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { expectToStay, fill, press } from '../../testing/user.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const started = { secret, uri: `otpauth://totp/Sente:grace?secret=${secret}&issuer=Sente` };
const codes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDD${n}`);
const isOn = aFactorState({
  app: { since: '2026-01-31T09:00:00.000Z' },
  recoveryCodesLeft: 7,
  needsPassword: true,
});

beforeEach(() => {
  serve(users.get, ok(aUser({ id: ownUserId })));
  serve(factors.get, ok(aFactorState()));
  serve(factors.startApp, ok(started));
});

async function open(as: Person = owner): Promise<void> {
  const area = as === owner ? '/client' : '';
  await renderPage(`${area}/settings?tab=security`, { as });
  await screen.findByText('Authenticator app');
}
const dialog = () => screen.findByRole('dialog');

describe('setting up an app', () => {
  it.each([
    ['the client portal', owner],
    ['the back-office', administrator],
  ])('in %s: scan, confirm, save the recovery codes', async (_where, person) => {
    await open(person);
    expect(screen.getByText('Off')).toBeVisible();
    await press('Set Up');
    expect(await screen.findByLabelText('QR code for the authenticator app')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Open in the app' });
    expect(link).toHaveAttribute('href', started.uri);
    // Below what a computer shows, and only where fingers press.
    const picture = screen.getByLabelText('QR code for the authenticator app');
    expect(picture.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(link).toHaveClass('hidden', 'pointer-coarse:block');
    expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveAttribute('autocomplete', 'one-time-code');

    const wrong = 'This code is not right, or it was used already';
    serve(factors.confirmApp, refused(400, wrong, { fields: { code: wrong } }));
    await fill('Code', '111111');
    await press('Confirm');
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(wrong));

    serve(factors.confirmApp, ok({ token: 'renewed', recoveryCodes: codes }));
    serve(factors.get, ok(isOn));
    await fill('Code', '123456');
    await press('Confirm');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes);
    expect(getSession()?.token).toBe('renewed');
    const files = catchDownloads();
    await press('Download');

    await expectToStay(codes[0] ?? '');
    expect(files.map(({ name }) => name)).toEqual(['sente-recovery-codes.txt']);
    await press('I Have Saved Them');
    await expectToast('Your second factor is set up');
    expect(await screen.findByText('On')).toBeVisible();
    expect(screen.getByText(/7 of 10 left/)).toBeVisible();
  });

  it('asks for the password of somebody who signed in a while ago', async () => {
    serve(factors.get, ok(aFactorState({ needsPassword: true })));
    await open();
    await press('Set Up');
    await dialog();
    await press('Continue');
    expect(await screen.findByText('Current password is required')).toBeVisible();
    await fill('Password', 'Demo-pass-1');
    await press('Continue');
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(calls(factors.startApp).map(({ body }) => body)).toEqual([
      { currentPassword: 'Demo-pass-1' },
    ]);
  });

  it('asks for the password once the sign-in is too long ago', async () => {
    const missing = 'Current password is required';
    serve(factors.startApp, refused(400, missing, { fields: { currentPassword: missing } }));
    await open();
    await press('Set Up');
    expect(await screen.findByText(/You signed in a while ago/)).toBeVisible();
    serve(factors.startApp, ok(started));
    await fill('Password', 'Demo-pass-1');
    await press('Continue');
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(calls(factors.startApp).map(({ body }) => body)).toEqual([
      {},
      { currentPassword: 'Demo-pass-1' },
    ]);
  });

  it('begins anew when the QR code has expired', async () => {
    await open();
    await press('Set Up');
    await fill('Code', '123456');
    serve(factors.confirmApp, refused(410, 'Begin again', { code: 'challenge_ended' }));
    const missing = 'Current password is required';
    serve(factors.startApp, refused(400, missing, { fields: { currentPassword: missing } }));
    await press('Confirm');
    // So long after the sign-in, the password is asked for as well.
    await screen.findByLabelText('Password');
    expect(screen.getByText(/^The QR code has expired/)).toBeVisible();
    const next = { secret: 'MFRGGZDF', uri: 'otpauth://totp/Sente:grace?secret=MFRGGZDF' };
    serve(factors.startApp, ok(next));
    await fill('Password', 'Demo-pass-1');
    await press('Continue');
    expect(await screen.findByText('MFRG GZDF')).toBeVisible();
    expect(screen.getByText(/The former QR code has expired/)).toBeVisible();
    serve(factors.confirmApp, ok({ token: 'renewed', recoveryCodes: codes }));
    await fill('Code', '654321');
    await press('Confirm');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
  });

  it('asks for the present factor once it was shown too long ago', async () => {
    const phone = { id: '99999999-9999-4999-8999-999999999999', name: 'My phone' };
    const passkeys = [{ ...phone, createdAt: '2026-01-31T09:00:00.000Z', lastUsedAt: null }];
    serve(factors.get, ok(aFactorState({ passkeys, recoveryCodesLeft: 7, needsPassword: true })));
    const missing = 'Enter a code of your second factor';
    serve(factors.startApp, refused(400, missing, { fields: { code: missing } }));
    await open();
    await press('Set Up');
    await fill('Password', 'Demo-pass-1');
    await press('Continue');
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(screen.getByText(/You signed in a while ago/)).toBeVisible();
    // It is not asked for again.
    expect(screen.getByLabelText('Password')).toHaveValue('Demo-pass-1');
    serve(factors.startApp, ok(started));
    await fill('Code', 'AAAA-BBBB-CCCC-DDDD');
    await press('Continue');
    expect(await screen.findByLabelText('QR code for the authenticator app')).toBeVisible();
  });

  it('can be tried again when it does not begin', async () => {
    serve(factors.startApp, silent);
    await open();
    await press('Set Up');
    expect(await screen.findByText('Failed to set up the second factor')).toBeVisible();
    serve(factors.startApp, ok(started));
    await press('Try Again');
    expect(await screen.findByLabelText('Code')).toBeVisible();
  });
});

describe('somebody who has one', () => {
  beforeEach(() => serve(factors.get, ok(isOn)));

  it('makes new recovery codes with the password and a code', async () => {
    await open();
    await press('New Codes');
    await fill('Password', 'Demo-pass-1');
    await fill('Code', '123456');
    serve(factors.renewCodes, ok({ token: 'renewed', recoveryCodes: codes }));
    await press('Make New Codes');
    expect(await screen.findByText(codes[0] ?? '')).toBeVisible();
    await expectToStay(codes[0] ?? '');
    expect(calls(factors.renewCodes)[0]?.body).toEqual({
      currentPassword: 'Demo-pass-1',
      code: '123456',
    });
    expect(getSession()?.token).toBe('renewed');
    await press('I Have Saved Them');
    await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull());
  });

  it('removes it, or reads why not', async () => {
    await open();
    await press('Remove');
    const window = await dialog();
    await fill('Password', 'Demo-pass-1');
    await fill('Code', '123456');
    serve(factors.removeApp, refused(409, 'Told by the server'));
    await press('Remove', window);
    expect(await within(window).findByText('Told by the server')).toBeVisible();
    serve(factors.removeApp, ok({ token: 'renewed' }));
    serve(factors.get, ok(aFactorState()));
    await press('Remove', window);
    await expectToast('The authenticator app is removed');
    expect(getSession()?.token).toBe('renewed');
    expect(await screen.findByText('Off')).toBeVisible();
  });

  it('cannot remove what is required, and replaces it with a code', async () => {
    serve(factors.get, ok({ ...isOn, isRequired: true }));
    await open();
    expect(screen.getByText(/^Required of you/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    await press('Replace');
    await dialog();
    await fill('Password', 'Demo-pass-1');
    await press('Continue');
    expect(
      await screen.findByText('Enter the six digits of your app, or a recovery code'),
    ).toBeVisible();
    await fill('Code', '123456');
    await press('Continue');
    await screen.findByLabelText('QR code for the authenticator app');
    serve(factors.confirmApp, ok({ token: 'renewed', recoveryCodes: null }));
    await fill('Code', '654321');
    await press('Confirm');
    await expectToast('Your second factor is set up');
  });

  it('forgets the trusted browsers', async () => {
    serve(factors.get, ok({ ...isOn, trustedDevices: 2 }));
    await open();
    expect(screen.getByText('2 browsers sign in without a code')).toBeVisible();
    serve(factors.forgetDevices, ok({ forgotten: 2 }));
    serve(factors.get, ok(isOn));
    await press('Forget Trusted Browsers');
    await expectToast('Every browser needs a code again');
    await waitFor(() => expect(screen.queryByText('Trusted browsers')).toBeNull());
  });
});

it('says when it cannot be loaded', async () => {
  serve(factors.get, refused(503, 'Closed today'));
  await renderPage('/client/settings?tab=security', { as: owner });
  expect(await screen.findByText('Closed today')).toBeVisible();
});
