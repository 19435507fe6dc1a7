import { accounts } from '@sente/contract/accounts';
import { companies } from '@sente/contract/companies';
import { networks } from '@sente/contract/networks';
import { notifications } from '@sente/contract/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import ClientLayout from '../../app/client-layout.tsx';
import { call } from '../../api/call.ts';
import { getMode, keepMode, markedFileName, wishedPage } from '../../lib/mode.ts';
import { ok, refused } from '../../testing/answers.ts';
import { toasts } from '../../testing/messages.ts';
import { renderPage, renderPart } from '../../testing/page.tsx';
import { owner, signInAs } from '../../testing/people.ts';
import { aCompany, anAccount } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import { user } from '../../testing/user.ts';

const open = () =>
  act(async () =>
    renderPart(<ClientLayout>{<h1>The page</h1>}</ClientLayout>, { at: '/client', as: owner }),
  );

beforeEach(() => {
  serve(companies.get, ok(aCompany()));
  serve(notifications.summary, ok({ unreadCount: 0, newestUnread: null, approvalsForReader: 0 }));
});

it('says on every screen that no real money moves, and offers what test mode has', async () => {
  signInAs(owner);
  keepMode('test');
  await open();
  expect(screen.getByText('Test mode: no real money moves')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Developers' })[0]).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Bulk Payouts' })[0]).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Approvals' })[0]).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Settlements' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'Tills' })[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Switch to live mode' })).toBeVisible();
});

it('says plainly of a page that test mode has none of it', async () => {
  signInAs(owner);
  keepMode('test');
  const at = '/client/users/01900000-0000-7000-8000-000000000000';
  await act(async () =>
    renderPart(<ClientLayout>{<h1>The user</h1>}</ClientLayout>, { at, as: owner }),
  );
  expect(screen.getByText('This page is not part of test mode')).toBeVisible();
  expect(screen.queryByText('The user')).toBeNull();
});

it('every call in test mode says so, and none in live mode', async () => {
  serve(accounts.get, ok(anAccount()));
  const get = () => call(accounts.get, { params: { id: 'x' } });
  await get();
  keepMode('test');
  await get();
  expect(calls(accounts.get).map(({ headers }) => headers.get('sente-mode'))).toEqual([
    null,
    'test',
  ]);
});

it('stays in live mode if the server has no test mode, and says why', async () => {
  serve(networks.list, refused(503, 'This server has no test mode'));
  await open();
  await user.click(screen.getByRole('button', { name: 'Switch to test mode' }));
  await waitFor(() => expect(toasts()).toContain('This server has no test mode'));
  expect(calls(networks.list).at(-1)?.headers.get('sente-mode')).toBe('test');
  expect(getMode()).toBe('live');
  expect(screen.queryByText('Test mode: no real money moves')).not.toBeInTheDocument();
});

it('covers the page while it switches, and the next page goes on with it', async () => {
  signInAs(owner);
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  serve(networks.list, async () => {
    await answered;
    return refused(503, 'This server has no test mode');
  });
  const { unmount } = await open();
  await user.click(screen.getByRole('button', { name: 'Switch to test mode' }));
  expect(await screen.findByText('Switching to test mode...')).toBeVisible();
  // As a new document does it, which forgets what was under way.
  unmount();
  await open();
  expect(await screen.findByText('Switching to test mode...')).toBeVisible();
  answer();
  await waitFor(() => expect(screen.queryByText('Switching to test mode...')).toBeNull());
  expect(wishedPage()).toBeNull();
});

it('offers no account that could not be opened there', async () => {
  signInAs(owner);
  keepMode('test');
  serve(accounts.ofCompany, ok([anAccount()]));
  await renderPage('/client/accounts', { as: owner });
  await screen.findByRole('heading', { name: 'Accounts' });
  expect(screen.queryByRole('button', { name: 'New Account' })).toBeNull();
});

it('files are marked', () => {
  expect(markedFileName('accounts.csv')).toBe('accounts.csv');
  keepMode('test');
  expect(markedFileName('accounts.csv')).toBe('TEST-accounts.csv');
  expect(markedFileName('TEST-receipt.pdf')).toBe('TEST-receipt.pdf');
});

it('whoever else signs in begins in live mode', () => {
  signInAs(owner);
  keepMode('test');
  signInAs(owner);
  expect(getMode()).toBe('test');
  signInAs({ ...owner, id: 'somebody-else' });
  expect(getMode()).toBe('live');
});
