import { ownWebhooks } from '@sente/contract/own-webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../testing/answers.ts';
import { anOwnWebhook } from '../../testing/developers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPage } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { aDelivery } from '../../testing/staff-records.ts';
import { press, put, user } from '../../testing/user.ts';

const page = '/client/developers/webhooks';
const shop = anOwnWebhook();
const delivery = { ...aDelivery, webhookId: shop.id };

beforeEach(() => {
  serve(ownWebhooks.list, ok([shop]));
  serve(ownWebhooks.deliveries, ok([delivery], { nextAfter: null }));
});

const openDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const open = async () => {
  await renderPage(page);
  await screen.findByRole('row', { name: /shop\.example\.com/ });
};

describe('the deliveries', () => {
  it('open with payload and attempts, and are sent again', async () => {
    serve(ownWebhooks.sendAgain, ok({ ...delivery, state: 'waiting' }));
    await open();
    await press(/^Payment succeeded/);
    const sheet = await openDialog('Payment succeeded');
    expect(sheet.getByText('Attempt 1')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Send Again' }));
    await expectToast('The event is on its way again');
    expect(calls(ownWebhooks.sendAgain).at(-1)?.params).toEqual({ deliveryId: delivery.id });
  });

  it('that did not arrive show the last answer, and to the second when they are tried next', async () => {
    const [answered, unanswered] = delivery.attempts;
    const nextAttemptAt = '2026-01-05T12:07:42.000Z';
    const waiting = { ...delivery, state: 'waiting' as const, nextAttemptAt };
    serve(
      ownWebhooks.deliveries,
      ok(
        [
          { ...waiting, id: '1', transactionId: 'FIRST', attempts: [answered!] },
          { ...waiting, id: '2', transactionId: 'SECOND', attempts: [answered!, unanswered!] },
          { ...waiting, id: '3', transactionId: 'THIRD', attempts: [] },
          delivery,
        ],
        { nextAfter: null },
      ),
    );
    await open();
    const row = async (name: RegExp) => screen.findByRole('row', { name });
    expect(await row(/FIRST/)).toHaveTextContent(/Waiting: 500, next at 3:07:42\sPM/);
    expect(await row(/SECOND/)).toHaveTextContent(/Waiting: no answer, next at 3:07:42\sPM/);
    expect(await row(/THIRD/)).toHaveTextContent(/Waiting: not sent yet, next at/);
    const gaveUp = await row(new RegExp(delivery.transactionId));
    expect(gaveUp).toHaveTextContent(/Gave up: no answer/);
    expect(gaveUp).not.toHaveTextContent('next at');
    await press(/of FIRST/);
    const sheet = await openDialog('Payment succeeded');
    expect(sheet.getByText(/January 05, 2026 at 3:07:42\sPM/)).toBeVisible();
  });

  it('open with the attempts above the payload, and with ids that lead to their pages', async () => {
    const bulk = { ...delivery, id: '2', type: 'bulk_payout.finished', transactionId: 'BULK' };
    serve(ownWebhooks.deliveries, ok([delivery, bulk], { nextAfter: null }));
    await open();
    await press(/^Payment succeeded/);
    const sheet = await openDialog('Payment succeeded');
    const order = sheet.getByText('Attempt 1').compareDocumentPosition(sheet.getByText('Payload'));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const linked = (of: typeof sheet, name: string) =>
      of.getByRole('link', { name }).getAttribute('href');
    expect(linked(sheet, delivery.transactionId)).toBe(`/client/transactions/${delivery.recordId}`);
    expect(linked(sheet, delivery.eventId)).toBe(
      `/client/developers/events?search=${delivery.eventId}&event=${delivery.eventId}`,
    );
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await press(/of BULK/);
    expect(linked(await openDialog('Bulk payout finished'), 'BULK')).toBe(
      `/client/bulk-payouts/${delivery.recordId}`,
    );
  });

  it('say what they are about, whatever it is', async () => {
    const about = (id: string, type: string, data: object) => ({
      ...delivery,
      id,
      type,
      payload: { type, sequence: Number(id), data },
    });
    const rows = [
      about('1', 'payment.succeeded', {
        phoneNumber: '256772111222',
        amount: 5000,
        direction: 'payout',
        reference: 'SHOE-1',
      }),
      about('2', 'bulk_payout.finished', { name: 'Salaries', amount: 90_000, lineCount: 3 }),
      about('3', 'settlement.paid', {
        amount: 70_000,
        bank: 'Stanbic',
        bankAccountNumber: '•••4321',
        reference: 'ST-9',
      }),
      about('4', 'later.thing', {}),
    ];
    serve(ownWebhooks.deliveries, ok(rows, { nextAfter: null }));
    await open();
    const row = async (name: RegExp) => screen.findByRole('row', { name });
    expect(await row(/Number 1/)).toHaveTextContent(/\+256 772 111222 · UGX 5,000 out.*SHOE-1/);
    expect(await row(/Number 2/)).toHaveTextContent(/Salaries.*UGX 90,000 · 3 lines/);
    expect(await row(/Number 3/)).toHaveTextContent(/UGX 70,000 · Stanbic · •••4321.*ST-9/);
    expect(await row(/Number 4/)).toHaveTextContent(/later\.thing.*No payment/);
  });

  it('are searched', async () => {
    await open();
    await put(screen.getByLabelText('Search deliveries'), 'SHOE-1');
    await waitFor(() =>
      expect(calls(ownWebhooks.deliveries).at(-1)?.query).toEqual({ search: 'SHOE-1' }),
    );
  });

  it('are filtered by webhook and state', async () => {
    await open();
    await user.selectOptions(screen.getByLabelText('Webhook'), 'Web shop');
    await user.selectOptions(screen.getByLabelText('State'), 'Gave up');
    await waitFor(() =>
      expect(calls(ownWebhooks.deliveries).at(-1)?.query).toEqual({
        webhook: shop.id,
        state: 'gave_up',
      }),
    );
  });

  it('that were kept while it was switched off are offered from that day on', async () => {
    const lastOffAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    serve(ownWebhooks.list, ok([anOwnWebhook({ lastOffAt })]));
    serve(ownWebhooks.sendManyAgain, ok({ count: 24, hasMore: false, nextAfter: null }));
    await open();
    await press('Send Many Again');
    const dialog = await openDialog('Send Many Again');
    expect(dialog.getByText(/^Given up after several attempts, or kept/)).toBeVisible();
    await user.selectOptions(
      dialog.getByLabelText(/^Which Events/),
      'Only those kept while switched off',
    );
    expect(dialog.getByText(/^They came while the webhook was switched off/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send Again' }));
    await expectToast('24 events are on the way again');
    const body = calls(ownWebhooks.sendManyAgain).at(-1)?.body;
    expect(body).toMatchObject({ which: 'kept' });
    const { from } = body as { readonly from: string };
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.parse(lastOffAt));
  });

  it('begin with a webhook that is on, and say why none was sent', async () => {
    const off = anOwnWebhook({ isActive: false, description: 'Old shop' });
    const url = 'https://new.example.com/hooks';
    const on = anOwnWebhook({ id: shop.id.replace(/.$/, '9'), description: 'New shop', url });
    serve(ownWebhooks.list, ok([off, on]));
    serve(ownWebhooks.sendManyAgain, ok({ count: 0, hasMore: false, nextAfter: null }));
    await open();
    await press('Send Many Again');
    const dialog = await openDialog('Send Many Again');
    expect(dialog.getByRole('combobox', { name: /^Webhook/ })).toHaveDisplayValue('New shop');
    await user.click(dialog.getByRole('button', { name: 'Send Again' }));
    await expectToast(
      'None was given up or kept in these days. Those that wait are tried by themselves.',
    );
  });

  it('of some days are sent again together', async () => {
    serve(ownWebhooks.sendManyAgain, ok({ count: 1000, hasMore: true, nextAfter: shop.id }));
    await open();
    await press('Send Many Again');
    const dialog = await openDialog('Send Many Again');
    const [first, last] = [dialog.getByLabelText(/^First Day/), dialog.getByLabelText(/^Last Day/)];
    await user.clear(first);
    await put(first, '2026-01-31');
    await user.clear(last);
    await put(last, '2026-01-30');
    await user.click(dialog.getByRole('button', { name: 'Send Again' }));
    expect(await dialog.findByText('Must not be before the first day')).toBeVisible();
    await user.clear(last);
    await put(last, '2026-01-31');
    await user.click(dialog.getByRole('button', { name: 'Send Again' }));
    await expectToast('1,000 events are on the way again. There are more');
    const range = {
      which: 'failed',
      from: '2026-01-30T21:00:00.000Z',
      to: '2026-01-31T21:00:00.000Z',
    };
    expect(calls(ownWebhooks.sendManyAgain).at(-1)?.body).toEqual(range);
    expect(await dialog.findByText(/There are more events of these days/)).toBeVisible();
    serve(ownWebhooks.sendManyAgain, ok({ count: 12, hasMore: false, nextAfter: null }));
    await user.click(dialog.getByRole('button', { name: 'Send Again' }));
    await expectToast('12 events are on the way again');
    expect(calls(ownWebhooks.sendManyAgain).at(-1)?.body).toEqual({ ...range, after: shop.id });
  });
});
