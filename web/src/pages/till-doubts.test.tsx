import { tillCalls } from '@sente/contract/till';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { key } from '../api/keys.ts';
import { createQueryClient } from '../api/query-client.ts';
import { ok, refused } from '../testing/answers.ts';
import { renderPage } from '../testing/page.tsx';
import { calls, serve } from '../testing/server.ts';
import { aFeed, aTillPayment, aTillState, shiftId } from '../testing/tills.ts';
import { fill, press } from '../testing/user.ts';

/* A customer who may have paid already is asked again only for something else. */

const client = createQueryClient();
const asked = aTillPayment({ kind: 'asked', state: 'waiting', amount: 3_500 });
const failed = { ...asked, state: 'failed', reason: 'Refused on the phone' } as const;
const danger = 'MTN says that +256 770 000002 has paid UGX 7,000 after all.';
const doubted = refused(409, danger, { code: 'being_checked' });
const accepted = ok({ ...asked, voucherCode: null });
const forSomethingElse = 'It Is for Something Else: Ask';
const confirmations = () => calls(tillCalls.ask).map(({ body }) => body['isRepeatConfirmed']);
const shown = () => screen.queryByText(new RegExp('has paid UGX 7,000 after all'));

async function ask(): Promise<void> {
  await renderPage('/till', { client });
  await fill('Amount', '3500');
  await press('Continue');
  await fill('Phone Number', '0770 000 002');
  await press('Ask for Payment');
}

beforeEach(() => {
  client.clear();
  serve(tillCalls.state, ok(aTillState()));
  serve(tillCalls.feed, ok(aFeed([])));
  serve(tillCalls.ask, doubted);
});

it('is asked once the cashier has read that', async () => {
  await ask();
  const warning = await screen.findByText(/Hand nothing out for it yet/);
  expect(warning).toHaveTextContent(danger);
  const button = screen.getByRole('button', { name: forSomethingElse });
  expect(warning.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(confirmations()).toEqual([undefined]);
  expect(screen.queryByRole('button', { name: 'Ask for Payment' })).toBeNull();
  serve(tillCalls.ask, accepted);
  await press(forSomethingElse);
  await screen.findByRole('region', { name: 'Your request' });
  expect(confirmations()).toEqual([undefined, true]);
});

it('is left alone by the first button', async () => {
  await ask();
  await press('Do Not Ask');
  expect(shown()).toBeNull();
  expect(confirmations()).toEqual([undefined]);
  // For the next customer: keys would go on behind the old amount.
  expect(screen.getByLabelText('Amount')).toHaveValue('');
  await press('7');
  await press('Continue');
  expect(screen.getByLabelText(/Phone Number/)).toHaveValue('');
});

it('is not another number that is typed then', async () => {
  await ask();
  await screen.findByRole('button', { name: forSomethingElse });
  await fill('Phone Number', '0770 000 003');
  expect(shown()).toBeNull();
  expect(screen.queryByRole('button', { name: forSomethingElse })).toBeNull();
  expect(screen.getByRole('button', { name: 'Ask for Payment' })).toBeEnabled();
  await press('Back');
  expect(confirmations()).toEqual([undefined]);
});

it('is not asked again for what failed without a word', async () => {
  serve(tillCalls.ask, accepted);
  await ask();
  await screen.findByRole('region', { name: 'Your request' });
  serve(tillCalls.feed, ok(aFeed([failed], '2')));
  await act(() => client.refetchQueries({ queryKey: key('till', 'feed', shiftId) }));
  serve(tillCalls.ask, doubted);
  await press('Ask Again');
  expect(await screen.findByText(/Hand nothing out for it yet/)).toHaveTextContent(danger);
  expect(screen.queryByRole('button', { name: 'Ask Again' })).toBeNull();
  serve(tillCalls.ask, accepted);
  await press(forSomethingElse);
  await waitFor(() => expect(confirmations()).toEqual([undefined, undefined, true]));
});
