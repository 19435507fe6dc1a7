import { webhooks, type Webhook } from '@sente/contract/webhooks';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { held, ok, refused, type Answer } from '../../testing/answers.ts';
import { renderPart } from '../../testing/page.tsx';
import { calls, serve, type Call } from '../../testing/server.ts';
import { aWebhook } from '../../testing/staff-records.ts';
import { user } from '../../testing/user.ts';
import { webhookQueries } from './webhook-queries.ts';
import { WebhookSection } from './webhook-section.tsx';

const companyId = 'c-1';
const zero = 'https://example.com/zero';
const one = 'https://example.com/one';
const two = 'https://example.com/two';
const webhookAt = (url: string): Webhook => ({ ...aWebhook, url });

let client = createQueryClient();
/** Answers the pending save: refused for this reason, or done. */
let answerSave: (reason?: string) => Promise<void>;

beforeEach(() => {
  client = createQueryClient();
  serve(webhooks.deliveries, ok([]));
  serve(webhooks.save, holdSave);
});

const address = () => screen.getByRole('textbox', { name: 'Webhook address' });
const events = () => screen.getByRole('switch', { name: 'Send events' });
const button = () => screen.getByRole('button', { name: /^(Save Webhook|Saving...)$/ });
const type = (text: string) => fireEvent.change(address(), { target: { value: text } });

const untilAnswered = () => waitFor(() => expect(button()).toHaveTextContent('Save Webhook'));

it.each([
  ['a first', null],
  ['another', webhookAt(zero)],
])('keeps the input while %s address is being saved', async (_, webhook) => {
  await open(webhook);
  type(one);
  await save();
  type(two);
  await user.click(events());
  await answerSave();
  await untilAnswered();
  expect(await screen.findByText('Active')).toBeVisible();
  expect(address()).toHaveValue(two);
  expect(events()).not.toBeChecked();
  await save();
  expect(calls(webhooks.save).at(-1)?.body).toMatchObject({ url: two, isActive: false });
  await answerSave();
  await untilAnswered();
  expect(address()).toHaveValue(two);
  expect(button()).toBeDisabled();
});

it('keeps the old address when it is typed while another is being saved', async () => {
  await open(webhookAt(zero));
  type(one);
  await save();
  type(zero);
  await answerSave();
  await untilAnswered();
  expect(address()).toHaveValue(zero);
  expect(button()).toBeEnabled();
});

it('shows the saved value when nothing was typed meanwhile', async () => {
  await open(webhookAt(zero));
  type(`${one}x`);
  await save();
  type(two);
  type(`${one}x`);
  await answerSave();
  await untilAnswered();
  await storeElsewhere(two);
  expect(address()).toHaveValue(two);
  expect(button()).toBeDisabled();
});

it('shows a refusal only at the refused address', async () => {
  const reason = 'Webhook address must be public, and example.com is not';
  await open(webhookAt(zero));
  type(one);
  await save();
  type(two);
  events().focus();
  await answerSave(reason);
  await untilAnswered();
  expect(address()).toHaveValue(two);
  expect(address()).toBeValid();
  expect(events()).toHaveFocus();
  type(one);
  expect(address()).toBeInvalid();
  expect(address()).toHaveAccessibleDescription(reason);
  type(two);
  expect(address()).toBeValid();

  await save();
  await answerSave();
  await untilAnswered();
  type(one);
  expect(address()).toBeValid();
});

it('follows the server again once a field equals the saved value', async () => {
  await open(webhookAt(zero));
  type(one);
  await user.click(events());
  type(zero);
  await user.click(events());
  expect(button()).toBeDisabled();
  await storeElsewhere(two);
  expect(address()).toHaveValue(two);
  expect(button()).toBeDisabled();
});

it('follows the server when the saved value was typed during a failed save', async () => {
  await open(webhookAt(zero));
  type(one);
  await save();
  type(zero);
  await answerSave('No');
  await untilAnswered();
  expect(button()).toBeDisabled();
  await storeElsewhere(two);
  expect(address()).toHaveValue(two);
});

async function open(webhook: Webhook | null) {
  serve(webhooks.get, ok(webhook));
  renderPart(<WebhookSection companyId={companyId} companyName="Gulu Builders" />, { client });
  await screen.findByRole('textbox', { name: 'Webhook address' });
}

async function save(): Promise<void> {
  await user.click(button());
  expect(button()).toHaveTextContent('Saving...');
}

/** Another user changed it, and the page has reloaded it. */
async function storeElsewhere(url: string): Promise<void> {
  const { queryKey } = webhookQueries.ofCompany(companyId);
  client.setQueryData(queryKey, { webhook: { ...webhookAt(url), isActive: false }, message: null });
  expect(await screen.findByText('Inactive')).toBeVisible();
}

function holdSave(call: Call): Promise<Answer> {
  const { answer, release } = held();
  const { url, isActive } = call.body as Pick<Webhook, 'url' | 'isActive'>;
  answerSave = (reason) =>
    act(async () =>
      release(
        reason
          ? refused(400, reason, { fields: { url: reason } })
          : ok({ ...webhookAt(url), isActive }),
      ),
    );
  return answer();
}
