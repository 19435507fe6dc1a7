import { apiKeys } from '@sente/contract/api-keys';
import { apiRequests } from '@sente/contract/api-requests';
import { events } from '@sente/contract/events';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFailures, ok, refused } from '../../testing/answers.ts';
import { anApiKey } from '../../testing/api-keys.ts';
import { anApiRequest, anEvent } from '../../testing/developers.ts';
import { renderPage } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { press, put, user } from '../../testing/user.ts';

/* The pages of events and of requests. */

const openDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the events', () => {
  const page = '/client/developers/events';

  it('are listed with their numbers, and open whole', async () => {
    serve(events.list, ok([anEvent()], { nextBefore: 7 }));
    await renderPage(page);
    const row = await screen.findByRole('row', { name: /Payment succeeded/ });
    expect(row).toHaveTextContent('7');
    serve(events.list, ok([anEvent({ id: 'b', sequence: 6 })], { nextBefore: null }));
    await press('Load more');
    expect(await screen.findByRole('row', { name: /number 6/ })).toBeVisible();
    expect(calls(events.list).at(-1)?.query).toEqual({ before: '7' });
    await press(/number 7/);
    const sheet = await openDialog('Payment succeeded');
    expect(sheet.getByText(/"previousSequence": 6/)).toBeVisible();
  });

  it('say what they are about, and are filtered by kind and text', async () => {
    const data = { phoneNumber: '256772111222', amount: 5000, direction: 'collection' };
    serve(events.list, ok([anEvent({ data: { ...data, reference: 'SHOE-1' } })]));
    await renderPage(page);
    const row = await screen.findByRole('row', { name: /Payment succeeded/ });
    expect(row).toHaveTextContent(/\+256 772 111222 · UGX 5,000 in.*SHOE-1/);
    serve(events.list, ok([]));
    await put(screen.getByLabelText('Search by phone, reference, ID or number...'), 'HAT-1');
    await user.selectOptions(screen.getByLabelText('Event'), 'Payment failed');
    await waitFor(() =>
      expect(calls(events.list).at(-1)?.query).toEqual({ search: 'HAT-1', type: 'payment.failed' }),
    );
    expect(await screen.findByText('No events match your search.')).toBeVisible();
  });

  it('are none at first, and say how to read them', async () => {
    serve(events.list, ok([], { nextBefore: null }));
    await renderPage(page);
    expect(await screen.findByText('No events yet')).toBeVisible();
    expect(screen.getByText('Without a Public Address')).toBeVisible();
  });

  it.each(loadFailures('Failed to load events'))('fail with %s', async (_, answer) => {
    serve(events.list, answer);
    await renderPage(page);
    expect((await screen.findAllByText('Failed to load events')).length).toBeGreaterThan(0);
  });
});

describe('the requests', () => {
  const page = '/client/developers/requests';
  const request = anApiRequest();
  const { idempotencyKey: _, requestBody: _body, answerBody: _answer, ...listed } = request;
  beforeEach(() => {
    serve(apiKeys.list, ok([anApiKey()]));
    serve(apiRequests.list, ok([listed], { nextAfter: null }));
    serve(apiRequests.errors, ok([]));
    serve(apiRequests.get, ok(request));
  });

  it('open with masked bodies and a curl without a signature', async () => {
    await renderPage(page);
    const row = await screen.findByRole('row', { name: /collections/ });
    expect(row).toHaveTextContent(/400.*validation_failed.*Web shop.*12 ms/);
    await press('POST /api/v1/Payments/collections');
    const sheet = await openDialog('POST /api/v1/Payments/collections');
    expect(await sheet.findByText(/"phoneNumber": "256772•••456"/)).toBeVisible();
    expect(sheet.getByText(/Signature: sente=:SIGNATURE:/)).toBeVisible();
    expect(sheet.getByText(/keyid="snt_ch_shop"/)).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Copy as curl' }));
    expect(await navigator.clipboard.readText()).toMatch(
      /^curl -X POST 'http.*\/api\/v1\/Payments\/collections' \\\n/,
    );
  });

  it('are filtered by text, status, key, time and error', async () => {
    const group = {
      errorCode: 'validation_failed',
      errorMessage: 'Please check your input and try again',
      status: 400,
      count: 3,
      lastAt: request.at,
      lastId: request.id,
    };
    serve(apiRequests.errors, ok([group]));
    await renderPage(page);
    await put(await screen.findByLabelText('Search by path or request ID...'), 'payouts');
    await user.selectOptions(screen.getByLabelText('Status'), 'Failed');
    await user.selectOptions(await screen.findByLabelText('Key'), 'Web shop');
    await press('validation_failed');
    await waitFor(() =>
      expect(calls(apiRequests.list).at(-1)?.query).toEqual({
        search: 'payouts',
        outcome: 'failed',
        channel: 'snt_ch_shop',
        errorCode: 'validation_failed',
      }),
    );
    expect(screen.getByText(/^3 times, the last one/)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Time'), 'Today');
    await waitFor(() => expect(calls(apiRequests.list).at(-1)?.query).toHaveProperty('startDate'));
    serve(apiRequests.list, ok([], { nextAfter: null }));
    await user.selectOptions(screen.getByLabelText('Time'), 'Last 7 days');
    expect(await screen.findByText('No requests match your search.')).toBeVisible();
  });

  it('are filtered by either of two keys of one name, as a rotated one and the next', async () => {
    const next = anApiKey({ id: 'next', channelId: 'snt_ch_next' });
    const till = anApiKey({ id: 'till', channelId: 'snt_ch_till', name: 'Till' });
    serve(apiKeys.list, ok([anApiKey(), next, till]));
    await renderPage(page);
    await screen.findByRole('option', { name: 'Till' });
    await user.selectOptions(screen.getByLabelText('Key'), 'Web shop · …next');
    await waitFor(() =>
      expect(calls(apiRequests.list).at(-1)?.query).toEqual({ channel: 'snt_ch_next' }),
    );
    expect(screen.getByRole('option', { name: 'Web shop · …shop' })).toBeInTheDocument();
  });

  it('are none at first, and one may be gone', async () => {
    serve(apiRequests.list, ok([], { nextAfter: null }));
    serve(apiRequests.get, refused(404, 'Request not found'));
    await renderPage(`${page}?request=${request.id}`);
    expect(await screen.findByText('Request not found')).toBeVisible();
    expect(screen.getByText('No requests yet')).toBeInTheDocument();
  });

  it.each(loadFailures('Failed to load requests'))('fail with %s', async (_, answer) => {
    serve(apiRequests.list, answer);
    await renderPage(page);
    expect((await screen.findAllByText('Failed to load requests')).length).toBeGreaterThan(0);
  });
});
