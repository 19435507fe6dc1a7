import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCredentialKey } from './app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMerchant, type Merchant } from './mobile-money.ts';
import { fetchPatiently, post, startProgram, type RunningProgram } from './running-program.ts';
import { nowSeconds, signedHeaders } from './signed.ts';
import { answering, createWebhook, startReceiver, type Receiver } from './webhooks.ts';

const aheadSeconds = 330;
const admin = { email: 'admin@clock.test', password: 'correct horse battery' };

let test: TestDatabase;
let program: RunningProgram;
let merchant: Merchant;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  test = await createTestDatabase();
  receiver = await startReceiver();
  program = await startProgram({
    DATABASE_URL: test.url,
    SENTE_ADMIN_EMAIL: admin.email,
    SENTE_ADMIN_PASSWORD: admin.password,
    SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
    SENTE_SIMULATOR_PORT: '0',
    SENTE_SIMULATOR_DELAY_MS: '100',
    SENTE_WEBHOOKS_PRIVATE: 'on',
    CLOCK_AHEAD_SECONDS: String(aheadSeconds),
    NODE_OPTIONS: `--import ${new URL('clock-ahead.mjs', import.meta.url).href}`,
  });
  // The administrator has no second factor.
  await test.owner.rows('update platform_settings set staff_need_factor = false');
  merchant = await createMerchant(test.owner);
  await createWebhook(test.owner, merchant.companyId, `${receiver.origin}/hook`);
  token = (await post<{ token: string }>(program.url, '/Auth/login', admin)).data.token;
}, 60_000);
afterAll(() => void program.process.kill('SIGKILL'));

async function collect(timestamp: number) {
  const body = { phoneNumber: '0772000001', amount: 1_000, reference: 'Order' };
  const path = '/v1/Payments/collections';
  const headers = signedHeaders(merchant, { method: 'POST', path, body, timestamp });
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetchPatiently(`${program.url}/api${path}`, options);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** How far a stored time is from now, both by the database's clock. */
async function secondsFromNow(time: string, from: string): Promise<number> {
  const row = await test.owner.row<{ seconds: number }>(
    `select abs(extract(epoch from now() - ${time}))::float8 as seconds from ${from} limit 1`,
  );
  return row?.seconds ?? Number.NaN;
}

describe('a program whose clock is five and a half minutes ahead', () => {
  it('says so, and is ready', async () => {
    const ready = await fetchPatiently(`${program.url}/readyz`, {});
    expect(ready.status).toBe(200);
    const { clock } = (await ready.json()) as { clock: { state: string; aheadSeconds: number } };
    expect(clock.state).toBe('differs');
    expect(Math.round(clock.aheadSeconds)).toBe(aheadSeconds);
    const metrics = await (await fetchPatiently(`${program.url}/metrics`, {})).text();
    expect(metrics).toMatch(/^sente_clock_ahead_seconds 3[23]\d/m);
  });

  it('refuses correct signatures and names the clock as the cause', async () => {
    const { status, body } = await collect(nowSeconds());
    expect(status).toBe(401);
    expect(body['code']).toBe('signature_expired');
    expect(body['message']).toMatch(
      new RegExp(
        `^X-Timestamp is more than five minutes off: it says \\S+Z, and here it is \\S+Z; the clock of this server is ${aheadSeconds} seconds ahead of the database's$`,
      ),
    );
  });

  it('accepts a fee from now on', async () => {
    const rule = { kind: 'percent', percent: 1, minimum: null, maximum: null };
    const fee = { direction: 'collection', rule, effectiveFrom: new Date() };
    const path = `/Company/${merchant.companyId}/fees`;
    const answer = await post<{ isCurrent: boolean }>(program.url, path, fee, token);
    expect(answer).toMatchObject({ success: true, data: { isCurrent: true } });
  });

  it('processes a payment and delivers its event, also at the second attempt, with true times', async () => {
    receiver.answers.push(answering(500));
    expect((await collect(nowSeconds() + aheadSeconds)).status).toBe(202);
    while (receiver.received.length < 2) await wait(50);
    const [, second] = receiver.received;
    const { timestamp, data } = JSON.parse(second?.body ?? '{}') as {
      timestamp: string;
      data: { status: string; fee: number };
    };
    expect(data).toMatchObject({ status: 'SUCCESS', fee: 10 });
    const sentAt = Number(second?.headers['webhook-timestamp']);
    expect(Math.abs(sentAt - nowSeconds())).toBeLessThan(60);
    expect(Math.abs(Date.parse(timestamp) / 1000 - nowSeconds())).toBeLessThan(60);
    expect(await secondsFromNow('created_at', 'transactions')).toBeLessThan(60);
    expect(await secondsFromNow('max(at)', 'webhook_attempts')).toBeLessThan(60);
    const ids = await test.owner.rows<{ id: string }>(
      'select id from payments union all select id from transactions union all select id from webhook_events',
    );
    for (const { id } of ids) {
      const madeAt = parseInt(id.replaceAll('-', '').slice(0, 12), 16) / 1000;
      expect(Math.abs(madeAt - nowSeconds())).toBeLessThan(60);
    }
  });

  it('ends sessions by the clock of the database', async () => {
    const row = await test.owner.row<{ hours: number }>(
      'select extract(epoch from expires_at - created_at)::float8 / 3600 as hours from sessions',
    );
    expect(row?.hours).toBeCloseTo(8, 1);
  });
});
