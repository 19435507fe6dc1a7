import { tillCalls } from '@sente/contract/till';
import type { TillPayment } from '@sente/contract/tills';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../api/keys.ts';
import { createQueryClient } from '../api/query-client.ts';
import { ok } from '../testing/answers.ts';
import { renderPage } from '../testing/page.tsx';
import { serve } from '../testing/server.ts';
import { muteSpeakers, tones } from '../testing/speaker.ts';
import { aCheckedPayment, aFeed, aTillPayment, aTillState, shiftId } from '../testing/tills.ts';
import { fill, press } from '../testing/user.ts';

const client = createQueryClient();
beforeEach(() => {
  client.clear();
  muteSpeakers();
  serve(tillCalls.state, ok(aTillState()));
  serve(tillCalls.feed, ok(aFeed([])));
});

const times = { askedAt: '2026-01-28T19:20:00.000Z', at: '2026-01-30T21:53:29.000Z' };
const asked = 'Paid late, asked for on Jan 28, 10:20 PM';
const advice = 'Ask before you hand anything out: the goods may have been handed out already.';
const waiting = aTillPayment({ kind: 'asked', state: 'waiting', at: times.askedAt });
const checking = { ...waiting, check: { kind: 'late_success', state: 'open' } } as const;
const late = aTillPayment({
  kind: 'asked',
  ...times,
  isLate: true,
  check: { kind: 'late_success', state: 'paid' },
});

describe('a payment that is booked late', () => {
  it('is amber, says when it was asked for, and is announced neither in words nor with a sound', async () => {
    serve(tillCalls.feed, ok(aFeed([checking])));
    await open();
    const list = await screen.findByRole('list', { name: 'Payments of this shift' });
    await press('Turn the sound on');
    tones.mockClear();
    await shows(late, '2');
    const last = await screen.findByRole('region', { name: 'Last payment' });
    expect(last).toHaveTextContent(`${asked}. ${advice}`);
    expect(last).toHaveClass('bg-warning-soft');
    expect(last).toHaveAttribute('aria-live', 'off');
    expect(last).not.toHaveTextContent('Just paid');
    expect(last).not.toHaveAttribute('data-fresh');
    const row = within(list).getByRole('listitem');
    expect(within(row).getByText(new RegExp(asked))).toHaveClass('text-warning-text');
    expect(row).not.toHaveAttribute('data-fresh');
    expect(tones).not.toHaveBeenCalled();
  });

  it('is no green Paid either for whoever still has its request open', async () => {
    serve(tillCalls.feed, ok(aFeed([checking])));
    await open();
    await press(/^Show the request/);
    const request = await screen.findByRole('region', { name: 'Your request' });
    await shows(late, '2');
    await waitFor(() => expect(within(request).getByRole('status')).toHaveTextContent('Paid late'));
    expect(request).toHaveTextContent(`${asked}. ${advice}`);
    expect(request.querySelector('.text-success-text')).toBeNull();
  });

  it('leaves an ordinary one announced as before', async () => {
    serve(tillCalls.feed, ok(aFeed([waiting])));
    await open();
    await press('Turn the sound on');
    tones.mockClear();
    await shows({ ...waiting, state: 'paid', isLate: false, askedAt: times.askedAt }, '2');
    const last = await screen.findByRole('region', { name: 'Last payment' });
    await waitFor(() => expect(last).toHaveTextContent('Just paid'));
    expect(last).toHaveAttribute('aria-live', 'polite');
    expect(last).not.toHaveTextContent('Paid late');
    expect(tones).toHaveBeenCalledTimes(2);
  });

  it('is amber when its message is shown, with both moments', async () => {
    const payment = { ...aCheckedPayment, ...times, isLate: true, isOfTill: true };
    serve(tillCalls.check, ok({ answer: 'paid', payment }));
    await open();
    await press(/^Check SMS/);
    await fill(/^Reference of the Message/, 'MP2601310906');
    await press('Check');
    const result = await screen.findByRole('status', { name: 'Result' });
    expect(result).toHaveClass('bg-warning-soft');
    expect(within(result).getByRole('heading')).toHaveTextContent('Paid late');
    expect(result).toHaveTextContent('Asked for Jan 28, 10:20 PM, booked Jan 31, 12:53 AM');
    // It was shown as failed.
    expect(result).not.toHaveTextContent('has shown that it was paid');
  });
});

it.each([
  ['by Okot James', { tillName: null, cashierName: 'Okot James' }],
  ['at Gate by Okot James', { tillName: 'Gate', cashierName: 'Okot James' }],
  ['at Gate by you', { tillName: 'Gate', cashierName: null }],
  ['in another shift of yours', { tillName: null, cashierName: null }],
  ['Not asked for at a till', null],
])('a payment that this shift did not ask for is marked: %s', async (text, askedBy) => {
  serve(tillCalls.feed, ok(aFeed([aTillPayment({ kind: 'other', askedBy })])));
  await open();
  const list = await screen.findByRole('list', { name: 'Payments of this shift' });
  expect(within(list).getByText(new RegExp(`${text}$`))).toBeVisible();
  expect(screen.getByRole('region', { name: 'Last payment' })).toHaveTextContent(text);
});

it('a payment that was decided as not paid says so, and can be asked for again', async () => {
  serve(tillCalls.feed, ok(aFeed([checking])));
  await open();
  await press(/^Show the request/);
  const request = await screen.findByRole('region', { name: 'Your request' });
  const reason = 'The network did not carry out the payment';
  const check = { kind: 'late_success', state: 'not_paid' } as const;
  await shows({ ...waiting, state: 'failed', reason, check }, '2');
  expect(await within(request).findByText('Checked: it was not paid')).toBeVisible();
  expect(within(request).getByRole('button', { name: 'Ask Again' })).toBeVisible();
  const list = screen.getByRole('list', { name: 'Payments of this shift' });
  expect(list).toHaveTextContent('Checked: it was not paid');
  expect(screen.queryByText(reason)).toBeNull();
});

function open() {
  return renderPage('/till', { client });
}

async function shows(payment: TillPayment, version: string): Promise<void> {
  serve(tillCalls.feed, ok(aFeed([payment], version)));
  await act(() => client.refetchQueries({ queryKey: key('till', 'feed', shiftId) }));
}
