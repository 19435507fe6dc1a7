import { accounts } from '@sente/contract/accounts';
import { internetProducts } from '@sente/contract/internet-products';
import { tills } from '@sente/contract/tills';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFailures, ok } from '../../testing/answers.ts';
import { expectToasts } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { beOnPhone } from '../../testing/phone.ts';
import { anAccount, anInternetProduct } from '../../testing/records.ts';
import { calls, serve } from '../../testing/server.ts';
import {
  aShift,
  aSum,
  aListedTill,
  aTillPayment,
  cashierId,
  shiftId,
  tillDetails,
  tillId,
} from '../../testing/tills.ts';
import { expectToStay, press, put, user } from '../../testing/user.ts';

const meta = { totalCount: 1, totalPages: 1, page: 1, pageSize: 10 };
const list = '/client/tills';
const details = `${list}/${tillId}`;
const account = anAccount({ accountName: 'Main till' });

beforeEach(() => {
  serve(tills.list, ok([aListedTill()]));
  serve(tills.get, ok(tillDetails()));
  serve(tills.shifts, ok([aShift()], meta));
  serve(tills.shift, ok(sheet));
  serve(accounts.ofCompany, ok([account]));
  serve(internetProducts.activeOfCompany, ok([product]));
});

describe('the list of tills', () => {
  it('shows what each is for and whether a shift is open, and is searched', async () => {
    const other = { name: 'Back door', isLocked: true, onShift: [], today: null };
    serve(tills.list, ok([aListedTill(), aListedTill({ id: shiftId, ...other })]));
    await renderPage(list);
    const row = await screen.findByRole('row', { name: /Front desk/ });
    expect(row).toHaveTextContent(/into Hub Takings.*Shift open.*UGX 21,000.*4 payments.*Akello/);
    expect(screen.getByRole('row', { name: /Back door/ })).toHaveTextContent(
      /Device locked-Nobody/,
    );
    await user.type(screen.getByLabelText('Search tills...'), 'back');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Front desk/ })).toBeNull());
  });

  it('is empty at first', async () => {
    serve(tills.list, ok([]));
    await renderPage(list);
    expect(await screen.findByText('No tills yet')).toBeVisible();
  });

  it.each(loadFailures('Failed to load tills'))('fails with %s', async (_, answer, text) => {
    serve(tills.list, answer);
    await renderPage(list);
    expect(await screen.findByText('Error Loading Tills')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });

  it('makes one, with what it sells', async () => {
    serve(tills.create, ok(tillDetails()));
    await renderPage(`${list}?action=create`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Till' }));
    await dialog.findByLabelText(/^Into Account/);
    await user.click(dialog.getByRole('button', { name: 'Create Till' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    await put(dialog.getByLabelText(/^Name/), 'Front desk');
    await user.click(dialog.getByLabelText(/UGX 1,000/));
    await user.click(dialog.getByRole('button', { name: 'Create Till' }));
    await expectToasts('Till created');
    expect(calls(tills.create).map(({ body }) => body)).toEqual([
      { name: 'Front desk', accountId: account.id, productIds: [product.recordId] },
    ]);
    expect(await screen.findByRole('heading', { name: 'Front desk' })).toBeVisible();
  });
});

const product = anInternetProduct({ amount: 1_000 });

const sheet = {
  ...aShift(),
  companyName: 'Gulu Builders',
  tillName: 'Front desk',
  payments: [aTillPayment({ amount: 5_000 })],
};

describe('the page of a till', () => {
  it('lists what was paid in the open shift, and leads to the page of the device', async () => {
    const later = aTillPayment({ id: cashierId, amount: 7_000, productName: 'Day pass' });
    serve(tills.shift, ok({ ...sheet, endedAt: null, payments: [...sheet.payments, later] }));
    await renderPage(details);
    const paid = await screen.findByRole('list', { name: 'Payments of the open shift' });
    const [newest, first] = within(paid).getAllByRole('listitem');
    expect(newest).toHaveTextContent(/…456 · MTN · Day pass.*7,000/);
    expect(first).toHaveTextContent(/Other payments into the account.*5,000/);
    expect(screen.getByText('2 payments so far, before fees')).toBeVisible();
    expect(screen.getByRole('link', { name: "The till's own page" })).toHaveAttribute(
      'href',
      '/till',
    );
  });

  it('shows devices, cashiers and shifts with their sums', async () => {
    const sum = aSum({
      count: 3,
      amount: 13_000,
      byKind: [...aSum().byKind, { kind: 'other', count: 1, amount: 7_000 }],
      reversed: { count: 1, amount: 900 },
    });
    serve(
      tills.shifts,
      ok([aShift({ sum }), aShift({ id: cashierId, endedAt: null, ending: null })], meta),
    );
    await renderPage(details);
    expect(await screen.findByText(/Shift since/)).toBeVisible();
    const [first, second] = (await screen.findAllByRole('row', { name: /Akello Ruth/ })) as [
      HTMLElement,
      HTMLElement,
    ];
    expect(first).toHaveTextContent(
      /by the cashier.*6,000.*2 payments.*Asked for here UGX 5,000 · Products sold here UGX 1,000Reversed/,
    );
    // Beside what the till took, and no part of it.
    const at = screen
      .getAllByRole('columnheader')
      .findIndex(({ textContent }) => textContent === 'Other Payments');
    expect(within(first).getAllByRole('cell')[at]).toHaveTextContent('UGX 7,000 1 payment');
    expect(within(second).getAllByRole('cell')[at]).toBeEmptyDOMElement();
    expect(first).toHaveTextContent('Reversed, not in the sum: UGX 900');
    expect(second).toHaveTextContent('Open');
  });

  it('has no empty line on the card of a shift that the till itself took nothing in', async () => {
    beOnPhone();
    const byKind = [{ kind: 'other' as const, count: 1, amount: 7_000 }];
    serve(tills.shifts, ok([aShift({ sum: aSum({ byKind }) })], meta));
    await renderPage(details);
    expect(await screen.findByText('Other Payments')).toBeVisible();
    const shifts = screen.getByRole('list', { name: 'Shifts of this till' });
    expect(within(shifts).queryByText('How It Was Taken')).not.toBeInTheDocument();
    expect(within(shifts).queryByText('-')).not.toBeInTheDocument();
  });

  it('pairs a device with a code that is shown once', async () => {
    const expiresAt = '2026-01-31T09:15:00.000Z';
    const url = 'https://pay.example.test/till#ABCD-1234';
    serve(tills.addDevice, ok({ deviceId: shiftId, code: 'ABCD-1234', url, expiresAt }));
    await renderPage(details);
    await press('Add Device');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Device' }));
    await put(dialog.getByLabelText(/^Name/), 'Counter tablet');
    await user.click(dialog.getByRole('button', { name: 'Get Code' }));
    expect(await screen.findByText('ABCD-1234')).toBeVisible();
    expect(screen.getByRole('img', { name: 'QR code that pairs the device' })).toBeVisible();
    await expectToStay('ABCD-1234');
    await press('Done');
    expect(calls(tills.addDevice)[0]?.body).toEqual({ name: 'Counter tablet' });
  });

  it('gives a cashier a PIN, and a new one after a question', async () => {
    serve(tills.addCashier, ok({ cashierId, name: 'Okot', pin: '123987' }));
    serve(tills.renewPin, ok({ cashierId, name: 'Akello Ruth', pin: '555000' }));
    await renderPage(details);
    await press('Add Cashier');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Cashier' }));
    await put(dialog.getByLabelText(/^Name/), 'Okot');
    await user.click(dialog.getByRole('button', { name: 'Get PIN' }));
    expect(await screen.findByText('123987')).toBeVisible();
    await press('Done');
    await press('New PIN for Akello Ruth');
    await press('Make New PIN');
    expect(await screen.findByText('555000')).toBeVisible();
  });

  it.each([
    ['Unpair Counter tablet', 'Unpair', tills.unpair, 'Device unpaired'],
    ['Remove Akello Ruth', 'Remove', tills.removeCashier, 'Cashier removed'],
    ['End Shift', 'End Shift', tills.endShift, 'Shift ended'],
    ['End Till', 'End Till', tills.end, 'Till ended'],
  ])('%s takes place after a question', async (button, confirm, endpoint, told) => {
    serve(endpoint, ok(tillDetails()));
    await renderPage(details);
    await press(button);
    await press(confirm, await screen.findByRole('alertdialog'));
    await expectToasts(told);
    expect(calls(endpoint)).toHaveLength(1);
  });

  it('unlocks a device', async () => {
    const [device] = tillDetails().devices;
    if (!device) throw new Error('no device');
    const locked = { ...device, isLocked: true, openShift: null };
    serve(tills.get, ok(tillDetails({ isLocked: true, devices: [locked] })));
    serve(tills.unlock, ok(tillDetails()));
    await renderPage(details);
    expect(await screen.findByText('Locked after wrong PINs')).toBeVisible();
    await press('Unlock');
    await expectToasts('Device unlocked');
  });
});

describe('the list of a shift', () => {
  const at = `${details}/shifts/${shiftId}`;
  it('is reached from the till, and has the sum and every payment', async () => {
    const own = aTillPayment({ id: cashierId, kind: 'asked', lastDigits: '789' });
    serve(tills.shift, ok({ ...sheet, payments: [...sheet.payments, own] }));
    await renderPage(details);
    const row = await screen.findByRole('row', { name: /Akello Ruth/ });
    await user.click(within(row).getByRole('link'));
    expect(await screen.findByRole('heading', { name: 'Shift of Akello Ruth' })).toBeVisible();
    const summary = screen.getByRole('heading', { name: 'Summary' }).closest('section');
    expect(summary).toHaveTextContent(
      /Cashier.*Akello Ruth.*Till.*Front desk.*Device.*Opened.*Ended/,
    );
    expect(screen.getByRole('region', { name: 'Sum' })).toHaveTextContent('6,000');
    const listOf = (name: string) =>
      within(screen.getByRole('list', { name })).getByRole('listitem');
    expect(screen.getByRole('heading', { name: 'Taken by the till' })).toBeVisible();
    expect(listOf('Taken by the till')).toHaveTextContent(/…789 · MTN/);
    expect(listOf('Other payments into the account')).toHaveTextContent(/…456 · MTN/);
    expect(screen.getByRole('button', { name: 'Print' })).toBeVisible();
  });

  it.each(loadFailures('Failed to load the shift'))('fails with %s', async (_, answer) => {
    serve(tills.shift, answer);
    await renderPage(at);
    expect(await screen.findByText(/Failed to load the shift|Shift not found/)).toBeVisible();
  });
});
