import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMember, createStaff, signIn, type TestActor } from '../../test/actors.ts';
import { openBrakeDesk, type BrakeDesk } from '../../test/brakes.ts';
import { createPayment, createUser, factoryPassword } from '../../test/factories.ts';
import { addApp } from '../../test/factors.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import {
  createMerchant,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from '../../test/mobile-money.ts';
import { newsOf } from '../../test/news.ts';
import { runJobs } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

/* What other features tell people of. */

let test: MobileMoney;
let desk: BrakeDesk;
let merchant: Merchant;
let member: TestActor;
let mails: MailServer;
let smtp: Smtp;
const news = newsOf(() => test);
beforeAll(async () => {
  test = await startMobileMoney();
  desk = await openBrakeDesk(test);
  mails = await startMailServer();
  smtp = createSmtp({ url: mails.url, from: 'Sente <no-reply@sente.example>' });
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 1_000_000_00n);
  const { companyId } = merchant;
  member = await createMember(test.owner, { companyId, role: 'client_manager' });
  await runJobs(test, { smtp });
  mails.received.length = 0;
});
const work = () => runJobs(test, { smtp });
const mailsTo = async (actor: TestActor) => {
  const email = await news.emailOf(actor);
  return mails.received
    .filter(({ to }) => to?.[0]?.address === email)
    .map(({ subject }) => subject);
};

describe('a payout brake', () => {
  it('is told to the company and to staff when it is tripped and when it ends', async () => {
    const stranger = await createMember(test.owner);
    const brakeId = await desk.trip(merchant);
    await work();
    const ours = async (actor: TestActor) =>
      (await news.list(actor)).filter(({ kind }) => kind === 'payouts-stopped');
    expect(await ours(member)).toMatchObject([{ title: 'Payouts are stopped', link: '/client' }]);
    expect((await ours(member))[0]?.text).toContain(desk.reason);
    expect((await ours(desk.approver))[0]).toMatchObject({ link: `/brake/${brakeId}` });
    expect(await ours(stranger)).toEqual([]);
    expect(await mailsTo(member)).toEqual(['Payouts are stopped']);

    const proposal = await desk.propose(brakeId, { decision: 'release' });
    await work();
    // Who proposed it is not asked to approve it.
    const waits = async (actor: TestActor) =>
      (await news.list(actor)).filter(({ kind }) => kind === 'approval-waits');
    expect((await waits(desk.approver))[0]?.title).toBe(
      'A proposal to end a payout brake waits for your approval',
    );
    expect(await waits(desk.asker)).toEqual([]);

    expect((await desk.approve(proposal)).status).toBe(200);
    await work();
    expect((await ours(member))[0]).toMatchObject({
      title: 'Payouts are no longer stopped',
      text: expect.stringContaining('go on'),
    });
    expect((await ours(desk.asker))[0]?.title).toBe('Payouts are no longer stopped');
    const decided = (await news.list(desk.asker)).find(({ kind }) => kind === 'request-decided');
    expect(decided?.title).toBe('Your proposal to end a payout brake was approved');
  });

  it('of all companies is told to the people of each', async () => {
    const other = await createMember(test.owner);
    const chief = await createStaff(test.owner);
    // Also if an expectation fails: else it stops the payouts of the other tests.
    onTestFinished(async () => {
      await test.owner.rows(
        'delete from payout_brakes where company_id is null and ended_at is null',
      );
    });
    const reason = 'A stolen key of Okello Ltd';
    const tripped = await test.call(chief, 'POST', '/PayoutBrakes', { reason });
    expect(tripped.status, tripped.text).toBe(200);
    await work();
    const told = async (actor: TestActor) =>
      (await news.list(actor)).find(({ title }) => title === 'All payouts are stopped')?.text;
    const mailed = async (actor: TestActor) => {
      const email = await news.emailOf(actor);
      return mails.received.find(({ to }) => to?.[0]?.address === email)?.text;
    };
    const text = 'The payouts of all companies wait until two people have decided.';
    // The reason may be about another company.
    for (const actor of [member, other]) {
      expect(await told(actor)).toBe(text);
      expect(await mailed(actor)).toContain(text);
      expect(await mailed(actor)).not.toContain('Okello');
    }
    expect(await told(chief)).toBe(`${text} ${reason}`);
    expect(await mailed(chief)).toContain(reason);
    const events = await test.owner.rows(
      "select from notification_events where data::text like '%Okello%'",
    );
    expect(events).toEqual([]);
  });
});

it('a proposal about a payment that is rejected twice is told twice', async () => {
  const { companyId } = merchant;
  const paymentId = await createPayment(test.owner, companyId, { status: 'FAILED' });
  const id = uuidV7();
  await test.owner.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind)
     values ($1, $2, $3, 'late_success')`,
    [id, companyId, paymentId],
  );
  for (const [minutes, reason] of [
    [2, 'Too early'],
    [1, 'Still too early'],
  ] as const) {
    await test.owner.rows(
      `update payment_reviews set decision = 'book', note = 'On the statement', proposed_by = $2,
         proposed_at = date_trunc('milliseconds', now()) - make_interval(mins => $3)
       where id = $1`,
      [id, desk.asker.userId, minutes],
    );
    const { askedAt } = (await test.call(desk.approver, 'GET', `/Approvals/${id}`)).body.data;
    const body = { askedAt, reason };
    const answer = await test.call(desk.approver, 'POST', `/Approvals/${id}/reject`, body);
    expect(answer.status, answer.text).toBe(200);
  }
  await work();
  const told = (await news.list(desk.asker)).filter(
    ({ title }) => title === 'Your decision about a payment was rejected',
  );
  expect(told).toHaveLength(2);
});

describe('a sign-in with a new browser', () => {
  const lastAlert = 'No more mails about new sign-ins to Sente';
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' };
  const login = (email: string) =>
    test.app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      headers,
      payload: { email, password: factoryPassword },
    });

  async function person() {
    const { companyId } = merchant;
    const id = await createUser(test.owner, { companyId, roles: ['client_manager'] });
    const actor = await signIn(test.owner, id, companyId);
    const email = await news.emailOf(actor);
    expect((await login(email)).statusCode).toBe(200);
    return { actor, email };
  }

  it('is told in the bell and by one mail', async () => {
    const { actor, email } = await person();
    await login(email);
    await work();
    expect(await news.list(actor)).toMatchObject([
      { kind: 'new-sign-in', link: '/client/settings?tab=security' },
    ]);
    expect(await mailsTo(actor)).toEqual(['New sign-in to Sente']);
  });

  it('is one entry with those before it that the person has not read', async () => {
    const { actor, email } = await person();
    for (let turn = 0; turn < 5; turn += 1) {
      await login(email);
      await work();
    }
    const [entry, ...others] = await news.list(actor);
    expect(others).toEqual([]);
    expect(entry?.title).toBe('5 new sign-ins');
    expect(entry?.text).toMatch(
      /^With .* from 127\.0\.0\.1\. Before that: .*; .*; .*; and 1 more\. If it was not you/,
    );
    await test.call(actor, 'POST', `/Notifications/${entry?.id}/read`);
    await login(email);
    await work();
    expect(await news.titles(actor)).toEqual(['New sign-in', '5 new sign-ins']);
    expect(await mailsTo(actor)).toHaveLength(6);
  });

  it('is not mailed to who switched security alerts off', async () => {
    const { actor, email } = await person();
    const path = '/Notifications/preferences';
    const { data } = (await test.call(actor, 'GET', path)).body;
    await test.call(actor, 'PUT', path, { ...data, securityAlerts: false });
    await login(email);
    await work();
    expect(await news.list(actor)).toEqual([]);
    // One last mail about the switch, and not a second one with the next change.
    expect(await mailsTo(actor)).toEqual([lastAlert]);
    await test.call(actor, 'PUT', path, { ...data, securityAlerts: false, weeklyReports: false });
    await work();
    expect(await mailsTo(actor)).toEqual([lastAlert]);
  });

  it('is not mailed to who wants no mail, nor to staff who switched them off', async () => {
    const { actor } = await person();
    const path = '/Notifications/preferences';
    const { data } = (await test.call(actor, 'GET', path)).body;
    await test.call(actor, 'PUT', path, { ...data, emailNotifications: false });
    const staff = await createStaff(test.owner);
    const staffPath = '/Admin/notification-settings';
    const settings = (await test.call(staff, 'GET', staffPath)).body.data;
    await test.call(staff, 'PUT', staffPath, { ...settings, securityAlerts: false });
    await work();
    expect(await mailsTo(actor)).toEqual([lastAlert]);
    expect(await mailsTo(staff)).toEqual([lastAlert]);
  });

  it('changes of password and second factor are mailed whatever is switched off', async () => {
    const { actor } = await person();
    const path = '/Notifications/preferences';
    const { data } = (await test.call(actor, 'GET', path)).body;
    const off = { emailNotifications: false, securityAlerts: false };
    await test.call(actor, 'PUT', path, { ...data, ...off });
    const { actor: renewed } = await addApp(test, actor);
    const chosen = 'Rolex-with-tea-5';
    const changed = await test.call(renewed, 'PUT', `/User/${actor.userId}/change-password`, {
      currentPassword: factoryPassword,
      newPassword: chosen,
      confirmNewPassword: chosen,
    });
    expect(changed.status, changed.text).toBe(200);
    await work();
    expect((await mailsTo(actor)).toSorted()).toEqual([
      'A second factor was added to your Sente sign-in',
      lastAlert,
      'Your Sente password was changed',
    ]);
  });

  it('is not mailed to who chose the bell alone', async () => {
    const { actor, email } = await person();
    await news.choose(actor, 'new-sign-in', true, false);
    await login(email);
    await work();
    expect(await news.titles(actor)).toEqual(['New sign-in']);
    expect(await mailsTo(actor)).toEqual([lastAlert]);
  });
});
