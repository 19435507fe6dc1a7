import { ownWebhooks } from '@sente/contract/own-webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFailures, ok, refused } from '../../testing/answers.ts';
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

describe('the webhooks', () => {
  it('show their events, their health and their state, and lead to the other pages', async () => {
    const other = anOwnWebhook({
      id: 'b',
      url: 'https://till.example.com/',
      description: null,
      eventTypes: ['payment.failed'],
      isActive: false,
      waiting: 2,
      gaveUp: 3,
      lastDeliveredAt: null,
      previousSecretEndsAt: '2026-02-01T09:00:00.000Z',
    });
    serve(ownWebhooks.list, ok([shop, other]));
    await open();
    expect(screen.getByRole('row', { name: /^Web shop/ })).toHaveTextContent(/All.*Active/);
    expect(screen.getByRole('row', { name: /^till\.example\.com/ })).toHaveTextContent(
      /Payment failed.*Never2 waiting, 3 given up.*Switched offOld secret until/,
    );
    const nav = within(screen.getByRole('navigation', { name: 'Developers' }));
    expect(nav.getByRole('link', { name: 'Webhooks' })).toHaveAttribute('aria-current', 'page');
    expect(nav.getByRole('link', { name: 'Keys' })).not.toHaveAttribute('aria-current');
  });

  it('name their actions on a phone, where no pointer shows what an icon means', async () => {
    await open();
    for (const word of ['Test', 'Change', 'Rotate', 'Remove']) {
      const named = screen.getAllByRole('button').filter((it) => it.dataset['caption'] === word);
      expect(named).toHaveLength(1);
    }
  });

  it('say that nothing is delivered while all are off, and the only one is switched on there', async () => {
    const at = '2026-01-30T09:00:00.000Z';
    const off = anOwnWebhook({
      isActive: false,
      lastOffAt: at,
      switchedOff: { at, by: 'Olive Owner', keptCount: 24 },
    });
    serve(ownWebhooks.list, ok([off, anOwnWebhook({ id: 'b' })]));
    const { unmount } = await renderPage(page);
    expect((await screen.findAllByText('Switched off')).length).toBeGreaterThan(0);
    expect(screen.queryByText(/^Nothing is delivered/)).toBeNull();
    unmount();
    serve(ownWebhooks.list, ok([off]));
    serve(ownWebhooks.update, ok({ ...off, isActive: true }));
    await open();
    const title = 'Nothing is delivered: this webhook is switched off';
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.getByText(/, by Olive Owner\. 24 events kept since then/)).toBeVisible();
    await press('Switch On');
    expect(await screen.findByText(/24 events kept until now are sent with/)).toBeVisible();
    serve(ownWebhooks.list, ok([{ ...off, isActive: true }]));
    await press('Switch On', await screen.findByRole('alertdialog'));
    await expectToast('Webhook switched on');
    expect(calls(ownWebhooks.update)[0]?.body).toMatchObject({ isActive: true, url: off.url });
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  });

  it('are none at first', async () => {
    serve(ownWebhooks.list, ok([]));
    serve(ownWebhooks.deliveries, ok([], { nextAfter: null }));
    await renderPage(page);
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
    expect(screen.queryByText('No deliveries yet.')).not.toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Add Webhook' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Send Many Again' })).toBeNull();
  });

  it.each(loadFailures('Failed to load webhooks'))('fail with %s', async (_, answer, text) => {
    serve(ownWebhooks.list, answer);
    await renderPage(page);
    expect(await screen.findByText('Error Loading Webhooks')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });

  it('one is added with chosen events, and its secret is shown once', async () => {
    serve(ownWebhooks.create, ok({ ...shop, secret: 'whsec_once' }));
    await open();
    await press('Add Webhook');
    const dialog = await openDialog('Add Webhook');
    await user.selectOptions(dialog.getByLabelText(/^Events/), 'some');
    await user.click(dialog.getByRole('button', { name: 'Add Webhook' }));
    expect(await dialog.findByText('Webhook address must be a valid https address')).toBeVisible();
    expect(dialog.getByText('Choose at least one event')).toBeVisible();
    await put(dialog.getByLabelText(/^Address/), 'https://shop.example.com/hook');
    await put(dialog.getByLabelText(/^Description/), 'Web shop');
    await user.click(dialog.getByLabelText('Payment failed'));
    await user.click(dialog.getByRole('button', { name: 'Add Webhook' }));
    const shown = await openDialog('The secret of Web shop');
    expect(shown.getByText('whsec_once')).toBeVisible();
    expect(calls(ownWebhooks.create).map(({ body }) => body)).toEqual([
      {
        url: 'https://shop.example.com/hook',
        description: 'Web shop',
        eventTypes: ['payment.failed'],
        isActive: true,
      },
    ]);
    await user.click(shown.getByRole('button', { name: 'I Have Stored It' }));
    await waitFor(() => expect(screen.queryByText('whsec_once')).toBeNull());
  });

  it('one is changed, and what is wrong stands at its field', async () => {
    const text = 'Webhook address must be public, and 10.0.0.1 is not';
    serve(
      ownWebhooks.update,
      refused(400, text, { code: 'validation_failed', fields: { url: text } }),
    );
    await open();
    await press('Change Web shop');
    const dialog = await openDialog('Change Webhook');
    expect(dialog.getByLabelText(/^Address/)).toHaveValue(shop.url);
    await user.click(dialog.getByRole('button', { name: 'Save Webhook' }));
    expect(await dialog.findByText(text)).toBeVisible();
    serve(ownWebhooks.update, ok(shop));
    await user.selectOptions(dialog.getByLabelText(/^State/), 'off');
    await user.click(dialog.getByRole('button', { name: 'Save Webhook' }));
    await expectToast('Webhook saved');
    expect(calls(ownWebhooks.update).at(-1)?.body).toMatchObject({ isActive: false });
  });

  it('one is tested, rotated with an overlap, and removed after a question', async () => {
    serve(ownWebhooks.test, ok({ ...aDelivery.attempts[0]!, statusCode: 204 }));
    serve(ownWebhooks.rotate, ok({ ...shop, secret: 'whsec_next' }));
    serve(ownWebhooks.remove, ok(null));
    await open();
    await press('Send a test to Web shop');
    await expectToast('Web shop answered 204');
    await press('Rotate the secret of Web shop');
    const rotate = await openDialog('Rotate the secret of Web shop');
    await user.selectOptions(rotate.getByLabelText(/^The Old Secret Ends/), 'In 7 days');
    await user.click(rotate.getByRole('button', { name: 'Rotate Secret' }));
    const shown = await openDialog('The secret of Web shop');
    expect(shown.getByText('whsec_next')).toBeVisible();
    expect(calls(ownWebhooks.rotate).at(-1)?.body).toEqual({ overlap: 'week' });
    await user.click(shown.getByRole('button', { name: 'I Have Stored It' }));
    await press('Remove Web shop');
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Remove Webhook' }));
    await expectToast('Webhook removed');
  });
});

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
