import { readAttention } from '@sente/contract/attention';
import { status } from '@sente/contract/status';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { aStatus } from '../../testing/overviews.ts';
import { renderPage } from '../../testing/page.tsx';
import { administrator } from '../../testing/people.ts';
import { serve } from '../../testing/server.ts';
import { noAttention } from '../../testing/staff-records.ts';

const checkedAt = '2026-11-17T09:40:00.000Z';
const now = aStatus({
  readAt: '2026-11-17T09:41:00.000Z',
  books: { isBalanced: true, checkedAt, entries: 1_204 },
});

beforeEach(() => {
  serve(status.now, ok(now));
  serve(status.history, ok({ today: '2026-11-17', books: [], networks: [] }));
});

it('does not say that all is well while all payouts are stopped', async () => {
  const brake = { id: '1', company: null, reason: 'A key was stolen', since: checkedAt };
  serve(readAttention, ok({ ...noAttention, payoutBrakes: [brake] }));
  serve(status.now, ok({ ...now, payoutsStoppedSince: checkedAt }));
  await renderPage('/reports/status', { as: administrator });
  expect(
    await screen.findByText(/^All payouts are stopped: those that are asked for wait/),
  ).toBeVisible();
  const payouts = within(screen.getByRole('region', { name: 'Payouts' }));
  expect(
    payouts.getByText(
      'All payouts are stopped since Nov 17, 2026, 12:40 PM. Those that are asked for meanwhile wait.',
    ),
  ).toBeVisible();
  expect(screen.queryByText(/^All is well/)).toBeNull();
  // Said once, and it leads to the decision.
  expect(screen.queryByText('All payouts are stopped')).toBeNull();
  expect(await screen.findByRole('link', { name: 'See what waits' })).toHaveAttribute(
    'href',
    '/brake/1',
  );
});

it('is well although the payouts of one company are stopped, and leads back to the reports', async () => {
  const brake = { id: '1', company: 'Gulu Builders', reason: 'Stolen keys', since: checkedAt };
  serve(readAttention, ok({ ...noAttention, payoutBrakes: [brake] }));
  await renderPage('/reports/status', { as: administrator });
  expect(await screen.findByText(/^All is well: the portal, the API/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Reports' })).toHaveAttribute('href', '/reports');
});
