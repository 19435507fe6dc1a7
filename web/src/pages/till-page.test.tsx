import { tillCalls } from '@sente/contract/till';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../api/keys.ts';
import { createQueryClient } from '../api/query-client.ts';
import { lost, ok, refused } from '../testing/answers.ts';
import { renderPage } from '../testing/page.tsx';
import { calls, serve } from '../testing/server.ts';
import { muteSpeakers, tones } from '../testing/speaker.ts';
import { keepMode } from '../lib/mode.ts';
import {
  aCheckedPayment,
  aFeed,
  anEndedShift,
  aSum,
  aTillPayment,
  aTillState,
  shiftId,
} from '../testing/tills.ts';
import { fill, press, put, user } from '../testing/user.ts';

const client = createQueryClient();
const again = () => act(() => client.refetchQueries({ queryKey: key('till', 'feed', shiftId) }));
const open = () => renderPage('/till', { client });
const unpaired = refused(403, 'This device is not paired with a till', { code: 'till_unpaired' });
const ended = refused(403, 'The shift has ended', { code: 'shift_ended' });

beforeEach(() => {
  client.clear();
  muteSpeakers();
  serve(tillCalls.state, ok(aTillState()));
  serve(tillCalls.feed, ok(aFeed([])));
});

describe('before a shift', () => {
  it('a device is paired with a code, and then asks for a PIN', async () => {
    serve(tillCalls.state, unpaired);
    serve(tillCalls.pair, ok(aTillState({ shift: null })));
    await open();
    await fill('Code', 'abc');
    await press('Pair Device');
    expect(await screen.findByText('Enter the eight characters of the code')).toBeVisible();
    await fill('Code', 'abcd-1234');
    await press('Pair Device');
    expect(await screen.findByRole('heading', { name: 'Front desk' })).toBeVisible();
    expect(calls(tillCalls.pair).map(({ body }) => body)).toEqual([{ code: 'abcd1234' }]);
    expect(screen.getByLabelText('Your PIN')).toBeVisible();
  });

  it.each([
    ['an unpaired device', unpaired],
    ['one that was never paired', ok(null)],
  ])('%s says what it is for and what comes next, with ways back', async (_, state) => {
    serve(tillCalls.state, state);
    await open();
    expect(
      await screen.findByText(/A till is a phone or tablet that cashiers share/),
    ).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    const back = screen.getByRole('link', { name: 'Back to Sente' });
    expect(back).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'sign in' })).toHaveAttribute('href', '/login');
  });

  it('a paired device leads nowhere else', async () => {
    serve(tillCalls.state, ok(aTillState({ shift: null })));
    await open();
    await screen.findByLabelText('Your PIN');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('of test mode says so on every screen, whatever the mode of the tab is', async () => {
    serve(tillCalls.state, unpaired);
    serve(tillCalls.pair, ok(aTillState({ mode: 'test', shift: null })));
    serve(tillCalls.open, ok(aTillState({ mode: 'test' })));
    keepMode('test');
    await open();
    await fill('Code', 'TEST-abcd-1234');
    await press('Pair Device');
    expect(await screen.findByText('Test mode: no real money moves')).toBeVisible();
    await fill('Your PIN', '123456');
    await press('Open Shift');
    expect(await screen.findByRole('button', { name: 'End Shift' })).toBeVisible();
    expect(screen.getByText('Test mode: no real money moves')).toBeVisible();
    const sent = calls(tillCalls.pair);
    expect(sent.map(({ body }) => body)).toEqual([{ code: 'testabcd1234' }]);
    expect(sent.map(({ headers }) => headers.get('sente-mode'))).toEqual([null]);
  });

  it('a wrong PIN is said and forgotten, and too many lock the device', async () => {
    serve(tillCalls.state, ok(aTillState({ shift: null })));
    serve(tillCalls.open, refused(403, 'This PIN is not right', { code: 'pin_wrong' }));
    await open();
    await fill('Your PIN', '12a3456');
    await press('Open Shift');
    expect(await screen.findByText('This PIN is not right')).toBeVisible();
    expect(screen.getByLabelText('Your PIN')).toHaveValue('');
    serve(tillCalls.open, refused(403, 'Locked', { code: 'till_locked' }));
    await fill('Your PIN', '123456');
    await press('Open Shift');
    expect(await screen.findByText('This device is locked')).toBeVisible();
    serve(tillCalls.open, ok(aTillState()));
    for (const digit of '4826157') await press(digit);
    await press('Try Again');
    expect(await screen.findByText('Nothing paid yet')).toBeVisible();
    expect(calls(tillCalls.open).at(-1)?.body).toEqual({ pin: '482615' });
  });
});

describe('what is paid now', () => {
  it('sounds once for what is new, and not for what was there', async () => {
    serve(tillCalls.feed, ok(aFeed([aTillPayment()])));
    await open();
    const list = await screen.findByRole('list', { name: 'Payments of this shift' });
    expect(within(list).getByRole('listitem')).toHaveTextContent(/5,000…456 · MTN12:06:07/);
    await press('Turn the sound on');
    expect(tones).toHaveBeenCalledTimes(2);
    const second = aTillPayment({
      id: '01900036-0000-7000-8000-000000000000',
      amount: 7_500,
      productName: 'Day pass',
    });
    serve(tillCalls.feed, ok(aFeed([second, aTillPayment()], '2')));
    await again();
    const last = screen.getByRole('region', { name: 'Last payment' });
    await waitFor(() =>
      expect(last).toHaveTextContent(/Last payment.*7,500Just paid …456 · MTN · Day pass/),
    );
    expect(tones).toHaveBeenCalledTimes(4);
    serve(tillCalls.feed, ok(aFeed(null, '2')));
    await again();
    expect(calls(tillCalls.feed).at(-1)?.query).toMatchObject({ version: '2' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(tones).toHaveBeenCalledTimes(4);
  });

  it('says since when it is not current, and goes on without a second sound', async () => {
    serve(tillCalls.feed, ok(aFeed([aTillPayment()])));
    await open();
    await press('Turn the sound on');
    tones.mockClear();
    serve(tillCalls.feed, lost);
    await again();
    expect(await screen.findByText('Not current since 12:06:10 PM')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Payments of this shift' })).toBeVisible();
    serve(tillCalls.feed, ok(aFeed([aTillPayment()])));
    await again();
    await waitFor(() => expect(screen.queryByText(/Not current/)).toBeNull());
    expect(tones).not.toHaveBeenCalled();
  });

  it('shows failed, reversed and waiting ones as what they are', async () => {
    const states = ['failed', 'reversed', 'waiting'] as const;
    const payments = states.map((state, index) =>
      aTillPayment({ id: `0190003${index}-0000-7000-8000-000000000000`, state, reason: null }),
    );
    serve(tillCalls.feed, ok(aFeed(payments)));
    await open();
    for (const text of ['Not paid', 'Reversed', 'Waiting for the phone']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.queryByRole('region', { name: 'Last payment' })).toBeNull();
  });
});

it('says that a request is being checked, and what to do meanwhile', async () => {
  const check = { kind: 'unanswered', state: 'open' } as const;
  serve(tillCalls.feed, ok(aFeed([aTillPayment({ state: 'waiting', reason: null, check })])));
  await open();
  expect(await screen.findByText('Being checked')).toBeVisible();
  expect(
    screen.getByText(/Hand nothing out yet\. Do not ask again: the person may pay twice/),
  ).toBeVisible();
  expect(screen.queryByText('Waiting for the phone')).toBeNull();
});

it('does not warn of paying twice for what was paid and taken back by the network', async () => {
  const check = { kind: 'contradicted', state: 'open' } as const;
  serve(tillCalls.feed, ok(aFeed([aTillPayment({ check })])));
  await open();
  expect(
    await screen.findByText(
      'MTN says now that it was not paid. Hand nothing out yet. The provider decides whether it stays booked.',
    ),
  ).toBeVisible();
  expect(screen.queryByText(/twice/)).toBeNull();
});

describe('a shown message', () => {
  const check = async () => {
    await open();
    await press(/^Check SMS/);
    await fill(/^Reference of the Message/, 'MP2601310906');
    await press('Check');
    return screen.findByRole('status', { name: 'Result' });
  };

  it.each([
    ['Paid to us', { answer: 'paid', payment: aCheckedPayment }, /UGX 5,000…456 · MTN/],
    ['Paid to somebody else', { answer: 'somebody-else', payment: null }, /did not come to us/],
    [
      'Not found',
      { answer: 'not-found', payment: null },
      /Hand nothing out\. Read the reference again/,
    ],
    [
      'Already shown at a till',
      {
        answer: 'paid',
        payment: {
          ...aCheckedPayment,
          checkedAt: '2026-01-31T09:00:00.000Z',
          checkedBy: { tillName: 'Gate 2', cashierName: 'Ruth' },
        },
      },
      /Shown at Gate 2 by Ruth .*Hand nothing out, unless this is the same sale/,
    ],
    ['Reversed', { answer: 'reversed', payment: aCheckedPayment }, /the money went back/],
  ])('is %s', async (title, found, text) => {
    serve(tillCalls.check, ok(found));
    const result = await check();
    expect(within(result).getByRole('heading', { name: title })).toBeVisible();
    expect(result).toHaveTextContent(text);
  });

  it('is pasted whole, and its reference is what is checked', async () => {
    serve(tillCalls.check, ok({ answer: 'paid', payment: aCheckedPayment }));
    await open();
    await press(/^Check SMS/);
    const field = await screen.findByLabelText(/^Reference of the Message/);
    await user.click(field);
    await user.paste(
      'PAID.TID 89123456789. UGX 5,000 to GULU BUILDERS. Bal UGX 4,500.\n19-Nov-2026',
    );
    expect(field).toHaveDisplayValue(/^PAID.TID 89123456789\. .*GULU BUILDERS/);
    await user.clear(field);
    // As a keyboard of a phone puts it in.
    await put(field, 'You have paid UGX 5,000 to GULU BUILDERS. Transaction ID: 26111900345.');
    await press('Check');
    expect(await screen.findByRole('status', { name: 'Result' })).toHaveTextContent(/26111900345$/);
    // The server compares what else it says.
    const [{ body } = {}] = calls(tillCalls.check);
    expect(body?.['reference']).toMatch(/^You have paid UGX 5,000 to .* 26111900345\.$/);
  });

  it.each([
    [
      'the amount',
      'UGX 5,000 from 256772123456',
      25_000,
      'The message says UGX 5,000, but UGX 25,000 was paid',
    ],
    [
      'the sender',
      'UGX 5,000 from 256772123999',
      5_000,
      'The message says that …999 paid, but …456 did',
    ],
  ])('with another number than the payment is in doubt: %s', async (_of, text, amount, doubt) => {
    serve(tillCalls.check, ok({ answer: 'paid', payment: { ...aCheckedPayment, amount } }));
    await open();
    await press(/^Check SMS/);
    await user.click(await screen.findByLabelText(/^Reference of the Message/));
    await user.paste(`You have received ${text}. Transaction ID: 26111900345`);
    await press('Check');
    const result = await screen.findByRole('status', { name: 'Result' });
    expect(
      within(result).getByRole('heading', { name: 'Not what the message says' }),
    ).toBeVisible();
    expect(result).toHaveClass('bg-danger-soft');
    expect(within(result).getAllByRole('listitem')[0]).toHaveTextContent(doubt);
    expect(result).toHaveTextContent(/Hand nothing out\./);
  });

  it('keeps what was typed while nothing is found, and takes no text without a reference', async () => {
    serve(tillCalls.check, ok({ answer: 'not-found', payment: null }));
    await check();
    const field = screen.getByLabelText(/^Reference of the Message/);
    expect(field).toHaveValue('MP2601310906');
    await fill(/^Reference of the Message/, 'hello friend');
    await press('Check');
    expect(await screen.findByText(/^No reference was found in this message/)).toBeVisible();
    expect(calls(tillCalls.check)).toHaveLength(1);
  });
});

describe('the end of a shift', () => {
  it('shows the sum by kind and network, and then waits for a PIN', async () => {
    const other = { kind: 'other', count: 1, amount: 700 } as const;
    const sum = aSum({ count: 3, amount: 6_700, byKind: [...aSum().byKind, other] });
    serve(tillCalls.end, ok(anEndedShift({ sum })));
    await open();
    await press('End Shift');
    const dialog = await screen.findByRole('alertdialog', { name: 'End the shift?' });
    await press('End Shift', dialog);
    expect(await screen.findByRole('heading', { name: 'Shift of Akello Ruth' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Sum' })).toHaveTextContent(
      /UGX 6,0002 payments, before fees.*Asked for here.*Products sold here.*Other payments into the account.*700.*Altogether.*6,700.*By network.*MTN/,
    );
    serve(tillCalls.state, ok(aTillState({ shift: null })));
    await press('Done');
    expect(await screen.findByLabelText('Your PIN')).toBeVisible();
  });

  it('names what still waits before and after, and shows apart what was refunded', async () => {
    const waiting = aTillPayment({ kind: 'asked', state: 'waiting', amount: 9_000 });
    const part = { ...aTillPayment({ refunded: 2_000 }), id: shiftId };
    serve(tillCalls.feed, ok(aFeed([waiting, part])));
    const sum = aSum({ refunded: { count: 1, amount: 2_000 } });
    serve(tillCalls.end, ok(anEndedShift({ waiting: [waiting], sum, payments: [part] })));
    await open();
    expect(await screen.findByText('UGX 2,000 of it was refunded')).toBeVisible();
    await press('End Shift');
    const dialog = await screen.findByRole('alertdialog', { name: 'End the shift?' });
    const text =
      'This request waits for the phone: UGX 9,000 (…456 · MTN). What is paid later counts for this shift.';
    expect(dialog).toHaveTextContent(text);
    await press('End Shift', dialog);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Sum' })).toHaveTextContent(
      /Refunded in part, not in the sum.*2,000/,
    );
  });

  it('names apart what is being checked, and marks what is counted and was taken back', async () => {
    const check = { kind: 'late_success', state: 'open' } as const;
    const failed = aTillPayment({ kind: 'asked', state: 'failed', amount: 9_000, check });
    const back = { ...aTillPayment({ check: { ...check, kind: 'contradicted' } }), id: shiftId };
    serve(tillCalls.feed, ok(aFeed([failed, back])));
    serve(tillCalls.end, ok(anEndedShift({ waiting: [], checking: [failed], payments: [back] })));
    await open();
    await press('End Shift');
    const dialog = await screen.findByRole('alertdialog', { name: 'End the shift?' });
    const text =
      'This request is being checked: UGX 9,000 (…456 · MTN). It may have been paid. The provider decides, and what was paid then counts for this shift.';
    expect(dialog).toHaveTextContent(text);
    await press('End Shift', dialog);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText(/waits? for the phone/)).toBeNull();
    expect(screen.getByText('Being checked: MTN says now that it was not paid')).toBeVisible();
  });

  it('by a manager still gives the cashier the sum, and of an unpaired device nothing', async () => {
    serve(tillCalls.end, ok(anEndedShift()));
    await open();
    await screen.findByText('Nothing paid yet');
    serve(tillCalls.feed, ended);
    await again();
    expect(await screen.findByRole('heading', { name: 'Shift of Akello Ruth' })).toBeVisible();
    expect(calls(tillCalls.end)).toHaveLength(1);
    serve(tillCalls.state, unpaired);
    await press('Done');
    expect(await screen.findByRole('heading', { name: 'Pair this device' })).toBeVisible();
  });
});
