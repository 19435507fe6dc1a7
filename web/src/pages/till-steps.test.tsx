import { tillCalls } from '@sente/contract/till';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../api/keys.ts';
import { createQueryClient } from '../api/query-client.ts';
import { held, ok, refused } from '../testing/answers.ts';
import { back, renderPage } from '../testing/page.tsx';
import { calls, serve } from '../testing/server.ts';
import { muteSpeakers, tones } from '../testing/speaker.ts';
import { aFeed, anEndedShift, aTillPayment, aTillState, shiftId } from '../testing/tills.ts';
import { fill, press, user } from '../testing/user.ts';

const client = createQueryClient();
const again = () => act(() => client.refetchQueries({ queryKey: key('till', 'feed', shiftId) }));
const open = () => renderPage('/till', { client });
const asked = aTillPayment({ kind: 'asked', state: 'waiting', amount: 3_500, lastDigits: '002' });
const failed = { ...asked, state: 'failed', reason: 'Refused on the phone' } as const;
const second = { ...asked, id: '01900039-0000-7000-8000-000000000000' };
const request = () => screen.findByRole('region', { name: 'Your request' });
const askedBodies = () => calls(tillCalls.ask).map(({ body }) => body);

beforeEach(() => {
  client.clear();
  serve(tillCalls.state, ok(aTillState()));
  serve(tillCalls.feed, ok(aFeed([])));
  serve(tillCalls.ask, ok({ ...asked, voucherCode: null }));
});

async function ask(): Promise<void> {
  await fill('Amount', '3500');
  await press('Continue');
  await fill('Phone Number', '0770 000 002');
  await press('Ask for Payment');
  await request();
}

describe('a request that was not paid', () => {
  it('is asked once more for the same, once however often it is pressed', async () => {
    await open();
    await ask();
    serve(tillCalls.feed, ok(aFeed([failed], '2')));
    await again();
    const { answer, release } = held();
    serve(tillCalls.ask, answer);
    await user.dblClick(await screen.findByRole('button', { name: 'Ask Again' }));
    release(ok({ ...second, voucherCode: null }));
    await waitFor(async () => expect(await request()).toHaveTextContent('Waiting for the phone'));
    const [first, ...more] = askedBodies();
    expect(more).toHaveLength(1);
    expect(more[0]).toMatchObject({ amount: 3_500, phoneNumber: first?.['phoneNumber'] });
    expect(more[0]?.['idempotencyKey']).not.toBe(first?.['idempotencyKey']);
    await press('Next');
    expect(await screen.findByLabelText('Amount')).toHaveValue('');
  });

  it('says why it cannot be asked again, and Next is for the next customer', async () => {
    await open();
    await ask();
    serve(tillCalls.feed, ok(aFeed([failed], '2')));
    await again();
    const fields = { phoneNumber: 'This number was asked too often' };
    serve(tillCalls.ask, refused(400, 'Not valid', { code: 'validation_failed', fields }));
    await press('Ask Again');
    expect(await screen.findByText(fields.phoneNumber)).toBeVisible();
    await press('Next');
    expect(await screen.findByLabelText('Amount')).toHaveValue('');
  });

  it('keeps the amount where the number is not known any more', async () => {
    serve(tillCalls.feed, ok(aFeed([asked])));
    await open();
    await press(/^Show the request of UGX 3,500/);
    serve(tillCalls.feed, ok(aFeed([failed], '2')));
    await again();
    await press('Ask Again');
    expect(await screen.findByLabelText('Phone Number')).toHaveValue('');
    expect(screen.getByRole('form', { name: 'Ask for a payment' })).toHaveTextContent('3,500');
    expect(askedBodies()).toEqual([]);
  });
});

describe('Back of the browser', () => {
  it('leads from the number to the amount, with both as they were typed', async () => {
    await open();
    await fill('Amount', '3500');
    await press('Continue');
    await fill('Phone Number', '0770 000');
    await back();
    expect(await screen.findByLabelText('Amount')).toHaveValue('3,500');
    await press('Continue');
    expect(await screen.findByLabelText('Phone Number')).toHaveValue('0770 000');
    await press('Back');
    await user.clear(await screen.findByLabelText('Amount'));
    await fill('Amount', '900');
    await press('Continue');
    expect(await screen.findByLabelText('Phone Number')).toHaveValue('');
  });

  it('from a product leads to the products, and another one has another number', async () => {
    await open();
    await press(/^Day pass/);
    await fill('Phone Number', '0770 000 002');
    await back();
    await fill('Amount', '900');
    await press('Continue');
    expect(await screen.findByLabelText('Phone Number')).toHaveValue('');
  });

  it('after a request leads to the next customer and asks nobody again', async () => {
    await open();
    await ask();
    await back();
    expect(await screen.findByLabelText('Amount')).toHaveValue('');
    expect(askedBodies()).toHaveLength(1);
  });

  it('from a message leads to what can be sold', async () => {
    await open();
    await press(/^Check SMS/);
    const field = await screen.findByLabelText(/^Reference of the Message/);
    expect(field).toHaveFocus();
    await back();
    expect(await screen.findByLabelText('Amount')).toBeVisible();
  });
});

it('lists what waits first, and leads back to it', async () => {
  serve(tillCalls.feed, ok(aFeed([aTillPayment({ id: second.id }), asked])));
  await open();
  const list = await screen.findByRole('list', { name: 'Payments of this shift' });
  expect(screen.getByRole('heading', { name: 'This shift' })).toBeVisible();
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(
    /3,500…002 · MTN.*Waiting for the phone/,
  );
  await press('Show the request of UGX 3,500, …002 · MTN');
  expect(await request()).toHaveTextContent('Waiting for the phone');
  await press('Next');
  expect(await screen.findByLabelText('Amount')).toBeVisible();
});

describe('the sound', () => {
  beforeEach(() => {
    muteSpeakers();
  });

  it('goes on with the first press after a reload, wherever that is', async () => {
    await open();
    expect(await screen.findByRole('button', { name: 'Turn the sound on' })).toBeVisible();
    await press('5');
    expect(await screen.findByRole('button', { name: 'Turn the sound off' })).toBeVisible();
    serve(tillCalls.feed, ok(aFeed([aTillPayment()], '2')));
    await again();
    await waitFor(() => expect(tones).toHaveBeenCalledTimes(2));
  });

  it('that was turned off stays off on this device', async () => {
    await open();
    await press('Turn the sound on');
    await press('Turn the sound off');
    cleanup();
    await open();
    await press('5');
    expect(await screen.findByRole('button', { name: 'Turn the sound on' })).toBeVisible();
  });
});

it('the sheet of a shift survives a reload until Done', async () => {
  serve(tillCalls.end, ok(anEndedShift()));
  await open();
  await press('End Shift');
  await press('End Shift', await screen.findByRole('alertdialog', { name: 'End the shift?' }));
  const title = { name: 'Shift of Akello Ruth' };
  await screen.findByRole('heading', title);
  cleanup();
  client.clear();
  serve(tillCalls.state, ok(aTillState({ shift: null })));
  await open();
  expect(await screen.findByRole('heading', title)).toBeVisible();
  await press('Done');
  await screen.findByLabelText('Your PIN');
  cleanup();
  await open();
  expect(await screen.findByLabelText('Your PIN')).toBeVisible();
});
