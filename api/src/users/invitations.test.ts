import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { letTimePass, runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

let test: TestApp;
let admin: TestActor;
let server: MailServer;
let smtp: Smtp;
let count = 0;

beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('smtp') });
  admin = await createMember(test.owner);
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
});

const newPerson = (by: TestActor) => {
  const name = `prepared${++count}`;
  return {
    firstName: 'Amina',
    lastName: 'Nansubuga',
    username: name,
    email: `${name}@example.test`,
    companyId: by.companyId,
  };
};

async function create(app: TestApp, by: TestActor, more: object = {}) {
  const person = newPerson(by);
  const created = await app.call(by, 'POST', '/User', { ...person, ...more });
  expect(created.status, created.text).toBe(200);
  return { person, id: created.body.data.id as string, created };
}

const askedTo = (address: string) =>
  test.owner.rows("select id from mails where receiver = $1 and kind = 'asked-invitation'", [
    address,
  ]);
const invitationsTo = (address: string) =>
  test.owner.rows("select id from mails where receiver = $1 and kind = 'invitation'", [address]);

describe('somebody who is prepared for later', () => {
  it('is invited when activated, and not before', async () => {
    const { person, id, created } = await create(test, admin, { isActive: false });
    expect(created.body.data).toMatchObject({ isPending: true, isActive: false });
    expect(created.body.meta).toEqual({ invitation: null });
    expect(await invitationsTo(person.email)).toHaveLength(0);

    const resent = await test.call(admin, 'POST', `/User/${id}/invitation`);
    expect(resent.status).toBe(409);
    expect(resent.body.message).toBe('The invitation is sent when the user is activated');

    const right = `right-${person.email}`;
    const corrected = { ...person, email: right };
    const saved = await test.call(admin, 'PUT', `/User/${id}`, corrected);
    expect(saved.body.meta).toEqual({ invitation: null });
    expect(await invitationsTo(right)).toHaveLength(0);

    const activated = { ...corrected, isActive: true };
    const answer = await test.call(admin, 'PUT', `/User/${id}`, activated);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.meta).toMatchObject({ invitation: { link: null } });
    expect(await invitationsTo(right)).toHaveLength(1);
    expect(await invitationsTo(person.email)).toHaveLength(0);

    const again = await test.call(admin, 'PUT', `/User/${id}`, activated);
    expect(again.body.meta).toEqual({ invitation: null });
    expect(await invitationsTo(right)).toHaveLength(1);
  });

  it('has no former link that works again', async () => {
    const app = await createTestApp({ mailer: testMailer('none') });
    const by = await createMember(app.owner);
    const { person, id, created } = await create(app, by);
    const former = tokenOf(created.body.meta);
    await app.call(by, 'PUT', `/User/${id}`, { ...person, isActive: false });
    const active = await app.call(by, 'PUT', `/User/${id}`, { ...person, isActive: true });
    const look = (token: string) => app.call(null, 'POST', '/Auth/link', { token });
    expect((await look(former)).status).toBe(410);
    expect((await look(tokenOf(active.body.meta))).status).toBe(200);
  });
});

describe('an invitation that does not arrive', () => {
  const problemOf = async (id: string) =>
    (await test.call(admin, 'GET', `/User/${id}`)).body.data.invitationProblem;

  it('is shown with the user until the address is corrected', async () => {
    await runJobs(test, { smtp });
    const { person, id, created } = await create(test, admin);
    expect(created.body.data.invitationProblem).toBeNull();
    expect(created.body.data.invitationState).toBe('open');
    server.refusals.push(550);
    await runJobs(test, { smtp });
    const refused = { isFinal: true, reason: 'The mail server answered 550' };
    expect(await problemOf(id)).toEqual(refused);
    const path = `/User/company/${admin.companyId}/paged?searchTerm=${person.username}`;
    const { items } = (await test.call(admin, 'GET', path)).body.data;
    expect(items).toMatchObject([{ id, invitationProblem: refused }]);

    const corrected = { ...person, email: `right-${person.email}` };
    const saved = await test.call(admin, 'PUT', `/User/${id}`, corrected);
    expect(saved.body.data.invitationProblem).toBeNull();
    await runJobs(test, { smtp });
    expect(await problemOf(id)).toBeNull();
  });

  it('is shown while the mail server is away', async () => {
    const { id } = await create(test, admin);
    const away = createSmtp({ url: 'smtp://127.0.0.1:1', from: 'no-reply@sente.example' });
    await runJobs(test, { smtp: away });
    expect(await problemOf(id)).toMatchObject({ isFinal: false });
    await letTimePass(test.owner);
    await runJobs(test, { smtp });
    expect(await problemOf(id)).toBeNull();
  });
});

describe('an invited person who asks for a new password', () => {
  const forgot = (email: string) => test.call(null, 'POST', '/Auth/forgot-password', { email });
  const look = (token: string) => test.call(null, 'POST', '/Auth/link', { token });
  const letPass = async (id: string, interval: string) => {
    // What is queued until now arrives before what follows.
    await runJobs(test, { smtp });
    await test.owner.rows('delete from throttles');
    await test.owner.rows(
      `update access_links set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
       where user_id = $1`,
      [id, interval],
    );
  };
  /** Of the mails to this address, the newest first. */
  const tokensTo = async (address: string) => {
    await runJobs(test, { smtp });
    return server.received
      .filter(({ to }) => to?.[0]?.address === address)
      .map(({ text }) => /set-password#(\S+)/.exec(text ?? '')?.[1] ?? '')
      .toReversed();
  };

  it('gets a fresh invitation, and the earlier one works as well', async () => {
    const { person, id } = await create(test, admin);
    await letPass(id, '1 hour');
    const unknown = await forgot('nobody@example.test');
    expect((await forgot(person.email)).body).toEqual(unknown.body);
    const [fresh = '', earlier = ''] = await tokensTo(person.email);
    expect((await look(fresh)).body.data).toMatchObject({
      kind: 'invitation',
      name: 'Amina Nansubuga',
    });
    expect((await look(earlier)).status).toBe(200);
    expect(server.received.at(-1)?.text).toContain('You have not chosen a password yet');

    const newPassword = 'Rolex-with-tea-5';
    const chosen = await test.call(null, 'POST', '/Auth/link/password', {
      token: fresh,
      newPassword,
    });
    expect(chosen.status, chosen.text).toBe(200);
    expect((await look(earlier)).status).toBe(410);
  });

  it('gets it also after the first one has expired', async () => {
    const { person, id } = await create(test, admin);
    await letPass(id, '5 days');
    await forgot(person.email);
    const [fresh = '', expired = ''] = await tokensTo(person.email);
    expect((await look(expired)).status).toBe(410);
    expect((await look(fresh)).status).toBe(200);
  });

  it('gets nothing once the invitation was revoked, and no fresh link survives that', async () => {
    const { person, id } = await create(test, admin);
    await letPass(id, '1 hour');
    await forgot(person.email);
    expect((await test.call(admin, 'DELETE', `/User/${id}/invitation`)).status).toBe(200);
    await letPass(id, '1 hour');
    await forgot(person.email);
    const tokens = await tokensTo(person.email);
    expect(tokens).toHaveLength(2);
    for (const token of tokens) expect((await look(token)).status).toBe(410);
  });

  it.each(['is_active = false', 'deleted_at = now()'])(
    'gets nothing once whoever invited them has left (%s)',
    async (left) => {
      const inviter = await createMember(test.owner, { companyId: admin.companyId ?? '' });
      const { person, id } = await create(test, inviter);
      await letPass(id, '1 hour');
      await test.owner.rows(`update users set ${left} where id = $1`, [inviter.userId]);
      await forgot(person.email);
      expect(await tokensTo(person.email)).toHaveLength(1);
    },
  );

  it('gets nothing if it is revoked at that moment', async () => {
    const { person, id } = await create(test, admin);
    await letPass(id, '1 hour');
    let asked: ReturnType<typeof forgot> | undefined;
    await test.asOwner(async (db) => {
      await db.rows('select from users where id = $1 for no key update', [id]);
      asked = forgot(person.email);
      await someoneWaits(test.owner);
      await db.rows('update access_links set revoked_at = now() where user_id = $1', [id]);
    });
    await asked;
    const open = 'select from access_links where user_id = $1 and revoked_at is null';
    expect(await test.owner.rows(open, [id])).toEqual([]);
  });

  it('gets nothing two weeks after somebody invited them', async () => {
    const { person, id } = await create(test, admin);
    await letPass(id, '15 days');
    await forgot(person.email);
    expect(await tokensTo(person.email)).toHaveLength(1);
  });

  it('is not flooded: one mail a minute, two a day, and the inviter can still send one', async () => {
    const { person, id } = await create(test, admin);
    await letPass(id, '1 hour');
    await Promise.all([forgot(person.email), forgot(person.email)]);
    expect(await askedTo(person.email)).toHaveLength(1);
    for (let asked = 0; asked < 8; asked++) {
      await letPass(id, '1 hour');
      expect((await forgot(person.email)).status).toBe(200);
    }
    expect(await askedTo(person.email)).toHaveLength(2);
    const again = await test.call(admin, 'POST', `/User/${id}/invitation`, {});
    expect(again.status, again.text).toBe(200);
  });
});

describe('without mail', () => {
  it('a corrected address answers with the new link', async () => {
    const app = await createTestApp({ mailer: testMailer('none') });
    const by = await createMember(app.owner);
    const { person, id } = await create(app, by);
    const corrected = { ...person, email: `right-${person.email}` };
    const saved = await app.call(by, 'PUT', `/User/${id}`, corrected);
    const look = await app.call(null, 'POST', '/Auth/link', { token: tokenOf(saved.body.meta) });
    expect(look.body.data).toMatchObject({ kind: 'invitation', email: corrected.email });
  });
});

function tokenOf(meta: unknown): string {
  const { invitation } = meta as { invitation: { link: string } | null };
  return invitation?.link.split('#')[1] ?? '';
}
