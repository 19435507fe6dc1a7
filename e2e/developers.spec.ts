import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSenteClient, verifyWebhook } from '../client/sente-client.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';

test('a developer makes a key and a webhook, and follows a payment to its delivery and its request', async ({
  page,
}) => {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(200).end('thank you');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  await openAs(page, owner, '/client/developers');
  const name = `Shop ${Date.now()}`;
  await page.getByRole('button', { name: 'Create Key' }).first().click();
  const keyDialog = page.getByRole('dialog', { name: 'Create API Key' });
  await keyDialog.getByLabel('Name').fill(name);
  await keyDialog.getByLabel('Collect').check({ force: true });
  await keyDialog.getByRole('button', { name: 'Create Key' }).click();
  const keyShown = page.getByRole('dialog', { name: `Your key for ${name}` });
  await expect(keyShown.getByText('Secret key', { exact: true })).toBeVisible();
  const [channelId = '', secretKey = ''] = await keyShown.locator('pre').allTextContents();
  await keyShown.getByRole('button', { name: 'I Have Stored It' }).click();

  await page.getByRole('navigation', { name: 'Developers' }).getByText('Webhooks').click();
  await page.getByRole('button', { name: 'Add Webhook' }).first().click();
  const hookDialog = page.getByRole('dialog', { name: 'Add Webhook' });
  await hookDialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/hooks`);
  await hookDialog.getByLabel('Description').fill(name);
  expect(await violations(page)).toEqual([]);
  await hookDialog.getByRole('button', { name: 'Add Webhook' }).click();
  const hookShown = page.getByRole('dialog', { name: `The secret of ${name}` });
  await expect(hookShown.getByText('Webhook secret', { exact: true })).toBeVisible();
  const secret = (await hookShown.locator('pre').textContent()) ?? '';
  await hookShown.getByRole('button', { name: 'I Have Stored It' }).click();

  const sente = createSenteClient({ baseUrl: new URL(page.url()).origin, channelId, secretKey });
  const order = { phoneNumber: '0770000001', amount: 700, reference: name };
  const { transactionId } = await sente.collect({ ...order, metadata: { till: '7' } });
  await sente.waitFor(transactionId);
  await expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const [first] = received;
  expect(
    verifyWebhook({ secret, headers: first?.headers ?? {}, body: first?.body ?? '' }),
  ).toMatchObject({
    type: 'payment.succeeded',
    data: { transactionId, metadata: { till: '7' } },
  });
  const { events, lastSequence } = await sente.events({ limit: 100 });
  expect(events.at(-1)?.sequence).toBe(lastSequence);

  await page.goto('/client/developers/webhooks');
  const delivery = page.getByRole('row').filter({ hasText: transactionId }).first();
  await expect(delivery).toContainText('Delivered');
  await delivery.getByRole('button', { name: /^Payment succeeded/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Payment succeeded' });
  await expect(sheet.getByText('Attempt 1')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Send Again' }).click();
  await expectToast(page, 'The event is on its way again');
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(2);
  expect(received[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: 'Developers' }).getByText('Events').click();
  await expect(page.getByRole('row').filter({ hasText: transactionId }).first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Developers' }).getByText('Requests').click();
  await page.getByRole('button', { name: 'POST /api/v1/Payments/collections' }).first().click();
  const request = page.getByRole('dialog', { name: 'POST /api/v1/Payments/collections' });
  await expect(request.getByText(/"phoneNumber": "0770•••001"/)).toBeVisible();
  await expect(request.getByText(/SIGNATURE/)).toBeVisible();
  // It slides in; axe measures what can be pressed.
  await request.getByRole('button', { name: 'Close' }).click({ trial: true });
  expect(await violations(page)).toEqual([]);
  server.close();
});
