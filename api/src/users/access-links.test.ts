import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { createUser, factoryPassword } from '../../test/factories.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

const ownChoice = 'Rolex-with-tea-5';
let test: TestApp;
let server: MailServer;
let smtp: Smtp;
let admin: TestActor;
let count = 0;

beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('smtp') });
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
  admin = await createMember(test.owner);
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  server.received.length = 0;
});

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
}
const namesOf = ({ firstName, lastName, username }: Person) => ({ firstName, lastName, username });

async function byMail(_: TestActor, { email }: Person): Promise<void> {
  await post('/Auth/forgot-password', { email });
  const { token } = await linkTo(email);
  const chosen = await post('/Auth/link/password', { token, newPassword: ownChoice });
  expect(chosen.status).toBe(200);
}

async function byOwnChange(me: TestActor): Promise<void> {
  const body = {
    currentPassword: factoryPassword,
    newPassword: ownChoice,
    confirmNewPassword: ownChoice,
  };
  const changed = await test.call(me, 'PUT', `/User/${me.userId}/change-password`, body);
  expect(changed.status, changed.text).toBe(200);
}

async function byEndingSessions(me: TestActor): Promise<void> {
  const ended = await test.call(me, 'DELETE', `/User/${me.userId}/sessions`);
  expect(ended.status, ended.text).toBe(200);
}

async function byStaff(me: TestActor, before: Person): Promise<void> {
  const staff = await createStaff(test.owner);
  const { companyId } = me;
  const body = { ...namesOf(before), email: before.email, companyId, password: 'Typed-by-staff-7' };
  const changed = await test.call(staff, 'PUT', `/User/${me.userId}`, body);
  expect(changed.status, changed.text).toBe(200);
}

const newPerson = () => {
  const name = `invited${++count}`;
  return {
    firstName: 'Amina',
    lastName: 'Nansubuga',
    username: name,
    email: `${name}@example.test`,
    companyId: admin.companyId,
  };
};

async function invitePerson(by = admin) {
  const person = newPerson();
  const created = await test.call(by, 'POST', '/User', { ...person, companyId: by.companyId });
  expect(created.status, created.text).toBe(200);
  return { ...person, id: created.body.data.id as string, created };
}

/** Delivers what waits, and returns the newest mail to this address. */
async function mailTo(address: string) {
  await runJobs(test, { smtp });
  return server.received.findLast(({ to }) => to?.some((each) => each.address === address));
}

const linkIn = /portal\.example\.test(\/[\w-]+)#(\S+)/;

/** Of the newest mail with a link: mails that are sent together arrive in any order. */
async function linkTo(address: string): Promise<{ path: string; token: string }> {
  await runJobs(test, { smtp });
  const mail = server.received.findLast(
    ({ to, text }) => to?.some((each) => each.address === address) && linkIn.test(text ?? ''),
  );
  const [, path = '', token = ''] = linkIn.exec(mail?.text ?? '') ?? [];
  return { path, token };
}

const post = (path: string, body: object) => test.call(null, 'POST', path, body);
const login = (email: string, password: string) => post('/Auth/login', { email, password });

describe('an invitation', () => {
  it('leads to an own password and works once', async () => {
    const { id, email, created } = await invitePerson();
    expect(created.body.data).toMatchObject({ isPending: true, isActive: true });
    expect(created.body.meta).toMatchObject({ invitation: { link: null } });
    expect((await login(email, ownChoice)).status).toBe(401);
    const { path, token } = await linkTo(email);
    expect(path).toBe('/set-password');

    const look = await post('/Auth/link', { token });
    expect(look.body.data).toMatchObject({ kind: 'invitation', name: 'Amina Nansubuga', email });
    const used = await post('/Auth/link/password', { token, newPassword: ownChoice });
    expect(used.body).toMatchObject({ success: true, data: { email } });
    const signedIn = await login(email, ownChoice);
    expect(signedIn.body.data.user).toMatchObject({ id, mustChangePassword: false });
    expect((await test.call(admin, 'GET', `/User/${id}`)).body.data.isPending).toBe(false);

    for (const path of ['/Auth/link', '/Auth/link/password']) {
      const again = await post(path, {
        token,
        ...(path.endsWith('d') && { newPassword: 'Another-8' }),
      });
      expect(again.status).toBe(410);
      expect(again.body.code).toBe('link_ended');
    }
  });

  it('is used once by two who hurry', async () => {
    const { email } = await invitePerson();
    const { token } = await linkTo(email);
    const answers = await Promise.all(
      ['First-choice-1', 'Other-choice-2'].map((newPassword) =>
        post('/Auth/link/password', { token, newPassword }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  it('is told with the user: when it was sent last, and when it ends', async () => {
    const { id } = await invitePerson();
    const read = async () => (await test.call(admin, 'GET', `/User/${id}`)).body.data;
    const first = await read();
    const again = await test.call(admin, 'POST', `/User/${id}/invitation`);
    const second = await read();
    expect(second.invitationExpiresAt).toBe(again.body.data.expiresAt);
    expect(second.invitationSentAt > first.invitationSentAt).toBe(true);
    expect(await read()).toMatchObject({ invitationState: 'open' });
    const me = (await test.call(admin, 'GET', `/User/${admin.userId}`)).body.data;
    expect(me).toMatchObject({ invitationSentAt: null, invitationExpiresAt: null });
  });

  const stateOf = async (id: string) =>
    (await test.call(admin, 'GET', `/User/${id}`)).body.data.invitationState;

  it('is sent again with a new link, and can be revoked', async () => {
    const { id, email } = await invitePerson();
    const first = await linkTo(email);
    const again = await test.call(admin, 'POST', `/User/${id}/invitation`);
    expect(again.body.data).toMatchObject({ link: null });
    const second = await linkTo(email);
    expect(second.token).not.toBe(first.token);
    expect((await post('/Auth/link', { token: first.token })).status).toBe(410);
    expect((await post('/Auth/link', { token: second.token })).status).toBe(200);
    expect(await stateOf(id)).toBe('open');
    expect((await test.call(admin, 'DELETE', `/User/${id}/invitation`)).status).toBe(200);
    expect((await post('/Auth/link', { token: second.token })).status).toBe(410);
    expect(await stateOf(id)).toBe('revoked');
    await test.call(admin, 'POST', `/User/${id}/invitation`);
    expect(await stateOf(id)).toBe('open');
  });

  it('ends after 72 hours', async () => {
    const { id, email } = await invitePerson();
    const { token } = await linkTo(email);
    const row = await test.owner.row<{ hours: number }>(
      `select extract(epoch from expires_at - created_at)::float8 / 3600 as hours
       from access_links order by created_at desc limit 1`,
    );
    expect(row?.hours).toBeCloseTo(72, 1);
    await test.owner.rows("update access_links set expires_at = now() - interval '1 second'");
    expect((await post('/Auth/link', { token })).status).toBe(410);
    expect(await stateOf(id)).toBe('expired');
  });

  it('ends when the address of the person changes, or the person is deactivated', async () => {
    const { id, email, ...person } = await invitePerson();
    const { token } = await linkTo(email);
    const { created: _created, ...fields } = person;
    const change = { ...fields, email: `other-${email}` };
    expect((await test.call(admin, 'PUT', `/User/${id}`, change)).status).toBe(200);
    expect((await post('/Auth/link', { token })).status).toBe(410);

    const second = await invitePerson();
    const link = await linkTo(second.email);
    await test.owner.rows('update users set is_active = false where id = $1', [second.id]);
    expect((await post('/Auth/link', { token: link.token })).status).toBe(410);
  });

  it('goes to the right address once it is corrected, and the wrong one learns nothing', async () => {
    const { id, email, ...names } = await invitePerson();
    await mailTo(email);
    server.received.length = 0;
    const right = `right-${email}`;
    const { firstName, lastName, username } = names;
    const body = { firstName, lastName, username, email: right };
    const corrected = await test.call(admin, 'PUT', `/User/${id}`, body);
    expect(corrected.status, corrected.text).toBe(200);
    const { token } = await linkTo(right);
    expect(server.received.map(({ to }) => to?.[0]?.address)).toEqual([right]);
    expect((await post('/Auth/link/password', { token, newPassword: ownChoice })).status).toBe(200);
  });

  it('cannot be sent to somebody who has come, nor by another company', async () => {
    const somebody = await createMember(test.owner, { companyId: admin.companyId ?? '' });
    const path = `/User/${somebody.userId}/invitation`;
    expect((await test.call(admin, 'POST', path)).status).toBe(409);
    const stranger = await createMember(test.owner);
    expect((await test.call(stranger, 'POST', path)).status).toBe(404);
  });

  it.each([
    ['short-7', 'Password must be at least 8 characters long'],
    ['password123', 'This password is one of the most common ones. Choose another.'],
    ['Nansubuga-1988', 'The password must not contain your name or that of your company'],
  ])('refuses the password %s', async (newPassword, message) => {
    const { email } = await invitePerson();
    const { token } = await linkTo(email);
    const refused = await post('/Auth/link/password', { token, newPassword });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ newPassword: message });
    expect((await post('/Auth/link', { token })).status).toBe(200);
  });

  it('is handed over by whoever invites where no mail can be sent', async () => {
    const silent = await createTestApp({ mailer: testMailer('none') });
    const inviter = await createMember(silent.owner);
    const person = { ...newPerson(), companyId: inviter.companyId };
    const created = await silent.call(inviter, 'POST', '/User', person);
    const { link } = (created.body.meta as { invitation: { link: string } }).invitation;
    const token = link.split('#')[1];
    const used = await silent.call(null, 'POST', '/Auth/link/password', {
      token,
      newPassword: ownChoice,
    });
    expect(used.status, used.text).toBe(200);
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string) => post('/Auth/forgot-password', { email });
  const letPass = (interval: string) =>
    test.owner.rows(
      'update access_links set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
      [interval],
    );
  const countLinks = async ({ userId }: TestActor) =>
    (await test.owner.rows('select id from access_links where user_id = $1', [userId])).length;

  it('is replaced with a link, which ends all sessions and is told', async () => {
    const me = await createMember(test.owner);
    const { email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    const asked = await forgot(email);
    expect(asked.body).toMatchObject({ success: true, data: null });
    const { token } = await linkTo(email);
    expect((await login(email, factoryPassword)).status).toBe(200);
    expect((await post('/Auth/link/password', { token, newPassword: ownChoice })).status).toBe(200);
    expect((await test.call(me, 'GET', `/User/${me.userId}`)).status).toBe(401);
    expect((await login(email, factoryPassword)).status).toBe(401);
    expect((await login(email, ownChoice)).status).toBe(200);
    await runJobs(test, { smtp });
    expect(server.received.map(({ subject }) => subject)).toContain(
      'Your Sente password was changed',
    );
  });

  it('is a way in at any browser while strangers guess', async () => {
    const me = await createMember(test.owner);
    const { email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    const spent = "now() + interval '10 hours'";
    await test.owner.rows(`insert into throttles (key, spent_until) values ($1, ${spent})`, [
      `sign-in:account:${me.userId}`,
    ]);
    expect((await login(email, factoryPassword)).status).toBe(429);
    await forgot(email);
    const { token } = await linkTo(email);
    const chosen = await post('/Auth/link/password', { token, newPassword: ownChoice });
    expect(chosen.status, chosen.text).toBe(200);
    expect((await login(email, ownChoice)).status).toBe(200);
  });

  it('can be chosen with an earlier link, however often strangers ask', async () => {
    const me = await createMember(test.owner);
    const { email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    await forgot(email);
    const { token } = await linkTo(email);
    const works = async () => (await post('/Auth/link', { token })).status === 200;
    // After 5, 10, 20, 40 and 55 minutes.
    for (const minutes of [5, 5, 10, 20, 15]) {
      await letPass(`${minutes} minutes`);
      await forgot(email);
      expect(await works()).toBe(true);
    }
    expect(await countLinks(me)).toBe(4);
    const { token: newest } = await linkTo(email);
    const chosen = await post('/Auth/link/password', { token, newPassword: ownChoice });
    expect(chosen.status, chosen.text).toBe(200);
    // One that was used ends all others, and the next one is sent at once.
    expect((await post('/Auth/link', { token: newest })).status).toBe(410);
    server.received.length = 0;
    await forgot(email);
    expect((await linkTo(email)).path).toBe('/set-password');
  });

  it('always has a link that works for half an hour, and gets three mails an hour at most', async () => {
    const me = await createMember(test.owner);
    const { email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    const open = `select max(expires_at) > now() + interval '29 minutes' as works from access_links
      where user_id = $1 and used_at is null and revoked_at is null`;
    for (let step = 0; step < 16; step++) {
      await letPass('15 minutes');
      await test.owner.rows('delete from throttles');
      await forgot(email);
      expect(await test.owner.row(open, [me.userId])).toEqual({ works: true });
    }
    expect(await countLinks(me)).toBeLessThanOrEqual(12);
  });

  it('is mailed every half hour after the first three, however often strangers ask', async () => {
    const me = await createMember(test.owner);
    const { email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    const sentAt: number[] = [];
    for (let minute = 0; minute < 180;) {
      await test.owner.rows('delete from throttles');
      await forgot(email);
      const isSent = (await countLinks(me)) > sentAt.length;
      if (isSent) sentAt.push(minute);
      // When another one might be sent: a minute after the last, and half an hour after it.
      const pause = isSent ? 1 : 29;
      await letPass(`${pause} minutes`);
      minute += pause;
    }
    await runJobs(test, { smtp });
    expect(sentAt).toEqual([0, 1, 2, 32, 62, 92, 122, 152]);
  }, 60_000);

  it('is answered the same for every address', async () => {
    const { email: invited } = await invitePerson();
    await runJobs(test, { smtp });
    server.received.length = 0;
    const off = await createUser(test.owner, { email: 'off@example.test' });
    await test.owner.rows('update users set is_active = false where id = $1', [off]);
    const me = await createMember(test.owner);
    const { email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    const answers = await Promise.all(
      [email, 'nobody@example.test', invited, 'off@example.test'].map(forgot),
    );
    const [known, ...others] = answers.map(({ status, body }) => ({ status, body }));
    for (const other of others) expect(other).toEqual(known);
    await runJobs(test, { smtp });
    expect(server.received.map(({ to }) => to?.[0]?.address)).toEqual([email]);
  });

  it('sends one mail however often it is asked within a minute, and refuses a flood', async () => {
    const me = await createMember(test.owner);
    const { email } = (await test.call(me, 'GET', `/User/${me.userId}`)).body.data;
    await Promise.all([forgot(email), forgot(email), forgot(email)]);
    await forgot(email);
    await runJobs(test, { smtp });
    expect(server.received).toHaveLength(1);
    await test.owner.rows('delete from throttles');
    const addresses = Array.from({ length: 14 }, (_, n) => (n % 2 ? email : `x${n}@example.test`));
    const flood = await Promise.all(addresses.map(forgot));
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('a password that somebody else typed', () => {
  it('must be changed before anything else works', async () => {
    const staff = await createStaff(test.owner);
    const person = { ...newPerson(), password: 'Typed-by-another-1' };
    const created = await test.call(staff, 'POST', '/User', person);
    expect(created.body.data.isPending).toBe(false);
    expect(created.body.meta).toEqual({ invitation: null });
    const { token, user } = (await login(person.email, person.password)).body.data;
    expect(user.mustChangePassword).toBe(true);
    const me = { token, userId: user.id, companyId: admin.companyId };
    const blocked = await test.call(me, 'GET', `/User/${user.id}`);
    expect(blocked.status).toBe(403);
    expect(blocked.body.code).toBe('password_change_required');
    const change = {
      currentPassword: person.password,
      newPassword: ownChoice,
      confirmNewPassword: ownChoice,
    };
    const changed = await test.call(me, 'PUT', `/User/${user.id}/change-password`, change);
    expect(changed.status, changed.text).toBe(200);
    const renewed = { ...me, token: changed.body.data.token };
    expect((await test.call(renewed, 'GET', `/User/${user.id}`)).status).toBe(200);
    // And once more when staff type another one.
    const { password: _typed, ...fields } = person;
    const reset = { ...fields, password: 'Typed-once-more-2' };
    expect((await test.call(staff, 'PUT', `/User/${user.id}`, reset)).status).toBe(200);
    const again = await login(person.email, 'Typed-once-more-2');
    expect(again.body.data.user.mustChangePassword).toBe(true);
  });
});

describe('an own email', () => {
  it('changes when the new address confirms it, and the former one is told', async () => {
    const me = await createMember(test.owner);
    const { data: before } = (await test.call(me, 'GET', `/User/${me.userId}`)).body;
    const email = `new-${before.email}`;
    const fields = {
      firstName: before.firstName,
      lastName: before.lastName,
      username: before.username,
      email,
      currentPassword: factoryPassword,
    };
    const asked = await test.call(me, 'PUT', `/User/${me.userId}`, fields);
    expect(asked.body.data).toMatchObject({ email: before.email, newEmail: email });
    const { path, token } = await linkTo(email);
    expect(path).toBe('/confirm-email');
    expect((await mailTo(before.email))?.subject).toBe('Your Sente email address will change');
    // It is no link for a password.
    const misused = await post('/Auth/link/password', { token, newPassword: ownChoice });
    expect(misused.status).toBe(410);
    const trust = 'select 1 from devices where user_id = $1 and trusted_until is not null';
    await test.owner.rows(
      "insert into devices (token_hash, user_id, trusted_until) values ('\\x01', $1, now() + interval '1 day')",
      [me.userId],
    );
    expect((await post('/Auth/link/email', { token })).body.data).toEqual({ email });
    expect(await test.owner.rows(trust, [me.userId])).toEqual([]);
    expect((await login(before.email, factoryPassword)).status).toBe(401);
    expect((await login(email, factoryPassword)).status).toBe(200);
    expect((await mailTo(before.email))?.subject).toBe('Your Sente email address was changed');
    expect((await post('/Auth/link/email', { token })).status).toBe(410);
  });

  // A thief at an open session asks for it, and the owner is warned by mail.
  it.each([
    ['chooses a new password by mail', byMail],
    ['changes the password', byOwnChange],
    ['ends all other sessions', byEndingSessions],
    ['gets a new password from staff', byStaff],
  ])('that waits for its confirmation ends when the person %s', async (_, defend) => {
    const me = await createMember(test.owner);
    const { data: before } = (await test.call(me, 'GET', `/User/${me.userId}`)).body;
    const email = `thief-${before.email}`;
    const body = { ...namesOf(before), email, currentPassword: factoryPassword };
    expect((await test.call(me, 'PUT', `/User/${me.userId}`, body)).status).toBe(200);
    const { token } = await linkTo(email);
    await defend(me, before);
    expect((await post('/Auth/link/email', { token })).status).toBe(410);
  });

  it('does not tell that another company uses the address', async () => {
    const other = await createMember(test.owner);
    const taken = (await test.call(other, 'GET', `/User/${other.userId}`)).body.data.email;
    const me = await createMember(test.owner);
    const { data: before } = (await test.call(me, 'GET', `/User/${me.userId}`)).body;
    const { firstName, lastName, username } = before;
    const fields = { firstName, lastName, username, email: taken };
    const asked = await test.call(me, 'PUT', `/User/${me.userId}`, {
      ...fields,
      currentPassword: factoryPassword,
    });
    expect(asked.status).toBe(200);
    const { token } = await linkTo(taken);
    const refused = await post('/Auth/link/email', { token });
    expect(refused.body.code).toBe('already_in_use');
  });
});
