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

  it('say that they fail, with the last answer, instead of Active', async () => {
    const failing = { at: '2026-01-31T09:00:00.000Z', statusCode: 500, error: null };
    const refusing = { ...failing, statusCode: null, error: 'The connection was refused' };
    serve(
      ownWebhooks.list,
      ok([
        anOwnWebhook({ failing }),
        anOwnWebhook({ id: 'b', url: 'https://b.test/', description: 'Till', failing: refusing }),
      ]),
    );
    await open();
    const row = screen.getByRole('row', { name: /^Web shop/ });
    expect(row).toHaveTextContent(/Failing: The server answered 500/);
    expect(row).not.toHaveTextContent('Active');
    expect(screen.getByRole('row', { name: /^Till/ })).toHaveTextContent(
      /Failing: The connection was refused/,
    );
    await press('Change Web shop');
    const dialog = await openDialog('Change Webhook');
    expect(dialog.getByText(/The server answered 500,/)).toBeVisible();
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
