import { tillCalls } from '@sente/contract/till';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { ok } from '../testing/answers.ts';
import { renderPage } from '../testing/page.tsx';
import { calls, serve } from '../testing/server.ts';
import { aCheckedPayment, aFeed, aTillPayment, aTillState } from '../testing/tills.ts';
import { fill, press, put, user } from '../testing/user.ts';

const shown = { ...aCheckedPayment, checkedAt: '2026-01-31T09:10:00.000Z' };

const makeSure = 'Make sure that it is for this sale before you hand anything out.';
const forOneSale = 'Hand nothing out, unless this is the same sale.';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

beforeEach(() => {
  serve(tillCalls.state, ok(aTillState()));
  serve(tillCalls.feed, ok(aFeed([])));
});

async function check(found: object): Promise<HTMLElement> {
  serve(tillCalls.check, ok({ answer: 'paid', payment: { ...aCheckedPayment, ...found } }));
  await renderPage('/till', { client: createQueryClient() });
  await press(/^Check SMS/);
  await fill(/^Reference of the Message/, 'MP2601310906');
  await press('Check');
  return screen.findByRole('status', { name: 'Result' });
}

describe('a message of a payment to us', () => {
  it('is green where no warning applies', async () => {
    const result = await check({});
    expect(within(result).getByRole('heading', { name: 'Paid to us' })).toBeVisible();
    expect(result).toHaveClass('bg-success-soft');
    expect(within(result).queryByRole('list')).toBeNull();
  });

  it('is not green when it is shown again at once, which the server takes for a bad line', async () => {
    await check({});
    await fill(/^Reference of the Message/, 'MP2601310906');
    await press('Check');
    expect(
      await screen.findByRole('heading', { name: /^You checked this message at \d+:\d\d [AP]M$/ }),
    ).toBeVisible();
    const result = screen.getByRole('status', { name: 'Result' });
    expect(result).toHaveClass('bg-warning-soft');
    expect(result).toHaveTextContent('Shown at this till by you, just now');
  });

  it.each([
    [
      { ...shown, isEarlier: true, isOtherAccount: true },
      'Shown at a till before, Jan 31, 2026, 12:10 PMPaid into another account of the companyPaid before this shift began',
    ],
    [
      { ...shown, checkedBy: { tillName: 'Gate', cashierName: 'Okello Sam' } },
      'Shown at Gate by Okello Sam on Jan 31, 2026, 12:10 PM',
    ],
  ])('is red if somebody else, or another shift, saw it: %o', async (found, text) => {
    const result = await check(found);
    expect(within(result).getByRole('heading')).toHaveTextContent('Already shown at a till');
    expect(result).toHaveClass('bg-danger-soft');
    expect(result).toHaveTextContent(text);
    expect(result).toHaveTextContent(forOneSale);
  });

  it('that the network has taken back is being checked, before all else that is said of it', async () => {
    const result = await check({
      ...shown,
      isOfTill: true,
      check: { kind: 'contradicted', state: 'open' },
    });
    expect(within(result).getByRole('heading')).toHaveTextContent('Being checked');
    expect(result).toHaveClass('bg-warning-soft');
    expect(within(result).getAllByRole('listitem')[0]).toHaveTextContent(
      'MTN says now that it was not paid',
    );
    expect(result).toHaveTextContent(
      'Hand nothing out yet. The provider decides whether it stays booked.',
    );
    expect(result).not.toHaveTextContent('The money came to us');
  });

  it.each([
    [
      /You checked this message (at|on) /,
      { checkedAt: minutesAgo(3), checkedBy: { tillName: null, cashierName: null } },
      'Shown at this till by you, 3 minutes ago',
      forOneSale,
    ],
    ['Given back in part', { refunded: 2_000 }, 'UGX 2,000 of it was given back', makeSure],
    [
      'Its voucher was handed out',
      { isOfTill: true, soldProduct: 'Day pass' },
      'It paid for Day pass',
      'Hand out nothing more.',
    ],
    ['Already taken at a till', { isOfTill: true }, 'A till asked for it', forOneSale],
    [
      'Paid into another account',
      { isOtherAccount: true },
      'The account is of the company',
      makeSure,
    ],
    ['Paid before this shift', { isEarlier: true }, 'Jan 31, 2026, 12:06 PM', makeSure],
  ])('is amber otherwise: %s', async (title, found, text, advice) => {
    const result = await check(found);
    expect(within(result).getByRole('heading')).toHaveTextContent(title);
    expect(result).toHaveClass('bg-warning-soft');
    expect(result).toHaveTextContent(text);
    expect(result).toHaveTextContent(advice);
    expect(result).not.toHaveTextContent('Paid to us');
  });
});

describe('a message that says another amount', () => {
  const changed = 'You have received UGX 50,000 from 256772123456. Transaction ID: MP2601310906';
  const genuine = changed.replace('50,000', '5,000');
  const checkNow = async (message: string) => {
    await put(screen.getByLabelText(/^Reference of the Message/), message);
    await press('Check');
  };

  it('is red, says so before all else, and does not count as shown', async () => {
    await check({});
    await checkNow(changed);
    const title = await screen.findByRole('heading', { name: 'Not what the message says' });
    const result = screen.getByRole('status', { name: 'Result' });
    expect(title).toHaveClass('text-danger-text');
    expect(
      within(result)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'The message says UGX 50,000, but UGX 5,000 was paid',
      'Shown at this till by you, just now',
    ]);
    expect(result).toHaveTextContent('Hand nothing out.');
  });

  it('leaves the true one its first time', async () => {
    serve(tillCalls.check, ok({ answer: 'paid', payment: aCheckedPayment }));
    await renderPage('/till', { client: createQueryClient() });
    await press(/^Check SMS/);
    await checkNow(changed);
    await screen.findByRole('heading', { name: 'Not what the message says' });
    await checkNow(genuine);
    expect(await screen.findByRole('heading', { name: 'Paid to us' })).toBeVisible();
  });
});

it('a pasted message is read whole, sent with Enter, and its result is not below another payment', async () => {
  serve(tillCalls.feed, ok(aFeed([aTillPayment()])));
  serve(tillCalls.check, ok({ answer: 'paid', payment: aCheckedPayment }));
  await renderPage('/till', { client: createQueryClient() });
  await press(/^Check SMS/);
  expect(await screen.findByRole('region', { name: 'Last payment' })).toBeVisible();
  const field = screen.getByLabelText(/^Reference of the Message/);
  expect(field).toHaveAttribute('rows', '3');
  await user.click(field);
  await user.paste('You have received UGX 5,000 from 256772123456. Transaction ID: MP2601310906');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Paid to us' })).toBeVisible();
  expect(calls(tillCalls.check)).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Last payment' })).toBeNull();
  await press('Back');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Last payment' })).toBeVisible());
});

it('shows a message without a reference as it was typed, and says that none was recognized', async () => {
  serve(tillCalls.check, ok({ answer: 'not-found', payment: null }));
  await renderPage('/till', { client: createQueryClient() });
  await press(/^Check SMS/);
  const typed = 'You have sent UGX 5,000 to Jane. New balance 38092915943';
  await put(screen.getByLabelText(/^Reference of the Message/), typed);
  await press('Check');
  const result = await screen.findByRole('status', { name: 'Result' });
  expect(result).toHaveTextContent(typed);
  expect(result).toHaveTextContent('No transaction reference was recognized in this message.');
  await user.clear(screen.getByLabelText(/^Reference of the Message/));
  await put(screen.getByLabelText(/^Reference of the Message/), 'MP 2601 310906');
  await press('Check');
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Result' })).toHaveTextContent('MP2601310906'),
  );
  expect(screen.queryByText(/was recognized/)).toBeNull();
});
