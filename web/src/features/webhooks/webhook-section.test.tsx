import type { Webhook, WebhookDelivery } from '@sente/contract/webhooks';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { administrator, signInAs } from '../../testing/people.ts';
import { Toaster } from '../../ui/toast.tsx';
import { WebhookSection } from './webhook-section.tsx';

const companyId = '44444444-4444-4444-8444-444444444444';
const webhook: Webhook = {
  url: 'https://example.com/hook',
  secret: 'whsec_one',
  isActive: true,
  updatedAt: '2026-01-05T00:00:00.000Z',
};
const delivery: WebhookDelivery = {
  id: '55555555-5555-7555-8555-555555555555',
  type: 'payment.succeeded',
  transactionId: '01KB0000000000000000000001',
  recordId: '66666666-6666-7666-8666-666666666666',
  state: 'gave_up',
  createdAt: '2026-01-05T10:00:00.000Z',
  deliveredAt: null,
  nextAttemptAt: null,
  payload: { type: 'payment.succeeded', data: { amount: 5000 } },
  attempts: [
    {
      number: 1,
      at: '2026-01-05T10:00:00.000Z',
      url: 'https://example.com/hook',
      requestHeaders: { 'webhook-id': '55555555' },
      statusCode: 500,
      answer: 'out of order',
      error: null,
      durationMs: 1234,
    },
    {
      number: 2,
      at: '2026-01-05T10:00:03.000Z',
      url: 'https://example.com/hook',
      requestHeaders: {},
      statusCode: null,
      answer: null,
      error: 'The connection was refused',
      durationMs: 3,
    },
  ],
};

type Answer = { status?: number; body: unknown };
const good = (data: unknown, more: object = {}): Answer => ({
  body: { success: true, data, ...more },
});
const bad = (status: number, message?: string, fields?: object): Answer => ({
  status,
  body: { success: false, message, fields, errors: message ? [message] : [] },
});

let answers: Record<string, Answer>;
let calls: { line: string; body: unknown }[];
let client: QueryClient;
const user = userEvent.setup({ delay: null });

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const path = String(input).replace(`/api/Company/${companyId}`, '');
  const line = `${init?.method ?? 'GET'} ${path}`;
  calls.push({ line, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
  const { status = 200, body } = answers[line] ?? bad(500);
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers });
}

function Where() {
  return <output data-testid="where">{useLocation().search}</output>;
}

function open(search = '') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/x${search}`]} useTransitions={false}>
        <WebhookSection companyId={companyId} companyName="Gulu Builders" />
        <Where />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
const toastOf = async (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('[data-toast] p')].map((p) => p.textContent)).toContain(
      text,
    ),
  );
const address = () => screen.findByRole('textbox', { name: 'Webhook address' });
const lastCall = () => calls.at(-1);

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(serve));
  answers = {
    'GET /webhook': good(webhook),
    'GET /webhook/deliveries': good([delivery], { meta: { nextAfter: null } }),
  };
  calls = [];
  client = createQueryClient();
  signInAs(administrator);
});

afterEach(() => {
  act(() => toast.remove());
  client.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
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
    ['a 500', bad(500), 'Failed to load webhook'],
    ['a refusal in words', bad(409, 'Not today'), 'Not today'],
    ['something else', good({ id: 7 }), 'Invalid response format'],
  ])('says so when it fails with %s, and can be tried again', async (_, answer, text) => {
    answers['GET /webhook'] = answer;
    open();
    expect(await screen.findByText('Failed to load webhook')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    answers['GET /webhook'] = good(webhook);
    await press('Try Again');
    expect(await address()).toHaveValue(webhook.url);
  });

  it('tells why the secret cannot be shown, and leaves the ways out', async () => {
    answers['GET /webhook'] = good({ ...webhook, secret: null }, { message: 'Another key.' });
    open();
    expect(await screen.findByText('The webhook secret cannot be shown')).toBeVisible();
    expect(screen.getByText('Another key.')).toBeVisible();
    expect(screen.getByText('Cannot be read')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Replace Secret' })).toBeEnabled();
  });

  it('is set where there is none; what is refused stays, with the reason at the field', async () => {
    answers['GET /webhook'] = good(null);
    answers['GET /webhook/deliveries'] = good([]);
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
    expect(calls.some(({ line }) => line.startsWith('PUT'))).toBe(false);

    const sentence = 'Webhook address must be public, and 10.0.0.1 is not';
    answers['PUT /webhook'] = bad(400, sentence, { url: sentence });
    await user.clear(input);
    await user.type(input, 'https://10.0.0.1/hook');
    await press('Save Webhook');
    await toastOf(sentence);
    expect(input).toHaveValue('https://10.0.0.1/hook');
    expect(input).toHaveAccessibleDescription(sentence);

    answers['PUT /webhook'] = good(webhook);
    answers['GET /webhook'] = good(webhook);
    await user.clear(input);
    await user.type(input, ' https://example.com/hook ');
    await press('Save Webhook');
    await toastOf('Webhook saved successfully');
    expect(calls.findLast(({ line }) => line === 'PUT /webhook')?.body).toEqual({
      url: 'https://example.com/hook',
      isActive: true,
    });
    expect(await screen.findByText('No deliveries yet.')).toBeVisible();
    // Each read is written down: the answer of the change is enough.
    expect(calls.filter(({ line }) => line === 'GET /webhook')).toHaveLength(1);
  });

  it('is switched off, and says so when the server refuses without a word', async () => {
    answers['PUT /webhook'] = bad(500);
    open();
    await user.click(await screen.findByRole('switch', { name: 'Send events' }));
    await press('Save Webhook');
    await toastOf('Failed to save webhook');
    expect(screen.getByRole('switch', { name: 'Send events' })).not.toBeChecked();
    answers['PUT /webhook'] = good({ ...webhook, isActive: false });
    await press('Save Webhook');
    await toastOf('Webhook saved successfully');
    expect(lastCall()?.body).toEqual({ url: webhook.url, isActive: false });
    expect(await screen.findByText('Inactive')).toBeVisible();
  });

  it('gets another secret after asking; a failure keeps the dialog with the reason', async () => {
    answers['POST /webhook/secret'] = bad(500);
    open();
    await press('Replace Secret');
    await confirm('Replace Secret');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Failed to replace webhook secret',
    );
    answers['POST /webhook/secret'] = good({ ...webhook, secret: 'whsec_two' });
    await confirm('Replace Secret');
    await toastOf('Webhook secret replaced successfully');
    await press('Reveal webhook secret');
    expect(screen.getByText('whsec_two')).toBeVisible();
  });

  it('is removed after asking; what is gone already shows', async () => {
    answers['DELETE /webhook'] = bad(500);
    open();
    await press('Remove');
    await confirm('Remove Webhook');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Failed to remove webhook');
    answers['DELETE /webhook'] = bad(404, 'No webhook is set for this company');
    answers['GET /webhook'] = good(null);
    await confirm('Remove Webhook');
    await toastOf('No webhook is set for this company');
    expect(await screen.findByText('Not set')).toBeVisible();
  });

  it('is empty again after it was removed', async () => {
    answers['DELETE /webhook'] = good(null);
    open();
    await press('Remove');
    await confirm('Remove Webhook');
    await toastOf('Webhook removed successfully');
    expect(await address()).toHaveValue('');
    // What was sent before stays in the list.
    expect(screen.getByRole('table', { name: 'Webhook deliveries' })).toBeVisible();
  });

  it('is tested, and what came back shows', async () => {
    answers['POST /webhook/test'] = bad(500);
    open();
    await press('Send Test');
    await toastOf('Failed to send test');
    answers['POST /webhook/test'] = good({
      ...delivery.attempts[0],
      statusCode: 200,
      answer: 'ok',
    });
    await press('Send Test');
    const result = await screen.findByRole('region', { name: 'Test result' });
    expect(result).toHaveTextContent(/Test event200.*1,234 ms.*ok/s);
    answers['POST /webhook/test'] = good(delivery.attempts[1]);
    await press('Send Test');
    await waitFor(() => expect(result).toHaveTextContent(/No answer.*The connection was refused/));
  });
});

describe('deliveries', () => {
  it('opens one with its payload, every attempt and the way to send it again', async () => {
    open();
    await press('Payment succeeded of 01KB0000000000000000000001');
    const sheet = await screen.findByRole('dialog', { name: 'Payment succeeded' });
    expect(within(sheet).getByText('Gave up')).toBeVisible();
    expect(within(sheet).getByText(/"amount": 5000/)).toBeVisible();
    const attempts = within(sheet).getAllByRole('listitem');
    expect(attempts[0]).toHaveTextContent(/Attempt 2.*No answer.*The connection was refused/);
    expect(attempts[1]).toHaveTextContent(/Attempt 1.*500.*1,234 ms.*out of order/);
    expect(attempts[1]).toHaveTextContent(
      /POST https:\/\/example.com\/hook\s+webhook-id: 55555555/,
    );

    await user.click(within(sheet).getByRole('button', { name: 'Send Again' }));
    await toastOf('Failed to send again');
    const line = `POST /webhook/deliveries/${delivery.id}/send-again`;
    answers[line] = bad(409, 'The webhook is switched off. Switch it on first.');
    await user.click(within(sheet).getByRole('button', { name: 'Send Again' }));
    await toastOf('The webhook is switched off. Switch it on first.');
    answers[line] = good({ ...delivery, state: 'waiting' });
    // Off the list: the sheet goes on to show it.
    answers['GET /webhook/deliveries'] = good([]);
    answers[`GET /webhook/deliveries/${delivery.id}`] = good({ ...delivery, state: 'waiting' });
    await user.click(within(sheet).getByRole('button', { name: 'Send Again' }));
    await toastOf('The event is on its way again');
    await waitFor(() => expect(within(sheet).getByText('Waiting')).toBeVisible());
  });

  it('stand in the address, also one that the list does not show', async () => {
    open();
    await press('Payment succeeded of 01KB0000000000000000000001');
    const sheet = await screen.findByRole('dialog', { name: 'Payment succeeded' });
    expect(screen.getByTestId('where')).toHaveTextContent(`?delivery=${delivery.id}`);
    await user.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByTestId('where')).toBeEmptyDOMElement();
  });

  it('says when the one in the address is not there or cannot be read', async () => {
    const other = '88888888-8888-7888-8888-888888888888';
    const line = `GET /webhook/deliveries/${other}`;
    answers[line] = bad(500);
    open(`?delivery=${other}`);
    const sheet = await screen.findByRole('dialog', { name: 'Webhook delivery' });
    expect(await within(sheet).findByText('Failed to load the webhook delivery')).toBeVisible();
    answers[line] = bad(404, 'Webhook delivery not found');
    await user.click(within(sheet).getByRole('button', { name: 'Try Again' }));
    expect(await within(sheet).findByText('Webhook delivery not found')).toBeVisible();
    answers[line] = good({ ...delivery, id: other, type: 'payment.failed' });
    await act(() => client.invalidateQueries());
    expect(await screen.findByRole('dialog', { name: 'Payment failed' })).toBeVisible();
    expect(within(sheet).getByRole('button', { name: 'Send Again' })).toBeVisible();
  });

  it('are filtered in the address; none that match differs from none yet', async () => {
    answers['GET /webhook/deliveries?state=waiting'] = good([]);
    open();
    await screen.findByRole('table', { name: 'Webhook deliveries' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Waiting');
    expect(await screen.findByText('No deliveries match this filter.')).toBeVisible();
    expect(screen.getByTestId('where')).toHaveTextContent('?deliveries=waiting');
    await press('Clear Filter');
    expect(await screen.findByText('Payment succeeded')).toBeVisible();
    expect(screen.getByTestId('where')).toBeEmptyDOMElement();
  });

  it('say when they cannot be loaded, and page by page', async () => {
    answers['GET /webhook/deliveries?state=gave_up'] = bad(500);
    open('?deliveries=gave_up');
    expect(await screen.findByText('Failed to load webhook deliveries')).toBeVisible();
    answers['GET /webhook/deliveries?state=gave_up'] = good([delivery], {
      meta: { nextAfter: delivery.id },
    });
    answers[`GET /webhook/deliveries?state=gave_up&after=${delivery.id}`] = good([
      { ...delivery, id: '77777777-7777-7777-8777-777777777777', type: 'refund.done' },
    ]);
    await press('Try Again');
    await press('Load more');
    expect(await screen.findByText('refund.done')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });
});
