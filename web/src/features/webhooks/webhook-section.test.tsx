import { webhooks } from '@sente/contract/webhooks';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok, refused, silent, malformed } from '../../testing/answers.ts';
import { expectToast } from '../../testing/messages.ts';
import { renderPart } from '../../testing/page.tsx';
import { calls, serve } from '../../testing/server.ts';
import { aDelivery as delivery, aWebhook as webhook } from '../../testing/staff-records.ts';
import { press, put, user } from '../../testing/user.ts';
import { WebhookSection } from './webhook-section.tsx';

const open = (query = '') =>
  renderPart(<WebhookSection companyId="c-1" companyName="Gulu Builders" />, { at: `/${query}` });
const confirm = (name: string) => press(name, screen.getByRole('alertdialog'));
const address = () => screen.findByRole('textbox', { name: 'Webhook address' });

beforeEach(() => {
  serve(webhooks.get, ok(webhook));
  serve(webhooks.deliveries, ok([delivery], { nextAfter: null }));
});

describe('the webhook', () => {
  it('shows the address, and the secret only when asked', async () => {
    open();
    expect(screen.getByText('Loading webhook')).toBeInTheDocument();
    expect(await address()).toHaveValue(webhook.url);
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.queryByText('whsec_one')).not.toBeInTheDocument();
    await press('Reveal webhook secret');
    expect(screen.getByText('whsec_one')).toBeVisible();
    await press('Hide webhook secret');
    expect(screen.queryByText('whsec_one')).not.toBeInTheDocument();
  });

  it.each([
    ['a 500', silent, 'Failed to load webhook'],
    ['a refusal in words', refused(409, 'Not today'), 'Not today'],
    ['something else', malformed({ id: 7 }), 'Invalid response format'],
  ])('shows the error after %s and can be retried', async (_, answer, text) => {
    serve(webhooks.get, answer);
    open();
    expect(await screen.findByText('Failed to load webhook')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    serve(webhooks.get, ok(webhook));
    await press('Try Again');
    expect(await address()).toHaveValue(webhook.url);
  });

  it('says why the secret cannot be shown, and offers the remedies', async () => {
    serve(webhooks.get, {
      body: { success: true, data: { ...webhook, secret: null }, message: 'Another key.' },
    });
    open();
    expect(await screen.findByText('The webhook secret cannot be shown')).toBeVisible();
    expect(screen.getByText('Another key.')).toBeVisible();
    expect(screen.getByText('Cannot be read')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Replace Secret' })).toBeEnabled();
  });

  it('says when nothing is delivered because it is switched off', async () => {
    const switchedOff = { at: null, by: null, keptCount: 1000 };
    serve(webhooks.get, ok({ ...webhook, isActive: false, switchedOff }));
    open();
    expect(await screen.findByText('Nothing is delivered')).toBeVisible();
    expect(screen.getByText(/Switched off\. 1,000 or more events kept since then/)).toBeVisible();
  });

  it('says that it fails and what the server answered last', async () => {
    const failing = { at: '2026-01-05T10:00:00.000Z', statusCode: 500, error: null };
    serve(webhooks.get, ok({ ...webhook, failing }));
    open();
    expect(await screen.findByText('Failing')).toBeVisible();
    expect(screen.queryByText('Active')).not.toBeInTheDocument();
    expect(screen.getByText(/The server answered 500,/)).toBeVisible();
  });

  it('is created where there is none; a refusal keeps the input with the reason at the field', async () => {
    serve(webhooks.get, ok(null));
    serve(webhooks.deliveries, ok([]));
    open();
    expect(await screen.findByText('Not set')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Deliveries' })).not.toBeInTheDocument();
    const input = await address();
    expect(screen.getByRole('button', { name: 'Save Webhook' })).toBeDisabled();

    await user.type(input, 'example.com');
    await press('Save Webhook');
    expect(await screen.findByText('Webhook address must be a valid https address')).toBeVisible();
    expect(input).toHaveFocus();
    expect(calls(webhooks.save)).toEqual([]);

    const sentence = 'Webhook address must be public, and 10.0.0.1 is not';
    serve(webhooks.save, refused(400, sentence, { fields: { url: sentence } }));
    await user.clear(input);
    await user.type(input, 'https://10.0.0.1/hook');
    await press('Save Webhook');
    await expectToast(sentence);
    expect(input).toHaveValue('https://10.0.0.1/hook');
    expect(input).toHaveAccessibleDescription(sentence);

    serve(webhooks.save, ok(webhook));
    serve(webhooks.get, ok(webhook));
    await user.clear(input);
    await user.type(input, ' https://example.com/hook ');
    await press('Save Webhook');
    await expectToast('Webhook saved successfully');
    expect(calls(webhooks.save).at(-1)?.body).toEqual({
      url: 'https://example.com/hook',
      isActive: true,
      updatedAt: null,
    });
    expect(await screen.findByText('No deliveries yet.')).toBeVisible();
    // Each read is recorded, so the answer of the change is used.
    expect(calls(webhooks.get)).toHaveLength(1);
  });

  it('is deactivated, with a default text when the server refuses without one', async () => {
    serve(webhooks.save, silent);
    open();
    await user.click(await screen.findByRole('switch', { name: 'Send events' }));
    await press('Save Webhook');
    await expectToast('Failed to save webhook');
    expect(screen.getByRole('switch', { name: 'Send events' })).not.toBeChecked();
    serve(webhooks.save, ok({ ...webhook, isActive: false }));
    await press('Save Webhook');
    await expectToast('Webhook saved successfully');
    expect(calls(webhooks.save).at(-1)?.body).toEqual({
      url: webhook.url,
      isActive: false,
      updatedAt: webhook.updatedAt,
    });
    expect(await screen.findByText('Inactive')).toBeVisible();
  });

  it('gets a new secret after a confirmation; a failure keeps the dialog with the reason', async () => {
    serve(webhooks.replaceSecret, silent);
    open();
    await press('Replace Secret');
    await confirm('Replace Secret');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Failed to replace webhook secret',
    );
    serve(webhooks.replaceSecret, ok({ ...webhook, secret: 'whsec_two' }));
    await confirm('Replace Secret');
    await expectToast('Webhook secret replaced successfully');
    await press('Reveal webhook secret');
    expect(screen.getByText('whsec_two')).toBeVisible();
  });

  it('is removed after a confirmation; one that is already gone is shown as removed', async () => {
    serve(webhooks.remove, silent);
    open();
    await press('Remove');
    await confirm('Remove Webhook');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Failed to remove webhook');
    serve(webhooks.remove, refused(404, 'No webhook is set for this company'));
    serve(webhooks.get, ok(null));
    await confirm('Remove Webhook');
    await expectToast('No webhook is set for this company');
    expect(await screen.findByText('Not set')).toBeVisible();
  });

  it('the form is empty again after a removal', async () => {
    serve(webhooks.remove, ok(null));
    open();
    await press('Remove');
    await confirm('Remove Webhook');
    await expectToast('Webhook removed successfully');
    expect(await address()).toHaveValue('');
    // Earlier deliveries stay in the list.
    expect(screen.getByRole('table', { name: 'Webhook deliveries' })).toBeVisible();
  });

  it('is tested, and the answer is shown', async () => {
    serve(webhooks.test, silent);
    open();
    await press('Send Test');
    await expectToast('Failed to send test');
    serve(
      webhooks.test,
      ok({
        ...delivery.attempts[0],
        statusCode: 200,
        answer: 'ok',
      }),
    );
    await press('Send Test');
    const result = await screen.findByRole('region', { name: 'Test result' });
    expect(result).toHaveTextContent(/Test event200.*1,234 ms.*ok/s);
    serve(webhooks.test, ok(delivery.attempts[1]));
    await press('Send Test');
    await waitFor(() => expect(result).toHaveTextContent(/No answer.*The connection was refused/));
  });
});

describe('deliveries', () => {
  it('opens a delivery with its payload, every attempt and a resend button', async () => {
    open();
    await press('Payment succeeded of 01KB0000000000000000000001');
    const sheet = await screen.findByRole('dialog', { name: 'Payment succeeded' });
    expect(within(sheet).getByText('Gave up')).toBeVisible();
    expect(within(sheet).getByText(/"amount": 5000/)).toBeVisible();
    expect(
      within(sheet).getByRole('link', { name: delivery.transactionId }).getAttribute('href'),
    ).toBe(`/transactions/${delivery.recordId}`);
    const attempts = within(sheet).getAllByRole('listitem');
    expect(attempts[0]).toHaveTextContent(/Attempt 2.*No answer.*The connection was refused/);
    expect(attempts[1]).toHaveTextContent(/Attempt 1.*500.*1,234 ms.*out of order/);
    expect(attempts[1]).toHaveTextContent(
      /POST https:\/\/example.com\/hook\s+webhook-id: 55555555/,
    );

    serve(webhooks.sendAgain, silent);
    await press('Send Again', sheet);
    await expectToast('Failed to send again');
    serve(webhooks.sendAgain, refused(409, 'The webhook is switched off. Switch it on first.'));
    await press('Send Again', sheet);
    await expectToast('The webhook is switched off. Switch it on first.');
    serve(webhooks.sendAgain, ok({ ...delivery, state: 'waiting' }));
    // Removed from the list, but the sheet still shows it.
    serve(webhooks.deliveries, ok([]));
    serve(webhooks.delivery, ok({ ...delivery, state: 'waiting' }));
    await press('Send Again', sheet);
    await expectToast('The event is on its way again');
    await waitFor(() => expect(within(sheet).getByText('Waiting')).toBeVisible());
  });

  it('deliveries can be opened by the address, even one outside the list', async () => {
    const part = open();
    await press('Payment succeeded of 01KB0000000000000000000001');
    const sheet = await screen.findByRole('dialog', { name: 'Payment succeeded' });
    expect(part.address()).toBe(`/?delivery=${delivery.id}`);
    await press('Close', sheet);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(part.address()).toBe('/');
  });

  it('says when the delivery in the address does not exist or cannot be read', async () => {
    const other = '88888888-8888-7888-8888-888888888888';
    serve(webhooks.delivery, silent);
    const { client } = open(`?delivery=${other}`);
    const sheet = await screen.findByRole('dialog', { name: 'Webhook delivery' });
    expect(await within(sheet).findByText('Failed to load the webhook delivery')).toBeVisible();
    serve(webhooks.delivery, refused(404, 'Webhook delivery not found'));
    await press('Try Again', sheet);
    expect(await within(sheet).findByText('Webhook delivery not found')).toBeVisible();
    serve(webhooks.delivery, ok({ ...delivery, id: other, type: 'payment.failed' }));
    await act(() => client.invalidateQueries());
    expect(await screen.findByRole('dialog', { name: 'Payment failed' })).toBeVisible();
    expect(within(sheet).getByRole('button', { name: 'Send Again' })).toBeVisible();
  });

  it('deliveries are filtered in the address; no match differs from none yet', async () => {
    serve(webhooks.deliveries, ({ query }) => ok(query['state'] === 'waiting' ? [] : [delivery]));
    const part = open();
    await screen.findByRole('table', { name: 'Webhook deliveries' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Waiting');
    expect(await screen.findByText('No deliveries match your filters.')).toBeVisible();
    expect(part.address()).toBe('/?deliveries=waiting');
    await press('Clear Filters');
    expect(await screen.findByText('Payment succeeded')).toBeVisible();
    expect(part.address()).toBe('/');
  });

  it('deliveries say what they are about, and are searched in the address', async () => {
    const data = { phoneNumber: '256772111222', amount: 5000, direction: 'collection' };
    const payload = { sequence: 12, data: { ...data, reference: 'SHOE-1' } };
    serve(webhooks.deliveries, ok([{ ...delivery, payload }]));
    const part = open();
    const row = await screen.findByRole('row', { name: /Payment succeeded/ });
    expect(row).toHaveTextContent(/Number 12.*\+256 772 111222 · UGX 5,000 in.*SHOE-1/);
    await put(screen.getByLabelText('Search deliveries'), 'SHOE-1');
    await waitFor(() =>
      expect(calls(webhooks.deliveries).at(-1)?.query).toEqual({ search: 'SHOE-1' }),
    );
    expect(part.address()).toBe('/?search=SHOE-1');
  });

  it('deliveries show loading errors and pages', async () => {
    serve(webhooks.deliveries, silent);
    open('?deliveries=gave_up');
    expect(await screen.findByText('Failed to load webhook deliveries')).toBeVisible();
    const older = { ...delivery, id: '77777777-7777-7777-8777-777777777777', type: 'refund.done' };
    serve(webhooks.deliveries, ({ query }) =>
      query['after'] === delivery.id ? ok([older]) : ok([delivery], { nextAfter: delivery.id }),
    );
    await press('Try Again');
    await press('Load more');
    expect(await screen.findByText('refund.done')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(calls(webhooks.deliveries).every(({ query }) => query['state'] === 'gave_up')).toBe(
      true,
    );
  });
});
