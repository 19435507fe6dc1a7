import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnsavedWarning } from '../lib/unsaved-warning.ts';
import { clearSession, getSession } from '../session/session-store.ts';
import { owner, restricted, signInAs, withoutCompany } from '../testing/people.ts';
import ClientLayout from './client-layout.tsx';

type Activity = CompanyStatistics['recentActivities'][number];

const activity = (n: number, more: Partial<Activity> = {}): Activity => ({
  id: `01900000-0000-7000-8000-00000000000${n}`,
  description: `Paying ${n}`,
  timeAgo: 'some time ago',
  status: 'completed',
  statusColor: 'green',
  type: 'credit',
  amount: 1000 * n,
  date: `2026-01-0${n}T10:00:00.000Z`,
  ...more,
});
const statisticsOf = (recentActivities: Activity[]) => ({
  overviewStatistics: {},
  recentActivities,
  companyInformation: {},
});

type Answer = { status?: number; body: unknown } | 'cut off';
const good = (data: unknown): Answer => ({ body: { success: true, data } });

let answers: Record<string, Answer>;
let calls: string[];
const user = userEvent.setup({ delay: null });
const statisticsPath = 'v1/CompanyDashboard/statistics';

async function serve(input: RequestInfo | URL): Promise<Response> {
  const path = String(input).replace('/api/', '');
  calls.push(path);
  const answer = answers[path];
  if (!answer) throw new Error(`No answer for ${path}`);
  if (answer === 'cut off') throw new TypeError('Failed to fetch');
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers });
}

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}

function UnsavedForm() {
  useUnsavedWarning(true);
  return null;
}

/** Waits for the code of the bell, on which the first render hangs. */
async function open(page = <h1>The page</h1>) {
  return act(async () =>
    render(
      <MemoryRouter initialEntries={['/client']} useTransitions={false}>
        <ClientLayout>{page}</ClientLayout>
        <Where />
      </MemoryRouter>,
    ),
  );
}

/** The machine may be busy. */
const patience = { timeout: 10_000 };
vi.setConfig({ testTimeout: 20_000 });

const bell = () => screen.findByRole('button', { name: 'Notifications' }, patience);
const newsBell = () =>
  screen.findByRole('button', { name: 'Notifications, something is new' }, patience);
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }));

// On a busy machine the first import outlasts the patience of `findBy`.
beforeAll(async () => {
  await import('../features/dashboards/activity-bell.tsx');
}, 60_000);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  calls = [];
  answers = {
    [statisticsPath]: good(
      statisticsOf([
        activity(4, { status: 'pending', statusColor: 'yellow', type: 'debit' }),
        activity(3),
      ]),
    ),
  };
  signInAs(owner);
});

afterEach(() => {
  cleanup();
  act(() => toast.remove());
  // Also forgets what the portal has fetched.
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the bell', () => {
  it('tells the recent activities, each with the way to its transaction', async () => {
    await open();
    await user.click(await newsBell());
    const entries = (await panel()).getAllByRole('listitem');
    expect(entries).toHaveLength(2);
    const [first] = entries as [HTMLElement, HTMLElement];
    expect(first).toHaveTextContent(/Paying 4New.*ago.*pending.*UGX -4,000/);
    expect(within(first).getByText('pending')).toHaveClass('text-warning-text');
    await user.click(within(first).getByRole('link', { name: 'Paying 4' }));
    expect(screen.getByTestId('where')).toHaveTextContent(
      '/client/transactions?search=01900000-0000-7000-8000-000000000004&range=all',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('has a dot only while something is newer than the last look of this user', async () => {
    const { unmount } = await open();
    await user.click(await newsBell());
    await panel();
    await user.keyboard('{Escape}');
    expect(await bell()).toBeVisible();
    unmount();
    answers[statisticsPath] = good(statisticsOf([activity(5), activity(4), activity(3)]));
    // Signed in again: what was fetched is forgotten, where the look ended is not.
    clearSession();
    signInAs(owner);
    await open();
    await user.click(await newsBell());
    const entries = (await panel()).getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent?.includes('New'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('says so when nothing has happened', async () => {
    answers[statisticsPath] = good(statisticsOf([]));
    await open();
    await user.click(await bell());
    expect(await (await panel()).findByText('No recent activities')).toBeVisible();
  });

  it.each<[Answer, string]>([
    [
      { status: 500, body: { message: 'Something went wrong on our side.' } },
      'Something went wrong on our side.',
    ],
    [{ body: { success: true, data: [] } }, 'Invalid response format'],
    ['cut off', 'Network error occurred. Failed to connect to the server'],
  ])('says why it has nothing, and tries again', async (answer, text) => {
    answers[statisticsPath] = answer;
    await open();
    await user.click(await bell());
    const shown = await panel();
    const alert = await shown.findByRole('alert', undefined, patience);
    expect(alert).toHaveTextContent('Failed to load notifications');
    expect(alert).toHaveTextContent(text);
    answers[statisticsPath] = good(statisticsOf([activity(1)]));
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    expect(await shown.findByText('Paying 1')).toBeVisible();
    expect(shown.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [restricted, 'You do not have permission to view transactions'],
    [withoutCompany, "Notifications tell of a company's activity, and you do not belong to one."],
  ])('asks for nothing where there is nothing to tell', async (person, text) => {
    signInAs(person);
    await open();
    await user.click(await bell());
    expect(await (await panel()).findByText(text)).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe('the frame', () => {
  it('signs out at once; that the server does not answer is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    answers['Auth/logout'] = { status: 503, body: { success: false } };
    await open();
    await newsBell();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(getSession()).toBeNull();
    await waitFor(() => expect(log).toHaveBeenCalledWith('Sign-out failed', expect.anything()));
    expect(document.querySelectorAll('[data-toast]')).toHaveLength(0);
    log.mockRestore();
  });

  it('asks before its search leaves what was typed, and keeps the text of who stays', async () => {
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await open(<UnsavedForm />);
    const box = screen.getByRole('searchbox');
    await user.type(box, 'rent{Enter}');
    expect(screen.getByTestId('where')).toHaveTextContent(/^\/client$/);
    expect(box).toHaveValue('rent');
    ask.mockReturnValue(true);
    await user.type(box, '{Enter}');
    expect(screen.getByTestId('where')).toHaveTextContent('/client/transactions?search=rent');
    expect(box).toHaveValue('');
    expect(ask).toHaveBeenCalledTimes(2);
    ask.mockRestore();
  });

  it('asks before it signs out of what was typed', async () => {
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    answers['Auth/logout'] = good(null);
    await open(<UnsavedForm />);
    const signOut = screen.getByRole('button', { name: 'Sign out' });
    await user.click(signOut);
    expect(getSession()).not.toBeNull();
    expect(calls).not.toContain('Auth/logout');
    ask.mockReturnValue(true);
    await user.click(signOut);
    expect(getSession()).toBeNull();
    expect(ask).toHaveBeenCalledTimes(2);
    ask.mockRestore();
  });

  it('closes the drawer of the phone with whatever link is followed', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Open navigation' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Navigation' }));
    expect(drawer.getByText('client admin')).toBeVisible();
    await user.click(drawer.getByRole('link', { name: /^Profile of Grace Nakato/ }));
    expect(screen.getByTestId('where')).toHaveTextContent('/client/settings');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Navigation' })).not.toBeInTheDocument(),
    );
  });
});
