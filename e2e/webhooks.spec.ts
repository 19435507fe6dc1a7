import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { createCompany } from './support/company.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const address = (page: Page) => page.getByRole('textbox', { name: 'Webhook address' });

/** A company's own server. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const answer = { status: 200, text: 'thank you' };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer,
    stop: () => server.close(),
  };
}

interface Client {
  readonly id: string;
  readonly name: string;
  readonly channelId: string;
  readonly secretKey: string;
}

/** A company of this test alone, with an account and API credentials. */
async function newClient(page: Page): Promise<Client> {
  const { id, name, headers } = await createCompany(page, 'Hooks');
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api${path}`, { headers, data });
    expect(response.ok(), path).toBe(true);
    return (await response.json()).data;
  };
  await post('/Account', {
    accountName: 'Main',
    accountType: 2,
    initialDeposit: 0,
    companyId: id,
  });
  const keys = await post('/Company/credentials', { companyId: id });
  return { id, name, channelId: keys.channelId, secretKey: keys.secretKey };
}

/** A mobile-money payment; the simulator approves it at once. */
async function collect(page: Page, { channelId, secretKey }: Client): Promise<string> {
  const path = '/api/v1/Payments/collections';
  const body = JSON.stringify({ phoneNumber: '0770000001', amount: 5000, reference: 'Order 7' });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', secretKey)
    .update([timestamp, 'POST', path, digest].join('\n'))
    .digest('hex');
  const response = await page.request.post(path, {
    headers: {
      'content-type': 'application/json',
      'x-channel-id': channelId,
      'x-timestamp': timestamp,
      'x-signature': signature,
      'idempotency-key': randomUUID(),
    },
    data: body,
  });
  expect(response.status()).toBe(202);
  return (await response.json()).data.transactionId;
}

test('a payment is delivered to the company; a delivery that was given up is in the bell and sent again', async ({
  page,
}) => {
  const receiver = await startReceiver();
  const client = await newClient(page);
  await openAs(page, admin, `/companies/${client.id}/api-credentials`);
  await address(page).fill(receiver.url);
  await button(page, 'Save Webhook').click();
  await expectToast(page, 'Webhook saved successfully');

  const first = await collect(page, client);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    type: 'payment.succeeded',
    data: { transactionId: first, status: 'SUCCESS', amount: 5000, reference: 'Order 7' },
  });
  await button(page, 'Refresh').click();
  const table = page.getByRole('table', { name: 'Webhook deliveries' });
  await expect(table.getByRole('row', { name: first })).toContainText('Delivered');

  Object.assign(receiver.answer, { status: 410, text: 'moved away' });
  const second = await collect(page, client);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
  await page.goto('/admin');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: client.name })
    .filter({ hasText: 'Webhook gave up' });
  await expect(entry).toContainText('1 event was not delivered');
  await entry.getByRole('link', { name: 'Webhook gave up' }).click();

  await expect(page).toHaveURL(new RegExp(`${client.id}/api-credentials\\?deliveries=gave_up$`));
  await expect(table.getByRole('row', { name: second })).toContainText('Gave up');
  await expect(table.getByRole('row')).toHaveCount(2);
  const opener = table.getByRole('button', { name: /^Payment succeeded/ });
  await opener.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Payment succeeded' });
  await expect(sheet.getByRole('listitem')).toContainText('moved away');
  await expect(page).toHaveURL(/\?deliveries=gave_up&delivery=/);
  await page.reload();
  await expect(sheet.getByRole('listitem')).toContainText('moved away');
  expect(await violations(page)).toEqual([]);
  Object.assign(receiver.answer, { status: 200, text: 'back again' });
  await sheet.getByRole('button', { name: 'Send Again' }).click();
  await expectToast(page, 'The event is on its way again');
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
  expect(receiver.received[2]?.headers['webhook-id']).toBe(
    receiver.received[1]?.headers['webhook-id'],
  );
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Delivered');
  await expect(table.getByRole('row', { name: second })).toContainText('Delivered');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Waiting');
  await expect(page.getByText('No deliveries match your filters.')).toBeVisible();
  receiver.stop();
});
