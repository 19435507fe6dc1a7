import { readAttention } from '@sente/contract/attention';
import { companies } from '@sente/contract/companies';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ok } from '../testing/answers.ts';
import { renderPart } from '../testing/page.tsx';
import { owner } from '../testing/people.ts';
import { aCompany } from '../testing/records.ts';
import { calls, isHeard, serve, tellLive } from '../testing/server.ts';
import { noAttention } from '../testing/staff-records.ts';
import AdminLayout from './admin-layout.tsx';
import ClientLayout from './client-layout.tsx';

vi.setConfig({ testTimeout: 30_000 });
/** The stream begins some seconds after the page. */
const patience = { timeout: 10_000 };
const since = '2026-01-05T10:00:00.000Z';
const stopped = aCompany({ payoutBrake: { at: since, reason: null } });

it('a client page says by itself that payouts wait, and that they go on', async () => {
  serve(companies.get, ok(aCompany()));
  renderPart(<ClientLayout>A page</ClientLayout>, { at: '/client', as: owner });
  await waitFor(() => expect(calls(companies.get)).toHaveLength(1), patience);
  // Before the page hears of changes: it asks again when it does.
  serve(companies.get, ok(stopped));
  expect(await screen.findByText('Your payouts wait', undefined, patience)).toBeVisible();
  await waitFor(() => expect(isHeard()).toBe(true));
  serve(companies.get, ok(aCompany()));
  tellLive('brakes');
  await waitFor(() => expect(screen.queryByText('Your payouts wait')).toBeNull());
});

it('a page of the back-office says by itself that payouts are stopped', async () => {
  serve(readAttention, ok(noAttention));
  renderPart(<AdminLayout>A page</AdminLayout>, { at: '/admin' });
  await waitFor(() => expect(isHeard()).toBe(true), patience);
  await waitFor(() => expect(calls(readAttention).length).toBeGreaterThan(1));
  const brake = { id: '1', company: null, reason: 'A key was stolen', since };
  serve(readAttention, ok({ ...noAttention, payoutBrakes: [brake] }));
  tellLive('brakes');
  expect(await screen.findByText('All payouts are stopped')).toBeVisible();
});
