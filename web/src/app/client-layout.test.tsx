import { auth } from '@sente/contract/auth';
import { companies } from '@sente/contract/companies';
import { notifications, type Notification } from '@sente/contract/notifications';
import { search } from '@sente/contract/search';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnsavedWarning } from '../lib/unsaved-warning.ts';
import { clearSession, getSession } from '../session/session-store.ts';
import { ok, refused, silent, type Answer, malformed } from '../testing/answers.ts';
import { nothingFound } from '../testing/found-records.ts';
import { toasts } from '../testing/messages.ts';
import { address, renderPart } from '../testing/page.tsx';
import { owner } from '../testing/people.ts';
import { aCompany } from '../testing/records.ts';
import { calls, serve } from '../testing/server.ts';
import { press, user } from '../testing/user.ts';
import { Link } from '../ui/link.tsx';
import ClientLayout from './client-layout.tsx';

/** Waits for the code of the bell, which delays the first render. */
const open = (page = <h1>The page</h1>, as = owner) =>
  act(async () => renderPart(<ClientLayout>{page}</ClientLayout>, { at: '/client', as }));

/** For a busy machine. */
const patience = { timeout: 10_000 };
vi.setConfig({ testTimeout: 20_000 });

const bell = () => screen.findByRole('button', { name: 'Notifications' }, patience);

beforeEach(() => {
  serve(companies.get, ok(aCompany()));
  serve(
    notifications.summary,
    ok({ unreadCount: 1, newestUnread: told(2).createdAt, approvalsForReader: 0 }),
  );
  serve(notifications.list, ok([told(2), told(1)], meta()));
});

it('says on every page that the company is suspended, since when and why', async () => {
  const suspension = { at: '2026-01-05T08:00:00.000Z', reason: 'Unpaid invoices' };
  serve(companies.get, ok(aCompany({ suspension })));
  await open();
  const banner = await screen.findByRole('alert');
  expect(banner).toHaveTextContent('Your company is suspended');
  expect(banner).toHaveTextContent('Reason: Unpaid invoices');
});

it('says on every page that payouts wait, and why', async () => {
  const payoutBrake = { at: '2026-01-05T08:00:00.000Z', reason: 'Many new receivers' };
  serve(companies.get, ok(aCompany({ payoutBrake })));
  await open();
  const banner = await screen.findByRole('alert');
  expect(banner).toHaveTextContent('Your payouts wait');
  expect(banner).toHaveTextContent('Reason: Many new receivers');
});

it('has the list as the current entry from which a payment was opened', async () => {
  const payment = <Link to="/client/transactions/p1">Open</Link>;
  const { unmount } = await act(async () =>
    renderPart(<ClientLayout>{payment}</ClientLayout>, {
      at: '/client/apitransactions',
      as: owner,
    }),
  );
  await user.click(screen.getByRole('link', { name: 'Open' }));
  const entry = (name: string) => screen.getByRole('link', { name });
  expect(entry('API Transactions')).toHaveAttribute('aria-current', 'page');
  expect(entry('Transactions')).not.toHaveAttribute('aria-current');
  unmount();
  await act(async () =>
    renderPart(<ClientLayout>{payment}</ClientLayout>, { at: '/client', as: owner }),
  );
  await user.click(screen.getByRole('link', { name: 'Open' }));
  expect(entry('Transactions')).toHaveAttribute('aria-current', 'page');
  expect(entry('API Transactions')).not.toHaveAttribute('aria-current');
});

describe('the bell', () => {
  it('lists what the person was told; one that is opened is read', async () => {
    serve(notifications.read, ok());
    await open();
    await user.click(await newsBell());
    const entries = (await panel()).findAllByRole('listitem');
    const [first, second] = (await entries) as [HTMLElement, HTMLElement];
    expect(first).toHaveTextContent(/A payout waits for your approvalNew.*ago.*UGX 5,000/);
    expect(second).not.toHaveTextContent('New');
    serve(notifications.summary, ok({ unreadCount: 0, newestUnread: null, approvalsForReader: 0 }));
    await user.click(within(first).getByRole('link', { name: 'A payout waits for your approval' }));
    expect(address()).toBe('/client/approvals/7');
    expect(calls(notifications.read)[0]?.params).toEqual({ id: told(2).id });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await bell()).toBeVisible();
  });

  it('has a dot until the next look, also for what stays unread, and again for what is newer', async () => {
    const first = await open();
    await user.click(await newsBell());
    await panel();
    await user.keyboard('{Escape}');
    expect(await bell()).toBeVisible();
    first.unmount();
    // As after a reload: the cache is gone, the last look is kept.
    clearSession();
    const reloaded = await open();
    expect(await bell()).toBeVisible();
    await waitFor(() => expect(calls(notifications.summary)).not.toEqual([]));
    expect(screen.queryByRole('button', { name: /something is new/ })).toBeNull();
    reloaded.unmount();
    clearSession();
    const newestUnread = told(3).createdAt;
    serve(notifications.summary, ok({ unreadCount: 2, newestUnread, approvalsForReader: 0 }));
    await open();
    expect(await newsBell()).toBeVisible();
  });

  it('tells new warnings and failures from other news, and what was read from all of them', async () => {
    const tones = (['plain', 'warning', 'failure'] as const).map((tone, n) => ({
      ...told(2),
      id: told(n + 3).id,
      title: tone,
      tone,
    }));
    serve(notifications.list, ok([...tones, told(1)], meta()));
    await open();
    await user.click(await newsBell());
    const items = await (await panel()).findAllByRole('listitem');
    const tiles = items.map((item) => item.querySelector('[aria-hidden]')?.className);
    expect(tiles).toEqual(
      ['bg-accent-soft', 'bg-warning-soft', 'bg-danger-soft', 'bg-surface-sunken'].map((look) =>
        expect.stringContaining(look),
      ),
    );
  });

  it('marks all as read that are shown', async () => {
    serve(notifications.readAll, ok({ unreadCount: 0 }));
    await open();
    await user.click(await newsBell());
    const shown = await panel();
    serve(notifications.summary, ok({ unreadCount: 0, newestUnread: null, approvalsForReader: 0 }));
    serve(notifications.list, ok([{ ...told(2), readAt: told(2).createdAt }, told(1)], meta()));
    await user.click(await shown.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(shown.queryByText('New')).not.toBeInTheDocument());
    expect(calls(notifications.readAll)[0]?.body).toEqual({ until: told(2).createdAt });
    expect(shown.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });

  it('shows older ones on demand', async () => {
    serve(notifications.list, ({ query }) =>
      query['page'] === '2'
        ? ok([{ ...told(1), id: told(3).id, title: 'Older' }], {
            ...meta(),
            page: 2,
            totalPages: 2,
          })
        : ok([told(2)], { ...meta(), totalPages: 2 }),
    );
    await open();
    await user.click(await newsBell());
    const shown = await panel();
    await user.click(await shown.findByRole('button', { name: 'Show older' }));
    expect(await shown.findByText('Older')).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  it('says how many requests wait for the reader, also in the menu', async () => {
    serve(notifications.summary, ok({ unreadCount: 0, newestUnread: null, approvalsForReader: 3 }));
    await open();
    const entry = await screen.findByRole('link', { name: /^Approvals/ });
    await waitFor(() => expect(entry).toHaveTextContent('3 waiting'));
    await user.click(await bell());
    expect(await (await panel()).findByText('3 requests wait for your approval')).toBeVisible();
  });

  it('says when there is nothing', async () => {
    serve(notifications.summary, ok({ unreadCount: 0, newestUnread: null, approvalsForReader: 0 }));
    serve(notifications.list, ok([], meta()));
    await open();
    await user.click(await bell());
    expect(await (await panel()).findByText('No notifications')).toBeVisible();
  });

  it.each<[Answer, string]>([
    [refused(500, 'Something went wrong on our side.'), 'Something went wrong on our side.'],
    [malformed({}), 'Invalid response format'],
    ['connection lost', 'Network error occurred. Failed to connect to the server'],
  ])('shows the error and retries', async (answer, text) => {
    serve(notifications.list, answer);
    await open();
    await user.click(await newsBell());
    const shown = await panel();
    const alert = await shown.findByRole('alert', undefined, patience);
    expect(alert).toHaveTextContent('Failed to load notifications');
    expect(alert).toHaveTextContent(text);
    serve(notifications.list, ok([told(1)], meta()));
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    expect(await shown.findByText('Day pass runs low')).toBeVisible();
    expect(shown.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the frame', () => {
  it('signs out at once; a server that does not answer is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    serve(auth.logout, silent);
    await open();
    await newsBell();
    await press('Sign out');
    expect(getSession()).toBeNull();
    await waitFor(() => expect(log).toHaveBeenCalledWith('Sign-out failed', expect.anything()));
    expect(toasts()).toEqual([]);
  });

  it('asks before its search discards unsaved input, and keeps the text when staying', async () => {
    await open(<UnsavedForm />);
    serve(search.ownCompany, ok(nothingFound));
    const box = screen.getByRole('combobox', { name: 'Search transactions, users, products...' });
    await user.type(box, 'rent{Enter}');
    await answerQuestion('Stay');
    expect(address()).toBe('/client');
    expect(box).toHaveValue('rent');
    await user.type(box, '{Enter}');
    await answerQuestion('Leave');
    await waitFor(() => expect(address()).toBe('/client/transactions?search=rent&range=all'));
    expect(box).toHaveValue('');
  });

  it('asks before signing out with unsaved input', async () => {
    serve(auth.logout, ok());
    await open(<UnsavedForm />);
    const signOut = screen.getByRole('button', { name: 'Sign out' });
    await user.click(signOut);
    await answerQuestion('Stay');
    expect(getSession()).not.toBeNull();
    expect(calls(auth.logout)).toEqual([]);
    await user.click(signOut);
    await answerQuestion('Leave');
    expect(getSession()).toBeNull();
  });

  it('closes the phone drawer with any link', async () => {
    await open();
    await press('Open navigation');
    const drawer = within(await screen.findByRole('dialog', { name: 'Navigation' }));
    // Who is signed in stays within reach on a phone.
    expect(drawer.getByText('client admin')).toBeVisible();
    expect(drawer.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await user.click(drawer.getByRole('link', { name: /^Profile of Grace Nakato/ }));
    expect(address()).toBe('/client/settings');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Navigation' })).not.toBeInTheDocument(),
    );
  });
});

async function panel() {
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
}

function newsBell(): Promise<HTMLElement> {
  return screen.findByRole('button', { name: 'Notifications, something is new' }, patience);
}

function told(n: number): Notification {
  const isNew = n === 2;
  return {
    id: `01900000-0000-7000-8000-00000000000${n}`,
    kind: isNew ? 'payout-waits' : 'low-stock',
    title: isNew ? 'A payout waits for your approval' : 'Day pass runs low',
    text: isNew ? 'UGX 5,000 to +256772123456.' : '2 vouchers are left.',
    tone: isNew ? 'plain' : 'warning',
    link: isNew ? '/client/approvals/7' : null,
    createdAt: `2026-01-0${n}T10:00:00.000Z`,
    readAt: isNew ? null : '2026-01-05T10:00:00.000Z',
  };
}

function meta() {
  return { totalCount: 2, totalPages: 1, page: 1, pageSize: 20, unreadCount: 1 };
}

function UnsavedForm() {
  useUnsavedWarning(true);
  return null;
}

async function answerQuestion(name: 'Stay' | 'Leave'): Promise<void> {
  const question = await screen.findByRole('alertdialog', { name: 'Leave this page?' });
  await user.click(within(question).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
}
