import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { runJobs } from '../../test/webhooks.ts';
import { createSmtp } from '../mail/smtp.ts';

/*
 * Strangers who guess neither keep a person out nor get far.
 */

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const password = 'Correct-horse-9';
const proxy = '127.0.0.1';
let test: TestApp;
let mails: MailServer;
let count = 0;

beforeAll(async () => {
  // The address of the caller comes from a proxy, as in production.
  test = await createTestApp({ passwordCost: cost, proxies: [proxy], mailer: testMailer('smtp') });
  mails = await startMailServer();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  mails.received.length = 0;
});

async function createPerson(): Promise<string> {
  const email = `person${++count}@example.test`;
  await createUser(test.owner, { email, passwordHash: await hash(password, cost) });
  return email;
}

async function attempt(
  email: string,
  { secret = password, from = '196.43.0.1', deviceToken }: Partial<Record<string, string>> = {},
) {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/Auth/login',
    headers: {
      'x-forwarded-for': from,
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile',
    },
    payload: { email, password: secret, ...(deviceToken && { deviceToken }) },
  });
  const body = response.json<{ data: { token: string; deviceToken: string } | null }>();
  return { status: response.statusCode, data: body.data };
}

const addressNo = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const letPass = (interval: string) =>
  test.owner.rows('update throttles set spent_until = spent_until - $1::interval', [interval]);
const sendMails = () =>
  runJobs(test, { smtp: createSmtp({ url: mails.url, from: 'no-reply@sente.example' }) });

const subjectsTo = (email: string) =>
  mails.received.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject);

describe('a known device', () => {
  it('signs in at the first try while strangers guess all day, who get fewer than 100 guesses', async () => {
    const email = await createPerson();
    const deviceToken = (await attempt(email)).data?.deviceToken ?? '';
    let guesses = 0;
    let refused = 0;
    let address = 0;
    // A day in steps of 20 minutes; in each, guesses from addresses of which 1,000 take turns.
    for (let step = 0; step < 72; step++) {
      for (let n = 0; n < 15; n++) {
        const from = addressNo((address += 1) % 1_000);
        const { status } = await attempt(email, { secret: `guess ${n}`, from });
        if (status === 401) guesses += 1;
        else refused += 1;
      }
      expect((await attempt(email, { deviceToken, from: addressNo(step) })).status).toBe(200);
      await letPass('20 minutes');
    }
    expect(guesses + refused).toBe(1_080);
    expect(guesses).toBeLessThan(100);
    expect(guesses).toBeGreaterThan(50);
    await sendMails();
    expect(subjectsTo(email)).toEqual(['Somebody is guessing your Sente password']);
    // A thousand sign-ins, on whatever machine.
  }, 240_000);

  it('has a budget of its own, which is not endless either', async () => {
    const email = await createPerson();
    const deviceToken = (await attempt(email)).data?.deviceToken ?? '';
    const wrong = () => attempt(email, { secret: 'mistyped', deviceToken });
    for (let n = 0; n < 5; n++) expect((await wrong()).status).toBe(401);
    expect((await wrong()).status).toBe(429);
    // Another browser of the same person is not concerned.
    expect((await attempt(email)).status).toBe(200);
    await letPass('30 seconds');
    expect((await attempt(email, { deviceToken })).status).toBe(200);
  });

  it('is known for one person only, until another one signs in with it', async () => {
    const [first, second] = [await createPerson(), await createPerson()];
    const deviceToken = (await attempt(first)).data?.deviceToken ?? '';
    expect((await attempt(second, { deviceToken })).data?.deviceToken).toBe(deviceToken);
    // One that nobody was given is not accepted.
    const planted = 'sente_device_planted';
    expect((await attempt(first, { deviceToken: planted })).data?.deviceToken).not.toBe(planted);
  });

  it('that is new is told by mail, except at the very first sign-in', async () => {
    const email = await createPerson();
    const deviceToken = (await attempt(email)).data?.deviceToken ?? '';
    await attempt(email, { deviceToken });
    await sendMails();
    expect(subjectsTo(email)).toEqual([]);
    await attempt(email, { from: '41.210.1.2' });
    await sendMails();
    expect(subjectsTo(email)).toEqual(['New sign-in to Sente']);
    expect(mails.received.at(-1)?.text).toContain('From: 41.210.1.2\nWith: Chrome on Android');
  });
});

describe('an address', () => {
  it('behind which others guess does not refuse the right password', async () => {
    for (let n = 0; n < 60; n++) await attempt(`nobody${n}@example.test`, { secret: 'guess-it' });
    expect((await attempt(await createPerson())).status).toBe(200);
  });

  it('of IPv6 counts with all others of its network', async () => {
    const email = await createPerson();
    for (let n = 1; n <= 5; n++) {
      expect(
        (await attempt(email, { secret: 'guess-it', from: `2c0f:f248:1:2::${n}` })).status,
      ).toBe(401);
    }
    expect((await attempt(email, { secret: 'guess-it', from: '2c0f:f248:1:2:9::1' })).status).toBe(
      429,
    );
    expect((await attempt(email, { secret: 'guess-it', from: '2c0f:f248:1:3::1' })).status).toBe(
      401,
    );
  });

  it('that floods leaves places for others', async () => {
    const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    const slow = await createTestApp({ proxies: [proxy], passwordCost });
    const login = (from: string, n: number) =>
      slow.app.inject({
        method: 'POST',
        url: '/api/Auth/login',
        headers: { 'x-forwarded-for': from },
        payload: { email: `flood${n}@example.test`, password: 'guess-it' },
      });
    const flood = Array.from({ length: 60 }, (_, n) => login('196.43.0.9', n));
    const others = [1, 2, 3].map((n) => login(`196.43.1.${n}`, 100 + n));
    for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(401);
    const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(20);
  });
});
