import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { factoryPassword } from '../../test/factories.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { runJobs } from '../../test/webhooks.ts';
import { createSmtp } from '../mail/smtp.ts';

/*
 * A browser in which a person has signed in before has guesses of its own, and signing in with it is not told.
 * It may be a thief's.
 */

const newPassword = 'Rolex-with-tea-5';
let test: TestApp;
let mails: MailServer;
let me: TestActor;
let email: string;

beforeAll(async () => {
  test = await createTestApp({
    mailer: testMailer('smtp'),
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  });
  mails = await startMailServer();
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  me = await createMember(test.owner);
  ({ email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data);
});

async function login(password: string, deviceToken?: string) {
  const input = { email, password, ...(deviceToken && { deviceToken }) };
  const { status, body } = await test.call(null, 'POST', '/Auth/login', input);
  return { status, token: body.data?.token, deviceToken: body.data?.deviceToken };
}
const countMails = async (kind: string) =>
  (await test.owner.rows('select 1 from mails where user_id = $1 and kind = $2', [me.userId, kind]))
    .length;
const letPass = (interval: string) =>
  test.owner.rows('update throttles set spent_until = spent_until - $1::interval', [interval]);
const sendMails = () =>
  runJobs(test, { smtp: createSmtp({ url: mails.url, from: 'no-reply@sente.example' }) });

async function passwordLink(): Promise<string> {
  await test.call(null, 'POST', '/Auth/forgot-password', { email });
  await sendMails();
  const letter = mails.received.findLast(
    ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('Choose a new'),
  );
  return /#(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
}

const own = (rest: string) => `/User/${me.userId}${rest}`;
const thiefsSession = async (actor: TestActor) => {
  const sessions = (await test.call(actor, 'GET', own('/sessions'))).body.data;
  // The newest first.
  return sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id;
};

/** Each returns the password from then on. */
const defences: readonly (readonly [string, (actor: TestActor) => Promise<string>])[] = [
  [
    'chose a new password by mail',
    async () => {
      const token = await passwordLink();
      await test.call(null, 'POST', '/Auth/link/password', { token, newPassword });
      return newPassword;
    },
  ],
  [
    'changed the password',
    async (actor) => {
      const words = { newPassword, confirmNewPassword: newPassword };
      const body = { currentPassword: factoryPassword, ...words };
      await test.call(actor, 'PUT', own('/change-password'), body);
      return newPassword;
    },
  ],
  [
    'ended all other sessions',
    async (actor) => {
      await test.call(actor, 'DELETE', own('/sessions'));
      return factoryPassword;
    },
  ],
  [
    'ended its session',
    async (actor) => {
      await test.call(actor, 'DELETE', own(`/sessions/${await thiefsSession(actor)}`));
      return factoryPassword;
    },
  ],
  [
    'had all sessions ended by staff',
    async () => {
      await test.call(await createStaff(test.owner), 'DELETE', own('/sessions'));
      return factoryPassword;
    },
  ],
];

describe('the browser of a thief', () => {
  it.each(defences)('is a new one once the person %s', async (_what, defend) => {
    const mine = await login(factoryPassword);
    const thiefs = await login(factoryPassword);
    const password = await defend({ ...me, token: mine.token });
    const before = await countMails('new-device');
    const again = await login(password, thiefs.deviceToken);
    expect(again.status).toBe(200);
    expect(await countMails('new-device')).toBe(before + 1);
    // What it sends as its name is worth nothing any more.
    expect(again.deviceToken).not.toBe(thiefs.deviceToken);
  });

  it.each(defences.filter(([what]) => /changed|other|its/.test(what)))(
    'is forgotten, and that of the person is not, who %s',
    async (_what, defend) => {
      const mine = await login(factoryPassword);
      await login(factoryPassword);
      const password = await defend({ ...me, token: mine.token });
      const before = await countMails('new-device');
      expect((await login(password, mine.deviceToken)).deviceToken).toBe(mine.deviceToken);
      expect(await countMails('new-device')).toBe(before);
    },
  );

  it('is the person’s own if it has the present session, and stays known when another is ended', async () => {
    const mine = await login(factoryPassword);
    const again = await login(factoryPassword, mine.deviceToken);
    const actor = { ...me, token: again.token };
    const { body } = await test.call(actor, 'GET', own('/sessions'));
    for (const { id, isCurrent } of body.data) {
      if (!isCurrent) await test.call(actor, 'DELETE', own(`/sessions/${id}`));
    }
    expect((await login(factoryPassword, mine.deviceToken)).deviceToken).toBe(mine.deviceToken);
  });
});

describe('guesses in known browsers', () => {
  const devices = async (count: number) => {
    const tokens: string[] = [];
    for (let n = 0; n < count; n++) {
      tokens.push((await login(factoryPassword)).deviceToken);
      await test.owner.rows('delete from throttles');
    }
    return tokens;
  };

  it('are fewer than 100 a day together, and the owner is told', { timeout: 240_000 }, async () => {
    const browsers = await devices(3);
    let guesses = 0;
    let guessesBeforeMail = 0;
    for (let step = 0; step < 72; step++) {
      for (const browser of browsers) {
        for (let status = 401; status === 401;) {
          ({ status } = await login('guess-it', browser));
          if (status === 401) guesses += 1;
        }
      }
      if ((await countMails('guessing')) === 0) guessesBeforeMail = guesses;
      await letPass('20 minutes');
    }
    expect(guesses).toBeLessThan(100);
    expect(guesses).toBeGreaterThan(50);
    expect(guessesBeforeMail).toBeLessThan(30);
    expect(await countMails('guessing')).toBe(1);
    await sendMails();
    const letter = mails.received.findLast(({ subject }) => subject?.includes('guessing'));
    expect(letter?.text).toContain('in a browser in which you have signed in before');
  });

  it('in one of them do not keep the person out of another', { timeout: 240_000 }, async () => {
    const [mine, thiefs] = await devices(2);
    // Three days: what is used up faster than it comes back would be gone.
    for (let step = 0; step < 216; step++) {
      for (let status = 401; status === 401;) ({ status } = await login('guess-it', thiefs));
      if (step % 9 === 0) expect((await login(factoryPassword, mine)).status).toBe(200);
      await letPass('20 minutes');
    }
  });

  it('and of strangers, however slow, are fewer than 100 before the owner is told', async () => {
    const [browser] = await devices(1);
    let guesses = 0;
    // Both as many as nobody is told of at once, and then as slowly as strangers have to wait anyway.
    for (let n = 0; n < 19; n++) {
      for (const deviceToken of [browser, undefined]) {
        if ((await login('guess-it', deviceToken)).status === 401) guesses += 1;
        await letPass('10 minutes');
      }
    }
    while ((await countMails('guessing')) === 0 && guesses < 200) {
      if ((await login('guess-it')).status === 401) guesses += 1;
      await letPass('20 minutes');
    }
    expect(guesses).toBeLessThan(100);
  });

  it('are told as well if they are typed in an open session', async () => {
    const mine = await login(factoryPassword);
    const body = { currentPassword: 'guess-it', newPassword, confirmNewPassword: newPassword };
    for (let n = 0; n < 20; n++) {
      await test.call({ ...me, token: mine.token }, 'PUT', own('/change-password'), body);
      await letPass('1 minute');
    }
    expect(await countMails('guessing')).toBe(1);
  });

  it('are forgotten with a new password, which signs in at once', async () => {
    const browsers = await devices(3);
    for (const browser of browsers) {
      for (let n = 0; n < 20; n++) {
        await login('guess-it', browser);
        await letPass('30 seconds');
      }
    }
    const [mine] = browsers;
    for (let n = 0; n < 6; n++) await login('guess-it', mine);
    expect((await login(factoryPassword, mine)).status).toBe(429);
    const body = { token: await passwordLink(), newPassword, deviceToken: mine };
    const chosen = await test.call(null, 'POST', '/Auth/link/password', body);
    expect(chosen.status, chosen.text).toBe(200);
    expect((await login(newPassword, chosen.body.data.deviceToken)).status).toBe(200);
  });
});

describe('a new email that is confirmed', () => {
  const newDevice = () => countMails('new-device');

  async function changeAndConfirm(browser: string, deviceToken?: string): Promise<void> {
    const { data } = (await test.call(me, 'GET', own(''))).body;
    const { firstName, lastName, username } = data;
    const to = `new-${email}`;
    const values = { firstName, lastName, username, email: to, currentPassword: factoryPassword };
    expect((await test.call(me, 'PUT', own(''), values)).status).toBe(200);
    await sendMails();
    const letter = mails.received.findLast(({ to: [first] = [] }) => first?.address === to);
    const token = /#(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
    const body = { token, ...(deviceToken && { deviceToken }) };
    expect((await test.call(null, 'POST', '/Auth/link/email', body)).status).toBe(200);
    email = to;
    expect((await login(factoryPassword, browser)).status).toBe(200);
  }

  it('leaves the browser known in which it was confirmed', async () => {
    const { deviceToken } = await login(factoryPassword);
    await changeAndConfirm(deviceToken, deviceToken);
    expect(await newDevice()).toBe(0);
  });

  it('forgets all others, also one that the person never used', async () => {
    const { deviceToken } = await login(factoryPassword);
    await changeAndConfirm(deviceToken, 'sente_device_of_somebody_else');
    expect(await newDevice()).toBe(1);
  });
});
