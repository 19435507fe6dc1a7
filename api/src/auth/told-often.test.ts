import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { factoryPassword } from '../../test/factories.ts';
import { addApp, nextCode } from '../../test/factors.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { newsOf } from '../../test/news.ts';
import { runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

/*
 * Mails about the own sign-in go to an address that may be a stranger's: a company enters any address with a password
 * of its own, and signs in with it as often as it likes.
 */

let test: TestApp;
let server: MailServer;
let smtp: Smtp;
let admin: TestActor;
let me: TestActor;
let email: string;

beforeAll(async () => {
  test = await createTestApp({
    mailer: testMailer('smtp'),
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  });
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  admin = await createMember(test.owner);
  me = await createMember(test.owner, { companyId: admin.companyId ?? '', role: 'client_user' });
  ({ email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data);
});

const countMails = async (...kinds: string[]) =>
  (
    await test.owner.rows('select 1 from mails where user_id = $1 and kind = any ($2)', [
      me.userId,
      kinds,
    ])
  ).length;
const factorsPath = () => `/User/${me.userId}/factors`;
const reset = (by: TestActor, of: TestActor) =>
  test.call(by, 'POST', `/User/${of.userId}/factors/reset`, {
    reason: 'Lost the phone',
    currentPassword: factoryPassword,
  });

describe('a person is mailed six times at once', () => {
  it('of sign-ins with new browsers, which the bell goes on telling', async () => {
    for (let n = 0; n < 9; n++) {
      const body = { email: n % 2 ? email.toUpperCase() : email, password: factoryPassword };
      expect((await test.call(null, 'POST', '/Auth/login', body)).status).toBe(200);
    }
    expect(await countMails('new-device')).toBe(6);
    await runJobs(test, { smtp });
    const news = await newsOf(() => test).list(me);
    expect(new Set(news.map(({ kind }) => kind))).toEqual(new Set(['new-sign-in']));
  });

  it('of alerts that are switched off', async () => {
    const path = '/Notifications/preferences';
    const { data } = (await test.call(me, 'GET', path)).body;
    for (let n = 0; n < 8; n++) {
      await test.call(me, 'PUT', path, { ...data, securityAlerts: true });
      const off = await test.call(me, 'PUT', path, { ...data, securityAlerts: false });
      expect(off.status, off.text).toBe(200);
    }
    expect(await countMails('alerts-off')).toBe(6);
  });

  it('of changes of the own second factor and of used recovery codes, together', async () => {
    let app = await addApp(test, me);
    for (let n = 0; n < 4; n++) {
      const code = app.recoveryCodes[0] ?? (await nextCode(test, app));
      const proof = { currentPassword: factoryPassword, code };
      const removed = await test.call(app.actor, 'POST', `${factorsPath()}/app/remove`, proof);
      expect(removed.status, removed.text).toBe(200);
      app = await addApp(test, { ...me, token: removed.body.data.token });
    }
    const [{ count } = { count: 0 }] = await test.owner.rows<{ count: number }>(
      'select count(*)::int as count from mails where user_id = $1',
      [me.userId],
    );
    expect(count).toBe(6);
  });

  it('of a removed factor, which is refused then: the person would not know', async () => {
    for (let n = 0; n < 7; n++) {
      const { actor } = await addApp(test, me);
      const { status, body } = await reset(admin, me);
      if (n < 6) expect(status).toBe(200);
      else {
        expect(status).toBe(429);
        expect(body.message).toMatch(/^Too many removals of this second factor\. Try again in/);
        expect((await test.call(actor, 'GET', factorsPath())).body.data.app).not.toBeNull();
      }
      me = await signIn(test.owner, me.userId, me.companyId);
      await test.owner.rows("delete from throttles where key not like '%-news:%'");
    }
  });
});

it.each([
  ['staff', () => createStaff(test.owner), () => "Test Person of the provider's staff"],
  ['a colleague', async () => admin, (company: string) => `Test Person of ${company}`],
])('a factor that %s removed is told with who, when and what to do', async (_, find, name) => {
  const by = await find();
  const { data } = (await test.call(me, 'GET', `/User/${me.userId}`)).body;
  await addApp(test, me);
  expect((await reset(by, me)).status).toBe(200);
  await runJobs(test, { smtp });
  const letter = server.received.findLast(({ to }) => to?.[0]?.address === email);
  const text = letter?.text?.replaceAll(/\s+/g, ' ') ?? '';
  expect(letter?.subject).toBe('Your second factor of Sente was removed');
  expect(text).toContain(`${name(data.companyName)} removed your second factor on `);
  expect(text).toMatch(
    / on [A-Z][a-z]+ \d+, 20\d\d at [\d:]+ [AP]M in Kampala\. Your password alone is enough/,
  );
  expect(text).toContain('open https://portal.example.test/forgot-password');
  expect(text).toContain(`somebody who manages the users of ${data.companyName}`);
  expect(text).not.toContain('because you');
});
