import { tillCalls } from '@sente/contract/till';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../api/keys.ts';
import { createQueryClient } from '../api/query-client.ts';
import { ok } from '../testing/answers.ts';
import { renderPage } from '../testing/page.tsx';
import { serve } from '../testing/server.ts';
import { aCheckedPayment, aFeed, aTillPayment, aTillState, shiftId } from '../testing/tills.ts';
import { fill, press } from '../testing/user.ts';

/* Another amount than was asked for, as two people booked it: nobody hands out what was asked for. */

const client = createQueryClient();
const times = { askedAt: '2026-01-28T19:20:00.000Z', at: '2026-01-30T21:53:29.000Z' };
const waiting = aTillPayment({ kind: 'asked', state: 'waiting', amount: 5_000, at: times.askedAt });
const booked = (asked: number, paid: number) => ({
  amount: paid,
  network: 'AIRTEL',
  ...times,
  isLate: true,
  check: { kind: 'amount_differs', state: 'paid', amounts: { asked, paid } } as const,
});
const less = aTillPayment({ ...waiting, ...booked(5_000, 4_500), state: 'paid' });
const missing = 'Paid UGX 4,500 of the UGX 5,000 asked: UGX 500 are missing.';

beforeEach(() => {
  client.clear();
  serve(tillCalls.state, ok(aTillState()));
  serve(tillCalls.feed, ok(aFeed([less])));
});
const open = () => renderPage('/till', { client });

describe('another amount than was asked for', () => {
  it('is amber in the list and as the last payment, and says what is missing', async () => {
    await open();
    const last = await screen.findByRole('region', { name: 'Last payment' });
    expect(last).toHaveTextContent(missing);
    expect(last).toHaveClass('bg-warning-soft');
    expect(last).toHaveTextContent('…456 · Airtel');
    const list = await screen.findByRole('list', { name: 'Payments of this shift' });
    expect(within(list).getByText(new RegExp(missing))).toHaveClass('text-warning-text');
    expect(screen.queryByText(/AIRTEL/)).toBeNull();
  });

  it('says how much more was paid', async () => {
    serve(tillCalls.feed, ok(aFeed([{ ...less, ...booked(5_000, 5_700) }])));
    await open();
    const last = await screen.findByRole('region', { name: 'Last payment' });
    expect(last).toHaveTextContent('Paid UGX 5,700, UGX 700 more than the UGX 5,000 asked.');
  });

  it('is no plain Paid for whoever has its request open', async () => {
    serve(tillCalls.feed, ok(aFeed([waiting])));
    await open();
    await press(/^Show the request/);
    const request = await screen.findByRole('region', { name: 'Your request' });
    serve(tillCalls.feed, ok(aFeed([less], '2')));
    await act(() => client.refetchQueries({ queryKey: key('till', 'feed', shiftId) }));
    await waitFor(() =>
      expect(within(request).getByRole('status')).toHaveTextContent('Another amount paid'),
    );
    expect(request).toHaveTextContent(missing);
    expect(request.querySelector('.text-success-text')).toBeNull();
  });

  it('is the first that is said about its message', async () => {
    const payment = { ...aCheckedPayment, ...booked(5_000, 4_500), isOfTill: true };
    serve(tillCalls.check, ok({ answer: 'paid', payment }));
    await open();
    await press(/^Check SMS/);
    await fill(/^Reference of the Message/, 'MP2601310906');
    await press('Check');
    const result = await screen.findByRole('status', { name: 'Result' });
    expect(result).toHaveClass('bg-warning-soft');
    expect(within(result).getByRole('heading')).toHaveTextContent('Another amount paid');
    expect(within(result).getAllByRole('listitem')[0]).toHaveTextContent(missing.slice(0, -1));
  });
});
