import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { factoryPassword } from '../../test/factories.ts';
import { addApp, addPasskey, nextCode } from '../../test/factors.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { createSoftKey } from '../../test/passkeys.ts';
import { runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

/* Changes of a sign-in: whom they are told to, what is asked for them, and how often. */

const ownChoice = 'Rolex-with-tea-5';
const forgotUrl = 'https://portal.example.test/forgot-password';
const atTime = /[A-Z][a-z]+ \d\d, 20\d\d at \d{1,2}:\d\d [AP]M in Kampala/;
let test: TestApp;
let server: MailServer;
let smtp: Smtp;
let staff: TestActor;
let admin: TestActor;
let me: TestActor;
let before: Record<'firstName' | 'lastName' | 'username' | 'email' | 'companyName', string>;

beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('smtp') });
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
  staff = await createStaff(test.owner);
  admin = await createMember(test.owner);
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  me = await createMember(test.owner, { companyId: admin.companyId ?? '', role: 'client_user' });
  before = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
  await runJobs(test, { smtp });
  server.received.length = 0;
});

const put = (by: TestActor, fields: Record<string, unknown>, userId = me.userId) => {
  const { firstName, lastName, username, email } = before;
  return test.call(by, 'PUT', `/User/${userId}`, {
    firstName,
    lastName,
    username,
    email,
    ...fields,
  });
};
const post = (path: string, body: object) => test.call(null, 'POST', path, body);
const signsIn = async (email: string, password = factoryPassword) =>
  (await post('/Auth/login', { email, password })).status === 200;

/** The text of the newest mail to this address with this subject, in one line. */
async function mailTo(address: string, subject: string): Promise<string> {
  await runJobs(test, { smtp });
  const mail = server.received.findLast(
    (each) => each.to?.[0]?.address === address && each.subject === subject,
  );
  return mail?.text?.replaceAll(/\s+/g, ' ') ?? `No mail to ${address}: ${subject}`;
}
async function confirmationTo(address: string): Promise<string> {
  const text = await mailTo(address, 'Confirm your new email address');
  return /confirm-email#(\S+)/.exec(text)?.[1] ?? text;
}

describe('an email that somebody else enters', () => {
  it.each([
    ['staff', () => staff, () => "Test Person of the provider's staff"],
    ['a colleague', () => admin, () => `Test Person of ${before.companyName}`],
  ])('waits until the new address confirms it: %s', async (_, by, name) => {
    const email = `new-${before.email}`;
    const asked = await put(by(), { email });
    expect(asked.status, asked.text).toBe(200);
    expect(asked.body.data).toMatchObject({ email: before.email, newEmail: email });
    const warning = await mailTo(before.email, 'Your Sente email address will change');
    expect(warning).toContain(`${name()} asked on `);
    expect(warning).toMatch(atTime);
    expect(warning).toContain(`open ${forgotUrl}`);
    const question = await mailTo(email, 'Confirm your new email address');
    expect(question).toContain(`${name()} entered this address`);
    expect(await signsIn(email)).toBe(false);
    expect(await signsIn(before.email)).toBe(true);

    const token = await confirmationTo(email);
    expect((await post('/Auth/link/email', { token })).body.data).toEqual({ email });
    expect(await signsIn(before.email)).toBe(false);
    expect(await signsIn(email)).toBe(true);
    const told = await mailTo(before.email, 'Your Sente email address was changed');
    expect(told).toContain(`${name()} asked for it, and the new address confirmed it.`);
    expect(told).toMatch(atTime);
    expect(told).toContain(
      `Tell somebody who manages the users of ${before.companyName}, or the provider, at once`,
    );
  });

  it('is withdrawn by a colleague or by the person, and then confirmed by nobody', async () => {
    const email = `new-${before.email}`;
    const withdraw = (by: TestActor) => test.call(by, 'DELETE', `/User/${me.userId}/new-email`);
    for (const by of [admin, me]) {
      await put(admin, { email });
      const token = await confirmationTo(email);
      const withdrawn = await withdraw(by);
      expect(withdrawn.status, withdrawn.text).toBe(200);
      expect((await post('/Auth/link/email', { token })).status).toBe(410);
      expect((await withdraw(by)).status).toBe(409);
    }
    expect((await withdraw(await createMember(test.owner))).status).toBe(404);
    expect(await signsIn(before.email)).toBe(true);
  });

  it('is refused if somebody has it', async () => {
    const other = await createMember(test.owner, { companyId: admin.companyId ?? '' });
    const { email } = (await test.call(other, 'GET', `/User/${other.userId}`)).body.data;
    const refused = await put(staff, { email: email.toUpperCase() });
    expect(refused.body.fields).toEqual({ email: 'Email is already in use' });
  });

  it('is changed at once for somebody who cannot sign in, and told', async () => {
    const email = `new-${before.email}`;
    const changed = await put(admin, { email, isActive: false });
    expect(changed.body.data).toMatchObject({ email, newEmail: null });
    const told = await mailTo(before.email, 'Your Sente email address was changed');
    expect(told).toContain(`Test Person of ${before.companyName} changed it.`);
  });

  it.each([
    ['the person gets another role', () => put(staff, { roles: ['Manager'] })],
    [
      'whoever entered it leaves',
      () => test.owner.rows('update users set is_active = false where id = $1', [admin.userId]),
    ],
  ])('is not confirmed any more when %s', async (_, happens) => {
    const email = `new-${before.email}`;
    await put(admin, { email });
    const token = await confirmationTo(email);
    await happens();
    const { status } = await post('/Auth/link/email', { token });
    await test.owner.rows('update users set is_active = true where id = $1', [admin.userId]);
    expect(status).toBe(410);
  });
});

describe('an own email', () => {
  const change = (by: TestActor, fields: Record<string, unknown>) =>
    put(by, { email: `new-${before.email}`, currentPassword: factoryPassword, ...fields });
  beforeEach(async () => {
    me = await createMember(test.owner);
    before = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
  });

  it('needs a code of whoever has a second factor', async () => {
    const app = await addApp(test, me);
    const without = await change(app.actor, {});
    expect(without.status).toBe(400);
    expect(without.body.fields).toEqual({ code: 'Enter a code of your second factor' });
    const wrong = await change(app.actor, { code: '000000' });
    expect(wrong.body.fields).toHaveProperty('code');
    // The password is asked for first, and other changes need neither.
    const guessed = await change(app.actor, {
      currentPassword: 'Guessed-9',
      code: await nextCode(test, app),
    });
    expect(guessed.body.fields).toHaveProperty('currentPassword');
    expect((await put(app.actor, { firstName: 'Grace' })).status).toBe(200);
    const right = await change(app.actor, { code: await nextCode(test, app) });
    expect(right.status, right.text).toBe(200);
    expect(right.body.data.newEmail).toBe(`new-${before.email}`);
  });

  it('takes a recovery code or a passkey as well', async () => {
    const app = await addApp(test, me);
    const code = app.recoveryCodes[0] ?? '';
    expect((await change(app.actor, { code })).status).toBe(200);

    me = await createMember(test.owner);
    before = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    const key = createSoftKey();
    const { actor } = await addPasskey(test, me, key);
    const path = `/User/${me.userId}/factors/passkeys/challenge`;
    const { challenge, options } = (await test.call(actor, 'POST', path)).body.data;
    const passkey = { challenge, answer: key.answer(options) };
    const changed = await change(actor, { passkey });
    expect(changed.status, changed.text).toBe(200);
  });

  it('is told to the former address with what to do', async () => {
    await change(me, {});
    const warning = await mailTo(before.email, 'Your Sente email address will change');
    expect(warning).toContain('Somebody who knows your password asked on ');
    expect(warning).toContain(`If this was not you, open ${forgotUrl}`);
    const token = await confirmationTo(`new-${before.email}`);
    await post('/Auth/link/email', { token });
    const told = await mailTo(before.email, 'Your Sente email address was changed');
    expect(told).toContain('You asked for it, and the new address confirmed it.');
  });
});

describe('a changed password', () => {
  const subject = 'Your Sente password was changed';

  it('in Settings is told with the time and what to do', async () => {
    const body = {
      currentPassword: factoryPassword,
      newPassword: ownChoice,
      confirmNewPassword: ownChoice,
    };
    await test.call(me, 'PUT', `/User/${me.userId}/change-password`, body);
    const told = await mailTo(before.email, subject);
    expect(told).toContain('You changed your password in Settings on ');
    expect(told).toMatch(atTime);
    expect(told).toContain(`Open ${forgotUrl}`);
    expect(told).toContain(`tell somebody who manages the users of ${before.companyName}`);
    expect(told).toContain('A new password does not remove a passkey');
  });

  it('by a link is told as such', async () => {
    await post('/Auth/forgot-password', { email: before.email });
    const text = await mailTo(before.email, 'Choose a new password for Sente');
    const token = /set-password#(\S+)/.exec(text)?.[1];
    expect((await post('/Auth/link/password', { token, newPassword: ownChoice })).status).toBe(200);
    const told = await mailTo(before.email, subject);
    expect(told).toMatch(/was changed on .* with a link that was sent to this address/);
  });

  it('by staff is told with their name', async () => {
    expect((await put(staff, { password: 'Typed-by-staff-7' })).status).toBe(200);
    const told = await mailTo(before.email, subject);
    expect(told).toContain("Test Person of the provider's staff gave you a temporary password on ");
    expect(told).toMatch(atTime);
    expect(told).toContain('do not use the temporary password');
  });

  it('of staff names colleagues instead of a company', async () => {
    const colleague = await createStaff(test.owner);
    const { email } = (await test.call(colleague, 'GET', `/User/${colleague.userId}`)).body.data;
    const body = { currentPassword: factoryPassword, newPassword: ownChoice };
    const changed = await test.call(colleague, 'PUT', '/Admin/change-password', body);
    expect(changed.status, changed.text).toBe(200);
    expect(await mailTo(email, subject)).toContain('tell a colleague who administers Sente');
  });
});

it('an added factor is told with what to do about a passkey that somebody else added', async () => {
  await addPasskey(test, me, createSoftKey());
  const told = await mailTo(before.email, 'A second factor was added to your Sente sign-in');
  expect(told).toContain('A new password does not remove a passkey');
  expect(told).toContain('under Security, and remove what you do not know');
});

describe('an address that is mailed too often', () => {
  const isTooMany = (address: string) => ({
    status: 429,
    fields: { email: expect.stringMatching(`^${address} got many mails .* in 24 h\\.$`) },
  });
  const answerOf = ({ status, body }: Awaited<ReturnType<typeof put>>) => ({
    status,
    fields: body.fields,
  });

  it('is not invited any more, also not by others or in other letters', async () => {
    const email = `stranger-${before.email}`;
    const invited = (address: string, by = admin) =>
      test.call(by, 'POST', '/User', {
        firstName: 'Amina',
        lastName: 'Nansubuga',
        username: `invited-${address}`,
        email: address,
        companyId: by.companyId,
      });
    for (let n = 0; n < 3; n++) {
      const { status, body } = await invited(email);
      expect(status, body.message).toBe(200);
      const { id } = body.data;
      expect((await test.call(admin, 'POST', `/User/${id}/invitation`)).status).toBe(200);
      expect((await test.call(admin, 'DELETE', `/User/${id}`)).status).toBe(200);
    }
    expect(answerOf(await invited(email))).toEqual(isTooMany(email));
    const spelled = email.toUpperCase();
    const stranger = await createMember(test.owner);
    expect(answerOf(await invited(spelled, stranger))).toEqual(isTooMany(spelled));
    // Nothing of it was stored.
    const stored = 'select id from users where lower(email) = $1 and deleted_at is null';
    expect(await test.owner.rows(stored, [email])).toEqual([]);
    await test.owner.rows("update mails set created_at = created_at - interval '1 day'");
    expect((await invited(email)).status).toBe(200);
  });

  it('is not the target of changes again and again, as the new or the former one', async () => {
    const email = `stranger-${before.email}`;
    const others = Array.from({ length: 6 }, (_, n) => `other${n}-${before.email}`);
    for (let n = 0; n < 6; n++) expect((await put(admin, { email })).status).toBe(200);
    // Six to the new one and six to the former one.
    const forget = (address: string) =>
      test.owner.rows('delete from mails where receiver = $1', [address]);
    expect(answerOf(await put(admin, { email }))).toEqual(isTooMany(email));
    await forget(email);
    expect(answerOf(await put(admin, { email }))).toEqual(isTooMany(before.email));
    await forget(before.email);
    for (const other of others) expect((await put(admin, { email: other })).status).toBe(200);
    const last = await put(admin, { email: `last-${before.email}`, isActive: false });
    expect(answerOf(last)).toEqual(isTooMany(before.email));
  });

  it('is told of six new passwords: staff wait then, and the person changes it all the same', async () => {
    const told = async () => {
      await runJobs(test, { smtp });
      return server.received.filter(({ to }) => to?.[0]?.address === before.email).length;
    };
    for (let n = 0; n < 6; n++) {
      expect((await put(staff, { password: `Typed-by-staff-${n}` })).status).toBe(200);
    }
    const seventh = await put(staff, { password: 'Typed-by-staff-7' });
    expect(seventh.status).toBe(429);
    expect(seventh.body.message).toMatch(/^Too many new passwords for this person/);
    expect(await told()).toBe(6);

    const session = await post('/Auth/login', {
      email: before.email,
      password: 'Typed-by-staff-5',
    });
    const again = { ...me, token: session.body.data.token };
    const changed = await test.call(again, 'PUT', `/User/${me.userId}/change-password`, {
      currentPassword: 'Typed-by-staff-5',
      newPassword: ownChoice,
      confirmNewPassword: ownChoice,
    });
    expect(changed.status, changed.text).toBe(200);
    const mails = await test.owner.rows(
      "select 1 from mails where user_id = $1 and kind = 'password-changed'",
      [me.userId],
    );
    expect(mails).toHaveLength(6);
  });

  it('counts requests that arrive together', async () => {
    const email = `stranger-${before.email}`;
    const answers = await Promise.all(Array.from({ length: 9 }, () => put(admin, { email })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('is no concern where no mail is sent', async () => {
    const silent = await createTestApp({ mailer: testMailer('none') });
    const inviter = await createMember(silent.owner);
    const person = { firstName: 'Amina', lastName: 'Nansubuga', username: 'amina' };
    const body = { ...person, email: 'amina@example.test', companyId: inviter.companyId };
    const { data } = (await silent.call(inviter, 'POST', '/User', body)).body;
    for (let n = 0; n < 10; n++) {
      const again = await silent.call(inviter, 'POST', `/User/${data.id}/invitation`);
      expect(again.status).toBe(200);
    }
  });
});

it('a name in the own profile leads nowhere', async () => {
  const body = { firstName: 'www.evil.test', lastName: 'Nakato' };
  const refused = await test.submit(staff, 'PUT', '/Admin/profile', body);
  expect(refused.status).toBe(400);
  expect(refused.body.fields).toEqual({
    firstName: 'A name must not contain a web or email address',
  });
});
