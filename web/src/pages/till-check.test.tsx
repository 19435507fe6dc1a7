import { tillCalls } from '@sente/contract/till';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { ok } from '../testing/answers.ts';
import { renderPage } from '../testing/page.tsx';
import { serve } from '../testing/server.ts';
import { aCheckedPayment, aFeed, aTillState } from '../testing/tills.ts';
import { fill, press } from '../testing/user.ts';

const shown = { ...aCheckedPayment, checkedAt: '2026-01-31T09:10:00.000Z' };

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
    expect(await screen.findByRole('heading', { name: 'Already shown at a till' })).toBeVisible();
    expect(screen.getByRole('status', { name: 'Result' })).toHaveClass('bg-warning-soft');
  });

  it.each([
    [
      'Already shown at a till',
      { ...shown, isEarlier: true, isOtherAccount: true },
      'Shown at a till before, Jan 31, 2026, 12:10 PMPaid into another account of the companyPaid before this shift began',
    ],
    ['Given back in part', { refunded: 2_000 }, 'UGX 2,000 of it was given back'],
    ['Its voucher was handed out', { isOfTill: true, soldProduct: 'Day pass' }, 'for Day pass,'],
    ['Already taken at a till', { isOfTill: true }, 'A till asked for it'],
    ['Paid into another account', { isOtherAccount: true }, 'Paid into another account of the'],
    ['Paid before this shift', { isEarlier: true }, 'Paid before this shift began, Jan 31, 2026'],
  ])('is never green otherwise: %s', async (title, found, text) => {
    const result = await check(found);
    expect(within(result).getByRole('heading')).toHaveTextContent(title);
    expect(result).toHaveClass('bg-warning-soft');
    expect(result).toHaveTextContent(text);
    expect(result).toHaveTextContent('Make sure that it is for this sale');
    expect(result).not.toHaveTextContent('Paid to us');
  });
});
