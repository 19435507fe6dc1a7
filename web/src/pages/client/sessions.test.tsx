import { roles } from '@sente/contract/roles';
import { factors } from '@sente/contract/factors';
import { sessions } from '@sente/contract/sessions';
import { users } from '@sente/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { administrator, owner, ownUserId } from '../../testing/people.ts';
import { aSession, aUser } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { press, user } from '../../testing/user.ts';

const phone = aSession();
const here = aSession({
  id: '88888888-8888-4888-8888-888888888888',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  isCurrent: true,
});

beforeEach(() => {
  serve(sessions.list, ok([here, phone]));
  serve(users.get, ok(aUser({ id: ownUserId })));
});

async function openSecurity() {
  await renderPage('/client/settings', { as: owner });
  await user.click(await screen.findByRole('tab', { name: 'Security' }));
  return screen.findByText('Where you are signed in');
}

describe('the own sessions', () => {
  it('are listed, and another one can be ended', async () => {
    await openSecurity();
    expect(await screen.findByText('Chrome on Android')).toBeVisible();
    const current = screen.getByText('Firefox on Linux').closest('li') ?? expect.unreachable();
    expect(within(current).getByText('This browser')).toBeVisible();
    expect(within(current).queryByRole('button')).toBeNull();
    serve(sessions.end, ok());
    serve(sessions.list, ok([here]));
    await press('Sign out Chrome on Android, 41.210.1.2');
    await expectToast('Signed out');
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(calls(sessions.end)[0]?.params).toEqual({ id: ownUserId, sessionId: phone.id });
  });

  it('elsewhere can all be ended, after a question', async () => {
    await openSecurity();
    await screen.findByText('Chrome on Android');
    await press('Sign Out Other Browsers');
    const dialog = await screen.findByRole('alertdialog');
    serve(sessions.endAll, refused(409, 'Told by the server'));
    await press('Sign Out Other Browsers', dialog);
    expect(await within(dialog).findByText('Told by the server')).toBeVisible();
    serve(sessions.endAll, ok({ ended: 1 }));
    serve(sessions.list, ok([here]));
    const before = calls(factors.get).length;
    await press('Sign Out Other Browsers', dialog);
    await expectToast('Signed out');
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    // With the trusted browsers, which are forgotten as well.
    expect(calls(factors.get).length).toBeGreaterThan(before);
  });

  it('that cannot be loaded are tried again', async () => {
    serve(sessions.list, silent);
    await openSecurity();
    const panel = await screen.findByText('Failed to load sessions');
    serve(sessions.list, ok([here]));
    await press('Try Again');
    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
    expect(panel).not.toBeInTheDocument();
  });
});

it('staff see where a person is signed in, or that it is nowhere', async () => {
  const grace = aUser();
  serve(users.get, ok(grace));
  serve(roles.list, ok([]));
  serve(sessions.list, ok([]));
  await renderPage(`/users/${grace.id}`, { as: administrator });
  expect(await screen.findByText('Where Grace Apio is signed in')).toBeVisible();
  expect(await screen.findByText('Not signed in anywhere')).toBeVisible();
  expect(screen.getByText(/^Sign Out Everywhere then forgets trusted browsers/)).toBeVisible();
  // Browsers stay known and trusted after their session has ended.
  await press('Sign Out Everywhere');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    /second factor in every browser/,
  );
});
