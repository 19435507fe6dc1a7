import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { addApp, nextCode, type WithApp } from '../../test/factors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { newsOf } from '../../test/news.ts';
import { letTimePass, runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

/* A stolen session alone loosens nothing, and whoever else is responsible is told, once each. */

let test: TestApp;
let server: MailServer;
let smtp: Smtp;
beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('smtp') });
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
});
beforeEach(async () => {
  await test.owner.rows('delete from throttles');
  await test.owner.rows('delete from notification_events');
  server.received.length = 0;
  await test.owner.rows('update platform_settings set staff_need_factor = false');
});

const password = { currentPassword: factoryPassword };
const fieldOf = ({ body }: { body: { fields?: object } }) => Object.keys(body.fields ?? {});

/** Delivers what waits; the letters about protection of each of these people, by subject and text. */
async function lettersTo(...people: TestActor[]) {
  await runJobs(test, { smtp });
  // The fourth of an hour waits.
  await letTimePass(test.owner);
  await runJobs(test, { smtp });
  const news = newsOf(() => test);
  const told: Record<string, string[]> = {};
  for (const person of people) {
    const email = await news.emailOf(person);
    const bell = (await news.list(person)).filter(({ kind }) => kind === 'protection');
    const mails = server.received.filter(({ to }) => to?.[0]?.address === email);
    const texts = mails.map(({ subject, text }) => `${subject}\n${text}`.replaceAll(/\s+/g, ' '));
    // What the bell says stands in one mail, and in one alone.
    for (const { title, text } of bell) {
      expect(texts.filter((mail) => mail.includes(title) && mail.includes(text))).toHaveLength(1);
    }
    told[person.userId] = bell.map(({ title, text, link }) => [title, text, link].join(' | '));
  }
  return (person: TestActor) => told[person.userId];
}
const by = 'Test Person';
const ifUnexpected =
  'If you did not expect this, ask them. If it was not them, open their page under Users, choose Sign Out Everywhere, and undo it.';

async function team() {
  const admin = await createMember(test.owner);
  const companyId = admin.companyId ?? '';
  const other = await createMember(test.owner, { companyId });
  const colleague = await createMember(test.owner, { companyId, role: 'client_user' });
  return { admin, other, colleague, companyId };
}

describe('a company that needs no second factor any more', () => {
  it('is asked for with the password, and told to its other administrators', async () => {
    const { admin, other, colleague, companyId } = await team();
    const app = await addApp(test, admin);
    await test.owner.rows('update companies set people_need_factor = true where id = $1', [
      companyId,
    ]);
    const mine = (proof: object) =>
      test.call(app.actor, 'PUT', `/Company/${companyId}/factor-rule`, {
        isRequired: false,
        ...proof,
      });
    expect(fieldOf(await mine({}))).toEqual(['currentPassword']);
    expect(fieldOf(await mine({ currentPassword: 'Wrong-one-7' }))).toEqual(['currentPassword']);
    expect(fieldOf(await mine(password))).toEqual(['code']);
    const off = await mine({ ...password, code: await nextCode(test, app) });
    expect([off.status, off.body.data?.isRequired]).toEqual([200, false]);
    const told = await lettersTo(app.actor, other, colleague);
    expect(told(other)).toEqual([
      `Sign-in protection was reduced | ${by} allowed the people of your company to sign in with the password alone. ${ifUnexpected} | /client/settings?tab=company`,
    ]);
    expect([told(app.actor), told(colleague)]).toEqual([[], []]);
  });

  it('is asked for again without one: the stricter way needs none', async () => {
    const { admin, companyId } = await team();
    const on = await test.call(admin, 'PUT', `/Company/${companyId}/factor-rule`, {
      isRequired: true,
    });
    expect(on.status, on.text).toBe(200);
    const sql = "select from notification_events where kind = 'protection'";
    expect(await test.owner.rows(sql)).toEqual([]);
  });
});

describe('the removal of the factor of somebody else', () => {
  it('is asked for with the password, and told to the other administrators', async () => {
    const { admin, other, colleague } = await team();
    const { actor: person } = await addApp(test, colleague);
    const reset = (proof: object) =>
      test.call(admin, 'POST', `/User/${person.userId}/factors/reset`, {
        reason: 'Lost the phone',
        ...proof,
      });
    expect(fieldOf(await reset({}))).toEqual(['currentPassword']);
    expect(fieldOf(await reset({ currentPassword: 'Wrong-one-7' }))).toEqual(['currentPassword']);
    expect((await test.call(person, 'GET', `/User/${person.userId}`)).status).toBe(200);
    expect((await reset(password)).status).toBe(200);
    const told = await lettersTo(admin, other);
    expect(told(other)).toEqual([
      `Sign-in protection was reduced | ${by} removed the second factor of Test Person. ${ifUnexpected} | /client/users/${person.userId}`,
    ]);
    expect(told(admin)).toEqual([]);
  });

  it('of staff is approved with the password, one by one, and told when it is done', async () => {
    const [chief, second, third] = [
      await createStaff(test.owner),
      await createStaff(test.owner),
      await createStaff(test.owner),
    ];
    const { actor: person } = await addApp(test, await createStaff(test.owner, 'Support'));
    const asked = await test.call(chief, 'POST', `/User/${person.userId}/factors/reset`, {
      reason: 'Lost the phone',
      ...password,
    });
    const id = (asked.body.meta as { approvalId: string }).approvalId;
    // A request is told as one that waits, and not twice.
    expect((await lettersTo(third))(third)).toEqual([]);
    const { askedAt, needsProof } = (await test.call(second, 'GET', `/Approvals/${id}`)).body.data;
    expect(needsProof).toBe(true);
    const approve = (proof: object) =>
      test.call(second, 'POST', `/Approvals/${id}/approve`, { askedAt, ...proof });
    expect(fieldOf(await approve({}))).toEqual(['currentPassword']);
    const several = await test.call(second, 'POST', '/Approvals/decide', {
      decision: 'approve',
      items: [{ id, askedAt }],
    });
    expect(several.body.data).toEqual([
      { id, isDone: false, message: 'Approve this one by itself: it needs your password' },
    ]);
    expect((await approve(password)).status).toBe(200);
    const told = await lettersTo(chief, second, third);
    expect(told(third)?.[0]).toContain('removed the second factor of Test Person');
    expect(told(third)?.[0]).toContain(`/users/${person.userId}`);
    // Who asked for it hears that it was decided, and who decided it knows.
    expect([told(chief), told(second)]).toEqual([[], []]);
  });
});

describe('staff who need no second factor any more', () => {
  it('are decided about with the password by both, and told to the others', async () => {
    const apps: WithApp[] = [];
    for (let each = 0; each < 3; each += 1) {
      apps.push(await addApp(test, await createStaff(test.owner)));
    }
    const [one, other, third] = apps as [WithApp, WithApp, WithApp];
    await test.owner.rows('update platform_settings set staff_need_factor = true');
    const settings = (await test.call(one.actor, 'GET', '/PlatformSettings')).body.data;
    const save = (changes: object) =>
      test.call(one.actor, 'PUT', '/PlatformSettings', { ...settings, ...changes });
    expect((await save({ approvalExpiryDays: settings.approvalExpiryDays + 1 })).status).toBe(200);
    expect(fieldOf(await save({ staffNeedFactor: false }))).toEqual(['currentPassword']);
    const proof = async (app: WithApp) => ({ ...password, code: await nextCode(test, app) });
    const asked = await save({ staffNeedFactor: false, ...(await proof(one)) });
    const id = (asked.body.meta as { approvalId: string }).approvalId;
    const { askedAt } = (await test.call(other.actor, 'GET', `/Approvals/${id}`)).body.data;
    const approve = (shown: object) =>
      test.call(other.actor, 'POST', `/Approvals/${id}/approve`, { askedAt, ...shown });
    expect(fieldOf(await approve({}))).toEqual(['currentPassword']);
    expect((await approve(await proof(other))).status).toBe(200);
    const told = await lettersTo(one.actor, other.actor, third.actor);
    expect(told(third.actor)?.[0]).toContain('allowed staff to sign in with the password alone');
    expect([told(one.actor), told(other.actor)]).toEqual([[], []]);
  });
});

describe('what is done to the sign-in of somebody else', () => {
  it('is told to the other administrators of the company, also by the provider', async () => {
    const { admin, other, colleague, companyId } = await team();
    const path = `/User/${colleague.userId}`;
    const { data } = (await test.call(admin, 'GET', path)).body;
    const { firstName, lastName, username } = data;
    const values = { firstName, lastName, username, email: data.email };
    const done = async (actor: TestActor, method: 'POST' | 'PUT', at: string, body: object) => {
      const answer = await test.call(actor, method, at, body);
      expect(answer.status, answer.text).toBe(200);
    };
    const told = async () => (await lettersTo(admin, other))(other)?.[0];
    await done(admin, 'POST', `${path}/password-link`, {});
    expect(await told()).toContain(
      `A password link was made | ${by} made a link with which Test Person can choose a new password.`,
    );
    await done(admin, 'PUT', path, { ...values, email: `new-${data.email}` });
    expect(await told()).toContain(`${by} entered a new email for Test Person.`);
    await done(admin, 'PUT', path, { ...values, roles: ['Admin'] });
    expect(await told()).toContain(`New administrator | ${by} gave Test Person the role Admin.`);
    const names = { firstName: 'Amina', lastName: 'Nansubuga', username: 'amina-told' };
    const person = { ...names, email: 'amina-told@example.test', companyId, roles: ['Manager'] };
    await done(admin, 'POST', '/User', person);
    expect(await told()).toContain(`${by} gave Amina Nansubuga the role Manager.`);
    const staff = await createStaff(test.owner);
    await done(staff, 'PUT', path, { ...values, password: 'Rolex-with-tea-5' });
    expect(await told()).toContain(
      `The provider's staff gave Test Person a temporary password. If you did not expect this, ask the provider at once.`,
    );
  });

  it('is told to nobody with Security Alerts off', async () => {
    const { admin, other, colleague } = await team();
    const path = '/Notifications/preferences';
    const { data } = (await test.call(other, 'GET', path)).body;
    const off = await test.call(other, 'PUT', path, { ...data, securityAlerts: false });
    expect(off.status, off.text).toBe(200);
    await test.call(admin, 'POST', `/User/${colleague.userId}/password-link`, {});
    expect((await lettersTo(other))(other)).toEqual([]);
    const news = newsOf(() => test);
    const email = await news.emailOf(other);
    const subjects = server.received
      .filter(({ to }) => to?.[0]?.address === email)
      .map(({ subject }) => subject);
    // The last one, that there are no more about new sign-ins.
    expect(subjects).toEqual(['No more mails about new sign-ins to Sente']);
  });

  it('of staff is told to those who grant staff roles', async () => {
    const [chief, second, support, helped] = [
      await createStaff(test.owner),
      await createStaff(test.owner),
      await createStaff(test.owner, 'Support'),
      await createStaff(test.owner, 'Support'),
    ];
    const made = await test.call(chief, 'POST', `/User/${helped.userId}/password-link`, {});
    expect(made.status, made.text).toBe(200);
    const told = await lettersTo(chief, second, support, helped);
    expect(told(second)?.[0]).toContain('A password link was made');
    expect([told(chief), told(support), told(helped)]).toEqual([[], [], []]);
  });
});
