import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

/* Somebody forgot the password, and a person within reach makes the link for a new one. */

const ownChoice = 'Rolex-with-tea-5';
let withMail: TestApp;
let withoutMail: TestApp;
let server: MailServer;
let smtp: Smtp;
beforeAll(async () => {
  withMail = await createTestApp({ mailer: testMailer('smtp') });
  withoutMail = await createTestApp({ mailer: testMailer('none') });
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
});
beforeEach(async () => {
  server.received.length = 0;
  await withMail.owner.rows('delete from throttles');
});

const send = (test: TestApp, by: TestActor, userId: string) =>
  test.call(by, 'POST', `/User/${userId}/password-link`);
const setPassword = (test: TestApp, token: string) =>
  test.call(null, 'POST', '/Auth/link/password', { token, newPassword: ownChoice });
const look = async (test: TestApp, token: string) =>
  (await test.call(null, 'POST', '/Auth/link', { token })).status;
const tokenOf = (link: string | null) => link?.split('#')[1] ?? '';

async function team(test: TestApp) {
  const admin = await createMember(test.owner);
  const companyId = admin.companyId ?? '';
  const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
  const me = await test.call(colleague, 'GET', `/User/${colleague.userId}`);
  return { admin, companyId, colleague, email: me.body.data.email as string };
}

/** Delivers what waits, and returns all mails to this address, the newest last. */
async function mailsTo(address: string) {
  await runJobs(withMail, { smtp });
  return server.received.filter(({ to }) => to?.some((each) => each.address === address));
}

describe('where mail is sent', () => {
  it('is mailed to the person, names who sent it, and is not shown', async () => {
    const { admin, colleague, email } = await team(withMail);
    const sent = await send(withMail, admin, colleague.userId);
    expect([sent.status, sent.body.data]).toEqual([
      200,
      { expiresAt: expect.any(String), link: null },
    ]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Choose a new password for Sente');
    expect(mail?.text).toContain('Test Person of');
    const token = /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

    // Nothing changes until it is used.
    expect((await withMail.call(colleague, 'GET', `/User/${colleague.userId}`)).status).toBe(200);
    expect((await setPassword(withMail, token)).status).toBe(200);
    expect((await withMail.call(colleague, 'GET', `/User/${colleague.userId}`)).status).toBe(401);
    const login = { email, password: ownChoice };
    expect((await withMail.call(null, 'POST', '/Auth/login', login)).status).toBe(200);
    expect((await setPassword(withMail, token)).status).toBe(410);
    const told = (await mailsTo(email)).find(({ subject }) => subject?.includes('was changed'));
    expect(told?.text).toContain('with a link that Test Person of');
  });

  it('is limited like invitations: six mails a day', async () => {
    const { admin, colleague } = await team(withMail);
    const statuses: number[] = [];
    for (let each = 0; each < 7; each += 1) {
      statuses.push((await send(withMail, admin, colleague.userId)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe('where no mail can be sent', () => {
  it('is shown to whoever asked, works once and for an hour', async () => {
    const { admin, colleague, email } = await team(withoutMail);
    const forgot = await withoutMail.call(null, 'POST', '/Auth/forgot-password', { email });
    expect(forgot.body.message).toBe(
      'No mail can be sent from here. Ask an administrator of your company, or the provider, for a link.',
    );
    const sent = await send(withoutMail, admin, colleague.userId);
    const { link, expiresAt } = sent.body.data;
    expect(link).toContain('/set-password#');
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(61);
    expect((await setPassword(withoutMail, tokenOf(link))).status).toBe(200);
    expect((await setPassword(withoutMail, tokenOf(link))).status).toBe(410);
    const log = await withoutMail.owner.rows(
      "select actor_id from audit_log where subject_id = $1 and action = 'accessLinks.sendPasswordLink'",
      [colleague.userId],
    );
    expect(log).toEqual([{ actor_id: admin.userId }]);
  });

  it('ends the former one, and does not outlast the role of either', async () => {
    const { admin, companyId, colleague } = await team(withoutMail);
    const newToken = async () =>
      tokenOf((await send(withoutMail, admin, colleague.userId)).body.data.link);
    const former = await newToken();
    const token = await newToken();
    expect([await look(withoutMail, former), await look(withoutMail, token)]).toEqual([410, 200]);

    const staff = await createStaff(withoutMail.owner);
    const [role] = await withoutMail.owner.rows<{ id: string }>(
      "select id from roles where name = 'client_manager'",
    );
    const more = { userId: colleague.userId, roleId: role?.id };
    expect((await withoutMail.call(staff, 'POST', '/User/assign-role', more)).status).toBe(200);
    expect(await look(withoutMail, token)).toBe(410);

    const other = await createMember(withoutMail.owner, { companyId });
    const ofDemoted = await newToken();
    const [plain] = await withoutMail.owner.rows<{ id: string }>(
      "select id from roles where name = 'client_user'",
    );
    const less = { userId: admin.userId, roleId: plain?.id };
    expect((await withoutMail.call(staff, 'POST', '/User/assign-role', less)).status).toBe(200);
    expect(await look(withoutMail, ofDemoted)).toBe(410);

    const last = await newToken();
    const removed = await withoutMail.call(other, 'DELETE', `/User/${admin.userId}`);
    expect(removed.status, removed.text).toBe(200);
    expect(await look(withoutMail, last)).toBe(410);
  });
});

it('ends when whoever made it ends the own sessions', async () => {
  const { admin, colleague } = await team(withoutMail);
  const token = tokenOf((await send(withoutMail, admin, colleague.userId)).body.data.link);
  expect(await look(withoutMail, token)).toBe(200);
  const ended = await withoutMail.call(admin, 'DELETE', `/User/${admin.userId}/sessions`);
  expect(ended.status, ended.text).toBe(200);
  expect(await look(withoutMail, token)).toBe(410);
});

describe('is refused', () => {
  it('beyond the own reach, for oneself and for strangers', async () => {
    const { admin, companyId, colleague } = await team(withoutMail);
    const manager = await createMember(withoutMail.owner, { companyId, role: 'client_manager' });
    const stranger = await createMember(withoutMail.owner);
    const staff = await createStaff(withoutMail.owner);
    const statusOf = async (by: TestActor, of: TestActor) =>
      (await send(withoutMail, by, of.userId)).status;
    expect(await statusOf(manager, admin)).toBe(403);
    expect(await statusOf(colleague, admin)).toBe(403);
    expect(await statusOf(stranger, colleague)).toBe(404);
    expect(await statusOf(admin, staff)).toBe(404);
    expect(await statusOf(admin, admin)).toBe(403);
    expect(await statusOf(staff, staff)).toBe(403);
    expect(await statusOf(staff, admin)).toBe(200);
    const restricted = await signIn(
      withoutMail.owner,
      await createUser(withoutMail.owner, { isStaff: true, roles: ['Restricted'] }),
      null,
    );
    expect(await statusOf(restricted, colleague)).toBe(403);
  });

  it('for somebody who is invited or inactive', async () => {
    const { admin, companyId, colleague } = await team(withoutMail);
    const invited = await withoutMail.call(admin, 'POST', '/User', {
      firstName: 'Amina',
      lastName: 'Nansubuga',
      username: 'amina-of-links',
      email: 'amina-of-links@example.test',
      companyId,
    });
    const pending = await send(withoutMail, admin, invited.body.data.id);
    expect([pending.status, pending.body.message]).toEqual([
      409,
      'This person has not chosen a password yet. Send the invitation again.',
    ]);
    await withoutMail.owner.rows('update users set is_active = false where id = $1', [
      colleague.userId,
    ]);
    const inactive = await send(withoutMail, admin, colleague.userId);
    expect([inactive.status, inactive.body.message]).toEqual([
      409,
      'This person is inactive and could not sign in',
    ]);
  });
});
