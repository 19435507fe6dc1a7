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
});

/*
 * Each password takes long here, so that places stay taken until the flood has arrived. The server is the real
 * one; the cost is what a small machine under load feels.
 */
describe('a flood of guesses', { timeout: 120_000 }, () => {
  const slowCost = { memoryCost: 32_768, timeCost: 4, parallelism: 1 };
  const busyMessage = 'Too many requests. Please wait and try again.';
  let slow: TestApp;
  beforeAll(async () => {
    slow = await createTestApp({ proxies: [proxy], passwordCost: slowCost });
  });
  beforeEach(async () => {
    await slow.owner.rows('delete from throttles');
  });

  async function login(from: string, fields: Record<string, string>) {
    const response = await slow.app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      headers: { 'x-forwarded-for': from },
      payload: { password: 'guess-it', ...fields },
    });
    const { message, data } = response.json<{ message: string; data: { deviceToken: string } }>();
    return { status: response.statusCode, message, data };
  }
  const floodFrom = (addressOf: (n: number) => string, size: number) =>
    Array.from({ length: size }, (_, n) =>
      login(addressOf(n), { email: `flood${n}@example.test` }),
    );
  const areRefused = async (answers: readonly ReturnType<typeof login>[]) =>
    (await Promise.all(answers)).filter(({ status }) => status === 429).length;
  /** From then on no place of a stranger is free. */
  const untilBusy = (answers: readonly ReturnType<typeof login>[]) =>
    Promise.any(
      answers.map(async (answer) => {
        if ((await answer).message !== busyMessage) throw new Error('It had a place');
      }),
    );

  async function createOwner(): Promise<{ email: string; password: string }> {
    const email = `owner${++count}@example.test`;
    await createUser(slow.owner, { email, passwordHash: await hash(password, slowCost) });
    return { email, password };
  }

  it('from one address leaves places for others', async () => {
    const flood = floodFrom(() => '196.43.0.9', 40);
    const others = [1, 2, 3].map((n) =>
      login(`196.43.1.${n}`, { email: `other${n}@example.test` }),
    );
    for (const { status } of await Promise.all(others)) expect(status).toBe(401);
    expect(await areRefused(flood)).toBeGreaterThan(20);
  });

  it('from many addresses does not keep out who signs in at a known browser', async () => {
    const owner = await createOwner();
    const { deviceToken } = (await login('196.43.2.1', owner)).data;
    const flood = floodFrom(addressNo, 40);
    await untilBusy(flood);
    // Five at once: a single one might find a place that has just become free.
    const known = Array.from({ length: 5 }, () => login('196.43.2.1', { ...owner, deviceToken }));
    for (const { status, message } of await Promise.all(known)) expect(status, message).toBe(200);
    expect(await areRefused(flood)).toBeGreaterThan(10);
  });

  it('does not count what the server was too busy to look at', async () => {
    const { email } = await createOwner();
    const flood = floodFrom(addressNo, 40);
    await untilBusy(flood);
    const from = '196.43.3.1';
    const early = await Promise.all(Array.from({ length: 5 }, () => login(from, { email })));
    const looked = early.filter(({ status }) => status === 401).length;
    expect(looked).toBeLessThan(5);
    for (const { status, message } of early) if (status !== 401) expect(message).toBe(busyMessage);
    await Promise.all(flood);
    // As many are left as were not looked at, of five.
    for (let n = looked; n < 5; n++) expect((await login(from, { email })).status).toBe(401);
    expect((await login(from, { email })).message).toMatch(/^Too many failed sign-ins/);
  });
});

describe('a new password', () => {
  it('that was chosen by mail lets its owner in where strangers have used up all guesses', async () => {
    const email = await createPerson();
    // The very first sign-in is not told.
    await attempt(email);
    const own = '196.43.4.1';
    const guess = (from: string) => attempt(email, { secret: 'guess-it', from });
    for (let n = 0; n < 5; n++) expect((await guess(own)).status).toBe(401);
    for (let n = 0; n < 15; n++) expect((await guess(addressNo(n))).status).toBe(401);
    // The right password as well, at every browser that is not known.
    expect((await attempt(email, { from: own })).status).toBe(429);
    expect((await attempt(email, { from: '196.43.4.2' })).status).toBe(429);

    await test.call(null, 'POST', '/Auth/forgot-password', { email });
    await sendMails();
    const letter = mails.received.find(({ subject }) => subject?.startsWith('Choose a new'));
    const token = /#(\S+)/.exec(letter?.text ?? '')?.[1];
    const secret = 'Rolex-with-tea-5';
    const chosen = await test.app.inject({
      method: 'POST',
      url: '/api/Auth/link/password',
      headers: { 'x-forwarded-for': own },
      payload: { token, newPassword: secret },
    });
    expect(chosen.statusCode, chosen.body).toBe(200);
    // They go on meanwhile, and use up what strangers have for the new one as well.
    for (let n = 0; n < 20; n++) expect((await guess(addressNo(100 + n))).status).toBe(401);
    expect((await guess(addressNo(200))).status).toBe(429);
    // The browser with the link is known. Its first sign-in is told as one with a new browser.
    const { deviceToken } = chosen.json<{ data: { deviceToken: string } }>().data;
    for (const from of [own, '196.43.4.2']) {
      expect((await attempt(email, { secret, from, deviceToken })).status).toBe(200);
    }
    expect((await attempt(email, { secret, from: own })).status).toBe(429);
    await attempt(email, { secret, from: own, deviceToken });
    await sendMails();
    const isTold = (subject = '') => subject.startsWith('New sign-in');
    expect(subjectsTo(email).filter(isTold)).toHaveLength(1);
  });
});
