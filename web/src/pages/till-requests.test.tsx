import { tillCalls } from '@sente/contract/till';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { key } from '../api/keys.ts';
import { createQueryClient } from '../api/query-client.ts';
import { lost, ok } from '../testing/answers.ts';
import { renderPage } from '../testing/page.tsx';
import { calls, serve } from '../testing/server.ts';
import { aFeed, aTillPayment, aTillState, shiftId } from '../testing/tills.ts';
import { fill, press, user } from '../testing/user.ts';

const client = createQueryClient();
const again = () => act(() => client.refetchQueries({ queryKey: key('till', 'feed', shiftId) }));
const open = () => renderPage('/till', { client });

beforeEach(() => {
  client.clear();
  serve(tillCalls.state, ok(aTillState()));
  serve(tillCalls.feed, ok(aFeed([])));
});

it('asks once on a line that loses the answer, and shows what became of it', async () => {
  const asked = aTillPayment({ kind: 'asked', state: 'waiting' });
  let sent = 0;
  serve(tillCalls.ask, () => (++sent === 1 ? lost : ok({ ...asked, voucherCode: null })));
  await open();
  await press('Continue');
  expect(await screen.findByText('Enter an amount, or choose a product')).toBeVisible();
  for (const name of ['5', '000', '0', 'Delete the last digit']) await press(name);
  expect(screen.getByLabelText('Amount')).toHaveValue('5,000');
  await press('Continue');
  const phone = await screen.findByLabelText('Phone Number');
  expect(phone).toHaveFocus();
  await press('9');
  await press('Clear');
  // By a real keyboard: the pad leaves the focus where it is.
  await user.keyboard('0772123456');
  expect(phone).toHaveValue('0772123456');
  await press('Ask for Payment');
  const request = await screen.findByRole('region', { name: 'Your request' }, { timeout: 4_000 });
  expect(request).toHaveTextContent('Waiting for the phone');
  // Nothing is sold.
  expect(request).toHaveTextContent('it stays in the list.');
  expect(request).not.toHaveTextContent('voucher');
  const keys = calls(tillCalls.ask).map(({ body }) => body['idempotencyKey']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  serve(tillCalls.feed, ok(aFeed([{ ...asked, state: 'paid' }], '2')));
  await again();
  await waitFor(() => expect(within(request).getByRole('status')).toHaveTextContent('Paid'));
  await press('Next');
  expect(await screen.findByLabelText('Amount')).toHaveValue('');
});

it('shows the voucher of a sale', async () => {
  const sold = aTillPayment({ kind: 'sold', productName: 'Day pass', amount: 1_000 });
  serve(tillCalls.ask, ok({ ...sold, state: 'waiting', voucherCode: null }));
  serve(tillCalls.request, ok({ ...sold, voucherCode: 'WIFI-9ZK2' }));
  await open();
  await press(/^Day pass.*1,000.*12 left$/);
  await fill('Phone Number', '0772 123 456');
  await press('Sell');
  const request = await screen.findByRole('region', { name: 'Your request' });
  expect(request).toHaveTextContent('its voucher comes there when it is paid');
  serve(tillCalls.feed, ok(aFeed([sold], '2')));
  await again();
  expect((await screen.findAllByText('WIFI-9ZK2'))[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print Voucher' })).toBeVisible();
  expect(calls(tillCalls.ask)[0]?.body).toMatchObject({
    productId: aTillState().shift?.products[0]?.id,
    phoneNumber: '+256772123456',
  });
});

it('sells at the price on the screen, and shows the new one when it has changed', async () => {
  const fields = { price: 'The price has changed: it is UGX 1,500 now' };
  serve(tillCalls.ask, { status: 400, body: { code: 'validation', fields } });
  await open();
  await press(/^Day pass/);
  await fill('Phone Number', '0772 123 456');
  await press('Sell');
  expect(await screen.findByText(fields.price)).toBeVisible();
  expect(calls(tillCalls.ask)[0]?.body).toMatchObject({ price: 1_000 });
  const till = aTillState();
  const products = till.shift?.products.map((each) => ({ ...each, price: 1_500 })) ?? [];
  serve(tillCalls.state, ok({ ...till, shift: till.shift && { ...till.shift, products } }));
  await press('Back');
  expect(await screen.findByRole('button', { name: /^Day pass.*1,500/ })).toBeVisible();
});

it('shows the voucher of an earlier sale again, and says when none was left', async () => {
  const sold = aTillPayment({ kind: 'sold', productName: 'Day pass', amount: 1_000 });
  const bare = { ...sold, id: '99999999-9999-7999-8999-999999999999', productName: 'Week pass' };
  serve(tillCalls.feed, ok(aFeed([sold, bare])));
  serve(tillCalls.request, ok({ ...sold, voucherCode: 'WIFI-9ZK2' }));
  await open();
  await press(/^Voucher of Day pass/);
  expect((await screen.findAllByText('WIFI-9ZK2'))[0]).toBeVisible();
  serve(tillCalls.request, ok({ ...bare, voucherCode: null }));
  await press(/^Voucher of Week pass/);
  expect(await screen.findByText(/no voucher was left/)).toBeVisible();
});

it('asks a phone once though the answer is lost and the cashier begins anew', async () => {
  const asked = aTillPayment({ kind: 'asked', state: 'waiting' });
  serve(tillCalls.ask, lost);
  await open();
  const ask = async () => {
    await press('Continue');
    await fill('Phone Number', '0772 123 456');
    await press('Ask for Payment');
  };
  await press('5');
  await ask();
  await screen.findByText(/nothing is done twice/, {}, { timeout: 15_000 });
  await press('Back');
  serve(tillCalls.ask, ok({ ...asked, voucherCode: null }));
  await ask();
  await screen.findByRole('region', { name: 'Your request' });
  await press('Next');
  await press('5');
  await ask();
  await screen.findByRole('region', { name: 'Your request' });
  const keys = calls(tillCalls.ask).map(({ body }) => body['idempotencyKey']);
  expect(new Set(keys).size).toBe(2);
  expect(new Set(keys.slice(0, -1)).size).toBe(1);
}, 30_000);

it('shows what is sold out, which cannot be chosen', async () => {
  const { shift } = aTillState();
  if (!shift) throw new Error('no shift');
  const products = shift.products.map((each) => ({ ...each, isSoldOut: true, stock: 0 }));
  serve(tillCalls.state, ok(aTillState({ shift: { ...shift, products } })));
  await open();
  expect(await screen.findByRole('button', { name: /Day pass.*Sold out/ })).toBeDisabled();
});
