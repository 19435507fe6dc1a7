import { auth } from '@sente/contract/auth';
import { companies } from '@sente/contract/companies';
import { readCompanyStatistics, type CompanyStatistics } from '@sente/contract/company-statistics';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnsavedWarning } from '../lib/unsaved-warning.ts';
import { clearSession, getSession } from '../session/session-store.ts';
import { ok, refused, silent, type Answer, malformed } from '../testing/answers.ts';
import { toasts } from '../testing/messages.ts';
import { address, renderPart } from '../testing/page.tsx';
import { owner, restricted, withoutCompany } from '../testing/people.ts';
import { aCompany, companyStatistics } from '../testing/records.ts';
import { calls, serve } from '../testing/server.ts';
import { press, user } from '../testing/user.ts';
import ClientLayout from './client-layout.tsx';

type Activity = CompanyStatistics['recentActivities'][number];

/** Waits for the code of the bell, which delays the first render. */
const open = (page = <h1>The page</h1>, as = owner) =>
  act(async () => renderPart(<ClientLayout>{page}</ClientLayout>, { at: '/client', as }));

/** For a busy machine. */
const patience = { timeout: 10_000 };
vi.setConfig({ testTimeout: 20_000 });

const bell = () => screen.findByRole('button', { name: 'Notifications' }, patience);
const newsBell = () =>
  screen.findByRole('button', { name: 'Notifications, something is new' }, patience);
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }));

beforeEach(() => {
  serve(companies.get, ok(aCompany()));
  const waiting = activity(4, { status: 'pending', statusColor: 'yellow', type: 'debit' });
  serve(readCompanyStatistics, ok(statisticsOf([waiting, activity(3)])));
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

describe('the bell', () => {
  it('lists the recent activities, each with a link to its transaction', async () => {
    await open();
    await user.click(await newsBell());
    const entries = (await panel()).getAllByRole('listitem');
    expect(entries).toHaveLength(2);
    const [first] = entries as [HTMLElement, HTMLElement];
    expect(first).toHaveTextContent(/Paying 4New.*ago.*pending.*UGX -4,000/);
    expect(within(first).getByText('pending')).toHaveClass('text-warning-text');
    await user.click(within(first).getByRole('link', { name: 'Paying 4' }));
    expect(address()).toBe(
      '/client/transactions?search=01900000-0000-7000-8000-000000000004&range=all',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('says what waits for the approval of the reader', async () => {
    serve(readCompanyStatistics, ok({ ...statisticsOf([]), approvalsForReader: 3 }));
    await open();
    await user.click(await bell());
    expect((await panel()).getByText('3 requests wait for your approval')).toBeVisible();
  });

  it("has a dot only while something is newer than the user's last visit", async () => {
    const { unmount } = await open();
    await user.click(await newsBell());
    await panel();
    await user.keyboard('{Escape}');
    expect(await bell()).toBeVisible();
    unmount();
    serve(readCompanyStatistics, ok(statisticsOf([activity(5), activity(4), activity(3)])));
    // After signing in again: the cache is gone, the last visit of the bell is kept.
    clearSession();
    await open();
    await user.click(await newsBell());
    const entries = (await panel()).getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent?.includes('New'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('says when nothing has happened', async () => {
    serve(readCompanyStatistics, ok(statisticsOf([])));
    await open();
    await user.click(await bell());
    expect(await (await panel()).findByText('No recent activities')).toBeVisible();
  });

  it.each<[Answer, string]>([
    [refused(500, 'Something went wrong on our side.'), 'Something went wrong on our side.'],
    [malformed([]), 'Invalid response format'],
    ['connection lost', 'Network error occurred. Failed to connect to the server'],
  ])('shows the error and retries', async (answer, text) => {
    serve(readCompanyStatistics, answer);
    await open();
    await user.click(await bell());
    const shown = await panel();
    const alert = await shown.findByRole('alert', undefined, patience);
    expect(alert).toHaveTextContent('Failed to load notifications');
    expect(alert).toHaveTextContent(text);
    serve(readCompanyStatistics, ok(statisticsOf([activity(1)])));
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    expect(await shown.findByText('Paying 1')).toBeVisible();
    expect(shown.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [restricted, 'You do not have permission to view transactions'],
    [withoutCompany, "Notifications tell of a company's activity, and you do not belong to one."],
  ])('requests nothing when there is nothing to show', async (person, text) => {
    await open(undefined, person);
    await user.click(await bell());
    expect(await (await panel()).findByText(text)).toBeVisible();
    expect(calls(readCompanyStatistics)).toEqual([]);
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
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await open(<UnsavedForm />);
    const box = screen.getByRole('searchbox');
    await user.type(box, 'rent{Enter}');
    expect(address()).toBe('/client');
    expect(box).toHaveValue('rent');
    ask.mockReturnValue(true);
    await user.type(box, '{Enter}');
    expect(address()).toBe('/client/transactions?search=rent&range=all');
    expect(box).toHaveValue('');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('asks before signing out with unsaved input', async () => {
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    serve(auth.logout, ok());
    await open(<UnsavedForm />);
    const signOut = screen.getByRole('button', { name: 'Sign out' });
    await user.click(signOut);
    expect(getSession()).not.toBeNull();
    expect(calls(auth.logout)).toEqual([]);
    ask.mockReturnValue(true);
    await user.click(signOut);
    expect(getSession()).toBeNull();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('closes the phone drawer with any link', async () => {
    await open();
    await press('Open navigation');
    const drawer = within(await screen.findByRole('dialog', { name: 'Navigation' }));
    expect(drawer.getByText('client admin')).toBeVisible();
    await user.click(drawer.getByRole('link', { name: /^Profile of Grace Nakato/ }));
    expect(address()).toBe('/client/settings');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Navigation' })).not.toBeInTheDocument(),
    );
  });
});

function activity(n: number, more: Partial<Activity> = {}): Activity {
  return {
    id: `01900000-0000-7000-8000-00000000000${n}`,
    description: `Paying ${n}`,
    timeAgo: 'some time ago',
    status: 'completed',
    statusColor: 'green',
    type: 'credit',
    amount: 1000 * n,
    net: 1000 * n,
    date: `2026-01-0${n}T10:00:00.000Z`,
    reversalOf: null,
    reversedBy: null,
    ...more,
  };
}

function statisticsOf(recentActivities: Activity[]) {
  return { ...companyStatistics, recentActivities };
}

function UnsavedForm() {
  useUnsavedWarning(true);
  return null;
}
