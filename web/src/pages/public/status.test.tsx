import { status } from '@sente/contract/status';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lost, ok } from '../../testing/answers.ts';
import { aStatus } from '../../testing/overviews.ts';
import { renderApp } from '../../testing/page.tsx';
import { serve } from '../../testing/server.ts';

const checkedAt = '2026-11-17T09:40:00.000Z';
const now = aStatus({
  readAt: '2026-11-17T09:41:00.000Z',
  books: { isBalanced: true, checkedAt, entries: 1_204 },
});
const part = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  serve(status.now, ok(now));
  serve(status.history, ok({ today: '2026-11-17', books: [], networks: [] }));
});

it('says that the books balance, how the networks are and how long an approval takes', async () => {
  renderApp('/status');
  const books = await part('Books');
  expect(
    await books.findByText('Books balance, checked at Nov 17, 2026, 12:40 PM, 1,204 entries.'),
  ).toBeVisible();
  const mtn = await part('MTN MoMo');
  expect(mtn.getByText('Up')).toBeVisible();
  expect(
    screen.getByText(/^All is well: the portal, the API, payouts, the books and/),
  ).toBeVisible();
  expect(
    mtn.getByText('An approval takes about 12 s now, nine of ten at most 1 min 5 s.'),
  ).toBeVisible();
  const airtel = await part('Airtel Money');
  expect(airtel.getByText(/Not enough payments in the last hour/)).toBeVisible();
  expect(
    screen.getByText(/Read at Nov 17, 2026, 12:41 PM, Kampala time. Version 0.1.0./),
  ).toBeVisible();
});

it('shows what was found wrong, and hides a network that is not connected here', async () => {
  const [mtn] = now.networks;
  serve(
    status.now,
    ok({
      ...now,
      books: { ...now.books!, isBalanced: false },
      networks: [{ ...mtn!, isSimulated: true, status: 'down', refuses: ['payout'] }],
    }),
  );
  renderApp('/status');
  expect(await screen.findByText(/^Books do not balance, checked at/)).toBeVisible();
  expect((await part('Books')).getByText('Do not balance')).toBeVisible();
  expect(screen.getByText('Something does not work right now')).toBeVisible();
  const shown = await part('MTN MoMo');
  expect(shown.getByText('Down')).toBeVisible();
  expect(shown.getByText(/Simulated here.* New payouts are refused/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Airtel Money' })).toBeNull();
});

it('tells customers what becomes of payouts that are stopped', async () => {
  serve(status.now, ok({ ...now, payoutsStoppedSince: checkedAt }));
  renderApp('/status');
  const headline = await screen.findByText(/^All payouts are stopped: /);
  expect(headline).toHaveTextContent(/wait and have not failed, and collections go on$/);
  expect((await part('Payouts')).getByText('Stopped')).toBeVisible();
});

it('is not well because of what was true before the database went away', async () => {
  serve(status.now, ok({ ...now, isOld: true }));
  renderApp('/status');
  expect(await screen.findByText('The portal answers, but not its database')).toBeVisible();
  expect(screen.queryByText(/All is well/)).toBeNull();
  expect(screen.queryByText(/Books balance, checked/)).toBeNull();
  expect((await part('MTN MoMo')).getByText('Not known')).toBeVisible();
  expect(screen.getByText(/cannot be read since Nov 17, 2026, 12:41 PM/)).toBeVisible();
});

it('has a bar for each of 90 days, grey without data, and tells the days with trouble', async () => {
  const day = (date: string, degraded: number, bad: number) => ({
    day: date,
    looks: 1_440,
    degraded,
    bad,
  });
  serve(
    status.history,
    ok({
      today: '2026-11-17',
      books: [{ ...day('2026-11-17', 0, 0), looks: 9 }],
      networks: [
        { network: 'MTN', days: [day('2026-11-15', 7, 3), day('2026-11-17', 0, 0)] },
        { network: 'AIRTEL', days: [] },
      ],
    }),
  );
  renderApp('/status');
  const mtn = await part('MTN MoMo');
  const bars = await mtn.findByRole('img', { name: '2 of 90 days with data, 1 with trouble' });
  const tones = [...bars.children].map((bar) => (bar as HTMLElement).dataset['tone']);
  expect(tones).toHaveLength(90);
  expect(tones.slice(-4)).toEqual(['unknown', 'bad', 'unknown', 'good']);
  expect(bars.lastElementChild).toHaveAttribute(
    'title',
    'Nov 17, 2026: up in all of 1,440 minutes',
  );
  expect(
    mtn.getByText('Nov 15, 2026: 3 down, 7 degraded of 1,440 minutes. 88 of 90 days have no data.'),
  ).toBeVisible();
  expect(
    (await part('Books')).getByText(/No trouble on the days with data. 89 of 90/),
  ).toBeVisible();
});

it('of a new server says that there is nothing yet, without bars', async () => {
  renderApp('/status');
  const books = await part('Books');
  expect(await books.findByText(/^Nothing yet: the days show here/)).toBeVisible();
  expect(books.queryByRole('img')).toBeNull();
  expect(books.queryByText('90 days ago')).not.toBeVisible();
});

it('claims nothing if the server does not answer, and asks again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(status.now, lost);
  serve(status.history, lost);
  renderApp('/status');
  expect(await screen.findByText(/The status cannot be read right now/)).toBeVisible();
  expect((await part('Books')).getByText('Not known')).toBeVisible();
  serve(status.now, ok(now));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await screen.findByText(/^Books balance/)).toBeVisible();
});
