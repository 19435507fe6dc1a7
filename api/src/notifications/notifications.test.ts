import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { newsOf } from '../../test/news.ts';
import { approvalActs, payingCompany, payoutActs } from '../../test/paying-company.ts';
import { letTimePass, runJobs } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';
import { platformScope } from '../db/scope.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';
import { expirePayouts } from '../payments/requests/expiry.ts';
import { notify, type News } from './notify.ts';
import { tellPeople } from './tell.ts';

const given = payingCompany();
const { waitingPayout, setRule } = payoutActs(given);
const { approve, reject } = approvalActs(given);
const news = newsOf(() => given.test);
let server: MailServer;
let smtp: Smtp;
beforeAll(async () => {
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
});
beforeEach(async () => {
  await runJobs(given.test, { smtp });
  server.received.length = 0;
});

const work = () => runJobs(given.test, { smtp });
const tell = (what: Partial<News> & Pick<News, 'kind'>) =>
  given.test.database.within(platformScope, (db) =>
    notify(db, { companyId: given.companyId, key: uuidV7(), ...what }),
  );
/** Without the one that says that there are no more about sign-ins, which told-by-others.test tests. */
const mailsTo = async (actor: TestActor) => {
  const email = await news.emailOf(actor);
  return server.received.filter(
    ({ to, subject }) => to?.[0]?.address === email && !subject?.startsWith('No more mails'),
  );
};

describe('a payout that waits for a colleague', () => {
  beforeEach(() => setRule(0, 50_000));

  it('is told to those who can approve it, in the bell and by mail, with its link', async () => {
    const id = await waitingPayout(5_000);
    await work();
    const [told] = await news.list(given.manager);
    expect(told).toMatchObject({
      kind: 'payout-waits',
      title: 'A payout waits for your approval',
      link: `/client/approvals/${id}`,
      readAt: null,
    });
    expect(told?.text).toContain('UGX 5,000 to +256 772 123456');
    const [mail] = await mailsTo(given.manager);
    expect(mail?.subject).toBe('A payout waits for your approval');
    expect(mail?.text).toContain(`https://portal.example.test/client/approvals/${id}`);
    // Neither who asked, nor the provider, whose turn it is not.
    expect(await news.titles(given.owner)).toEqual([]);
    const links = (await news.list(given.staff)).map(({ link }) => link);
    expect(links).not.toContain(`/approvals/${id}`);
    const summary = await given.test.call(given.manager, 'GET', '/Notifications/summary');
    expect(summary.body.data).toEqual({
      unreadCount: 1,
      newestUnread: expect.any(String),
      approvalsForReader: 1,
    });
  });

  it('is told once, however often its job runs', async () => {
    await waitingPayout(5_000);
    await given.test.owner.rows(
      `select graphile_worker.add_job('tell-people', json_build_object('eventId', id))
       from notification_events where company_id = $1`,
      [given.companyId],
    );
    await work();
    await letTimePass(given.test.owner);
    await work();
    expect(await news.titles(given.manager)).toHaveLength(1);
    expect(await mailsTo(given.manager)).toHaveLength(1);
  });

  it('is not told when it was decided before anybody could be told', async () => {
    const id = await waitingPayout(5_000);
    await approve(given.manager, id);
    await work();
    expect(await news.titles(given.manager)).toEqual([]);
  });

  it('is told to who asked once it was decided, and when it expired', async () => {
    const approved = await waitingPayout(5_000);
    await approve(given.manager, approved);
    const rejected = await waitingPayout(6_000);
    await reject(given.manager, rejected);
    const expired = await waitingPayout(7_000);
    await given.test.owner.rows('update platform_settings set payout_expiry_hours = 1');
    await given.test.owner.rows(
      "update platform_settings set expiry_since = now() - interval '1 year'",
    );
    await given.test.owner.rows(
      "update payments set created_at = now() - interval '2 hours' where id = $1",
      [expired],
    );
    await expirePayouts(given.test.database);
    await work();
    const told = await news.list(given.owner);
    const endings = new Map(told.map(({ title, text, link }) => [title, { text, link }]));
    expect(endings.get('Your payout was approved')).toEqual({
      text: 'UGX 5,000. By Test Person.',
      link: `/client/approvals/${approved}`,
    });
    expect(endings.get('Your payout was rejected')?.text).toContain('Reason: Not agreed');
    expect(endings.get('Your payout expired')?.link).toBe(`/client/approvals/${expired}`);
  });

  it('is told to staff when the colleague has approved it and the provider is next', async () => {
    await setRule(0, 0);
    const id = await waitingPayout(5_000);
    await work();
    const link = `/approvals/${id}`;
    const toldTo = async (actor: TestActor) =>
      (await news.list(actor)).filter((told) => told.link === link);
    expect(await toldTo(given.staff)).toEqual([]);
    await approve(given.manager, id);
    await work();
    expect(await toldTo(given.staff)).toMatchObject([{ kind: 'approval-waits', link }]);
    // Staff may have had a mail of another test a moment ago.
    await letTimePass(given.test.owner);
    await work();
    expect((await mailsTo(given.staff)).some(({ text }) => text?.includes(link))).toBe(true);
  });
});

describe('what a person chose', () => {
  beforeEach(() => setRule(0, 50_000));

  it('no mail: the bell alone', async () => {
    await news.choose(given.manager, 'payout-waits', true, false);
    await waitingPayout(5_000);
    await work();
    expect(await news.titles(given.manager)).toHaveLength(1);
    expect(await mailsTo(given.manager)).toEqual([]);
  });

  it('no bell: the mail alone', async () => {
    await news.choose(given.manager, 'payout-waits', false, true);
    await waitingPayout(5_000);
    await work();
    expect(await news.titles(given.manager)).toEqual([]);
    expect(await mailsTo(given.manager)).toHaveLength(1);
  });

  it('is read back, with the defaults of what was never chosen, and is audited', async () => {
    await news.choose(given.manager, 'low-stock', false, true);
    const path = '/Notifications/preferences';
    const { kinds } = (await given.test.call(given.manager, 'GET', path)).body.data;
    expect(kinds).toContainEqual({ kind: 'low-stock', bell: false, mail: true });
    expect(kinds).toContainEqual({ kind: 'payment-received', bell: true, mail: false });
    // Nobody of a company is told about networks.
    expect(kinds.map(({ kind }: { kind: string }) => kind)).not.toContain('network-trouble');
    const row = await given.test.owner.row(
      "select details from audit_log where action = 'notifications.updatePreferences' and actor_id = $1",
      [given.manager.userId],
    );
    expect(row).toMatchObject({
      details: { changed: ['low-stock'], to: { 'low-stock': ['email'] } },
    });
  });

  it('of what the person may not see is not kept, and the rest is', async () => {
    const path = '/Notifications/preferences';
    const answer = await given.test.call(given.manager, 'PUT', path, {
      ...switches,
      weeklyReports: false,
      kinds: [{ kind: 'network-trouble', bell: false, mail: false }],
    });
    expect([answer.status, answer.body.data.weeklyReports]).toEqual([200, false]);
    const row = await given.test.owner.row(
      'select kinds from notification_settings where user_id = $1',
      [given.manager.userId],
    );
    expect(row).toEqual({ kinds: {} });
  });

  it('the switches of the other portal change nothing and stay', async () => {
    const { call, owner, database } = given.test;
    const path = '/Admin/notification-settings';
    const store = ({ userId }: TestActor, settings: object) =>
      database.within({ platform: true, companyId: null, userId }, (db) =>
        db.rows('insert into notification_settings (user_id, settings) values ($1, $2)', [
          userId,
          settings,
        ]),
      );
    await store(given.manager, { pushNotifications: false, systemUpdates: false });
    await setSwitches({ transactionAlerts: false });
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 2 } });
    await work();
    expect(await news.titles(given.manager)).toEqual(['Day pass runs low']);
    // And the other way round, of somebody who has become staff.
    const person = await createStaff(owner, 'Finance');
    await store(person, { transactionAlerts: false });
    await tell({ kind: 'request-decided', companyId: null, userId: person.userId });
    await work();
    expect(await news.titles(person)).toHaveLength(1);
    const { data } = (await call(person, 'GET', path)).body;
    await call(person, 'PUT', path, data);
    const row = await owner.row('select settings from notification_settings where user_id = $1', [
      person.userId,
    ]);
    expect(row).toMatchObject({ settings: { transactionAlerts: false, systemUpdates: true } });
  });

  const switches = {
    emailNotifications: true,
    smsNotifications: false,
    transactionAlerts: true,
    securityAlerts: true,
    marketingEmails: false,
    weeklyReports: true,
  };
  const setSwitches = (changes: Partial<typeof switches>) =>
    given.test.call(given.manager, 'PUT', '/Notifications/preferences', {
      ...switches,
      ...changes,
    });

  it('the switches have their defaults and are saved on the server', async () => {
    const path = '/Notifications/preferences';
    expect((await given.test.call(given.manager, 'GET', path)).body.data).toMatchObject(switches);
    await setSwitches({ weeklyReports: false });
    const { data } = (await given.test.call(given.manager, 'GET', path)).body;
    expect(data).toMatchObject({ ...switches, weeklyReports: false });
  });

  it('Email Notifications off: no mail of any kind', async () => {
    await setSwitches({ emailNotifications: false });
    await waitingPayout(5_000);
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 2 } });
    await work();
    expect(await news.titles(given.manager)).toHaveLength(2);
    expect(await mailsTo(given.manager)).toEqual([]);
  });

  it.each([
    ['transactionAlerts', 'payment-received'],
    ['transactionAlerts', 'payout-failed'],
    ['weeklyReports', 'weekly-summary'],
    ['securityAlerts', 'new-sign-in'],
  ] as const)('%s off: nothing of the kind %s', async (name, kind) => {
    const { userId } = given.manager;
    await setSwitches({ [name]: false });
    await tell({ kind, userId });
    await work();
    expect(await news.titles(given.manager)).toEqual([]);
    await setSwitches({});
    await tell({ kind, userId });
    await work();
    expect(await news.titles(given.manager)).toHaveLength(1);
  });

  it('text messages and advertising cannot be switched on: there are none', async () => {
    for (const [name, message] of [
      ['smsNotifications', 'Sente sends no text messages'],
      ['marketingEmails', 'Sente sends no advertising'],
    ] as const) {
      const answer = await setSwitches({ [name]: true });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(message);
    }
  });
});

describe('staff', () => {
  const switches = {
    emailNotifications: true,
    pushNotifications: true,
    smsNotifications: false,
    marketingEmails: false,
    securityAlerts: true,
    systemUpdates: true,
  };
  it.each([
    ['pushNotifications', 'payment-review', false, true],
    ['emailNotifications', 'payment-review', true, false],
    ['systemUpdates', 'network-trouble', false, false],
    ['systemUpdates', 'ledger-failed', false, false],
    ['systemUpdates', 'watcher-trouble', false, false],
    ['systemUpdates', 'mail-trouble', false, false],
    ['systemUpdates', 'float-unexplained', false, false],
    ['securityAlerts', 'new-sign-in', false, false],
  ] as const)('%s off: %s in the bell %s, by mail %s', async (name, kind, inBell, byMail) => {
    const person = await createStaff(given.test.owner, 'Finance');
    const path = '/Admin/notification-settings';
    await given.test.call(person, 'PUT', path, { ...switches, [name]: false });
    // A sign-in is told to the person alone.
    const to = kind === 'new-sign-in' ? { userId: person.userId } : {};
    await tell({ kind, companyId: null, ...to });
    await work();
    expect((await news.titles(person)).length > 0).toBe(inBell);
    expect((await mailsTo(person)).length > 0).toBe(byMail);
  });

  it.each([
    ['smsNotifications', 'Sente sends no text messages'],
    ['marketingEmails', 'Sente sends no advertising'],
  ])('%s cannot be switched on', async (name, message) => {
    const path = '/Admin/notification-settings';
    const answer = await given.test.call(given.staff, 'PUT', path, { ...switches, [name]: true });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  it('without staffRead are not told of the business', async () => {
    const { owner } = given.test;
    const person = await createStaff(owner, 'Finance');
    await owner.rows('delete from user_roles where user_id = $1', [person.userId]);
    await tell({ kind: 'payment-review', companyId: null });
    await work();
    expect(await news.titles(person)).toEqual([]);
  });
});

describe('mails', () => {
  it('of many events are one, and the next comes ten minutes later', async () => {
    for (let count = 1; count <= 30; count++) {
      await tell({ kind: 'low-stock', data: { name: `Pass ${count}`, count } });
    }
    // All are told before the first mail, as when they happen at the same moment.
    await given.test.owner.rows(
      "update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key like 'news:%'",
    );
    await runJobs(given.test, { sendsMail: false });
    await letTimePass(given.test.owner);
    await work();
    const [mail, second] = await mailsTo(given.manager);
    expect(mail?.subject).toBe('30 notifications from Sente');
    expect(mail?.text).toContain('Pass 20 runs low');
    expect(mail?.text).toContain('And 10 more.');
    expect(second).toBeUndefined();

    await tell({ kind: 'low-stock', data: { name: 'Week pass', count: 1 } });
    await work();
    expect(await mailsTo(given.manager)).toHaveLength(1);
    await letTimePass(given.test.owner);
    await work();
    expect((await mailsTo(given.manager))[1]?.subject).toBe('Week pass runs low');
  });

  it('about a payout brake do not wait for others', async () => {
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    await work();
    await tell({ kind: 'payouts-stopped', subjectId: uuidV7(), data: { company: 'Ours' } });
    await work();
    const subjects = (await mailsTo(given.manager)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Day pass runs low', 'Payouts are stopped']);
  });

  it.each([
    ['was deactivated', 'update users set is_active = false where id = $1'],
    ['was deleted', 'update users set deleted_at = now() where id = $1'],
    ['has no such permission any more', 'delete from user_roles where user_id = $1'],
  ])('are not sent to somebody who %s since', async (_name, sql) => {
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    await runJobs(given.test, { sendsMail: false });
    await given.test.owner.rows(sql, [given.manager.userId]);
    await work();
    expect(await mailsTo(given.manager)).toEqual([]);
    expect(await mailsTo(given.owner)).toHaveLength(1);
  });

  it('are not sent to somebody who chose otherwise since', async () => {
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    await runJobs(given.test, { sendsMail: false });
    await news.choose(given.manager, 'low-stock', true, false);
    await work();
    expect(await mailsTo(given.manager)).toEqual([]);
    expect(await mailsTo(given.owner)).toHaveLength(1);
  });

  it('are not sent to people of a company that was deleted', async () => {
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    await given.test.owner.rows('update companies set archived_at = now() where id = $1', [
      given.companyId,
    ]);
    await work();
    expect(server.received).toEqual([]);
  });

  it('are not sent to somebody who was invited and has not come', async () => {
    const { userId } = given.manager;
    await given.test.owner.rows('update users set password_hash = null where id = $1', [userId]);
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    await work();
    expect(await mailsTo(given.manager)).toEqual([]);
    expect(await news.titles(given.manager)).toEqual([]);
  });

  it('are not sent for what was rolled back', async () => {
    const rolledBack = given.test.database.within(platformScope, async (db) => {
      await notify(db, { kind: 'low-stock', companyId: given.companyId, key: uuidV7() });
      throw new Error('on second thoughts');
    });
    await expect(rolledBack).rejects.toThrow('on second thoughts');
    await work();
    expect(server.received).toEqual([]);
  });
});

describe('reading', () => {
  it('one, and all that were seen, but not what came since', async () => {
    for (const name of ['A', 'B', 'C']) {
      await tell({ kind: 'low-stock', data: { name, count: 1 } });
      await work();
    }
    const [newest, middle] = await news.list(given.manager);
    expect(newest?.title).toBe('C runs low');
    const path = `/Notifications/${newest?.id}/read`;
    expect((await given.test.call(given.manager, 'POST', path)).status).toBe(200);
    expect(await news.unread(given.manager)).toBe(2);
    const until = { until: middle?.createdAt };
    const all = await given.test.call(given.manager, 'POST', '/Notifications/read', until);
    expect(all.body.data).toEqual({ unreadCount: 0 });
    await tell({ kind: 'low-stock', data: { name: 'D', count: 1 } });
    await work();
    await given.test.call(given.manager, 'POST', '/Notifications/read', until);
    expect(await news.unread(given.manager)).toBe(1);
    // Everybody has their own.
    expect(await news.unread(given.owner)).toBe(4);
  });

  it('in pages, and never those of somebody else', async () => {
    for (const name of ['A', 'B', 'C']) {
      await tell({ kind: 'low-stock', data: { name, count: 1 } });
      await work();
    }
    const page = await given.test.call(given.manager, 'GET', '/Notifications?page=2&pageSize=2');
    expect(page.body.data.map(({ title }: { title: string }) => title)).toEqual(['A runs low']);
    expect(page.body.meta).toMatchObject({ totalCount: 3, totalPages: 2, unreadCount: 3 });
    const [mine] = await news.list(given.manager);
    const stranger = await createMember(given.test.owner);
    for (const other of [given.owner, given.staff, stranger]) {
      const answer = await given.test.call(other, 'POST', `/Notifications/${mine?.id}/read`);
      expect([answer.status, answer.body.message]).toEqual([404, 'Notification not found']);
    }
    expect(await news.unread(given.manager)).toBe(3);
    expect(await news.list(stranger)).toEqual([]);
  });

  it.each([
    ['lost the permission', 'delete from user_roles where user_id = $1'],
    [
      'was moved to another company',
      `update users set company_id = (select id from companies where id <> $2 limit 1) where id = $1`,
    ],
  ])('shows nothing of it to somebody who %s', async (_name, sql) => {
    await createMember(given.test.owner);
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    await work();
    const [told] = await news.list(given.manager);
    const { userId } = given.manager;
    await given.test.owner.rows(sql, sql.includes('$2') ? [userId, given.companyId] : [userId]);
    expect(await news.list(given.manager)).toEqual([]);
    expect(await news.unread(given.manager)).toBe(0);
    const read = await given.test.call(given.manager, 'POST', `/Notifications/${told?.id}/read`);
    expect(read.status).toBe(404);
    expect(await news.titles(given.owner)).toEqual(['Day pass runs low']);
  });

  it('shows nothing of other companies to somebody who was staff', async () => {
    const { owner } = given.test;
    const person = await createStaff(owner, 'Finance');
    const { companyId } = await createMember(owner);
    await tell({ kind: 'payouts-stopped', data: { company: 'Ours' } });
    await work();
    expect(await news.titles(person)).toEqual(['Payouts are stopped']);
    await owner.rows('update users set is_staff = false, company_id = $2 where id = $1', [
      person.userId,
      companyId,
    ]);
    expect(await news.list(person)).toEqual([]);
  });

  it('cannot be made by a person, who would read any event with it', async () => {
    const { companyId, userId } = await createMember(given.test.owner);
    const scope = { platform: false, companyId, userId };
    const make = given.test.database.within(scope, (db) =>
      db.rows(
        `insert into notifications (id, user_id, event_id, kind, is_in_bell, mail_state, created_at)
         values (gen_random_uuid(), $1, $2, 'low-stock', true, 'none', now())`,
        [userId, uuidV7()],
      ),
    );
    await expect(make).rejects.toThrow('row-level security');
  });

  it('goes back 90 days', async () => {
    await tell({ kind: 'low-stock', data: { name: 'Old', count: 1 } });
    await work();
    await given.test.owner.rows(
      "update notification_events set created_at = now() - interval '91 days' where company_id = $1",
      [given.companyId],
    );
    await given.test.owner.rows("select graphile_worker.add_job('upkeep')");
    await work();
    expect(await news.list(given.manager)).toEqual([]);
  });

  it('after 90 days is deleted in turns, and what is newer stays', async () => {
    const { owner } = given.test;
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    await work();
    const readers = [given.owner, given.manager, given.staff, given.second].map(
      ({ userId }) => userId,
    );
    // More than a turn takes of either: 1,400 events, told to four people each.
    await owner.rows(
      `with events as (
         insert into notification_events (kind, company_id, event_key, created_at)
         select 'low-stock', $1::uuid, 'old:' || $1::uuid || n, now() - interval '91 days'
         from generate_series(1, 1400) n returning id, created_at
       )
       insert into notifications (id, user_id, event_id, kind, is_in_bell, mail_state, created_at)
       select gen_random_uuid(), u, e.id, 'low-stock', true, 'none', e.created_at
       from events e cross join unnest($2::uuid[]) u`,
      [given.companyId, readers],
    );
    const left = async () => {
      const row = await owner.row<{ events: number; told: number }>(
        `select count(distinct e.id)::int as events, count(n.id)::int as told
         from notification_events e left join notifications n on n.event_id = e.id
         where e.company_id = $1 and e.created_at < now() - interval '90 days'`,
        [given.companyId],
      );
      return row ?? expect.unreachable();
    };
    const turns: { events: number; told: number }[] = [];
    for (let turn = 0; turn < 2; turn++) {
      await owner.rows("select graphile_worker.add_job('upkeep')");
      await work();
      turns.push(await left());
    }
    // Events whose people are not all forgotten yet stay for the next turn.
    expect(turns.map(({ told }) => told)).toEqual([600, 0]);
    expect(turns.at(-1)?.events).toBe(0);
    expect(await news.titles(given.manager)).toEqual(['Day pass runs low']);
  });
});

describe('a company of many people', () => {
  it('is told in batches, each person once, also if the job was interrupted', async () => {
    const { owner, database } = given.test;
    const many = 1_001;
    await owner.rows(
      `with added as (
         insert into users (id, company_id, first_name, last_name, username, email, password_hash)
         select gen_random_uuid(), $1::uuid, 'Many', 'People', 'many-' || n || '-' || $1::uuid,
           'many-' || n || '@' || $1::uuid || '.test', 'x'
         from generate_series(1, $2) n returning id
       )
       insert into user_roles (user_id, role_id)
       select a.id, r.id from added a, roles r where r.name = 'client_manager'`,
      [given.companyId, many],
    );
    const toldCount = async () => {
      const row = await owner.row<{ count: number; people: number }>(
        `select count(*)::int as count, count(distinct n.user_id)::int as people
         from notifications n join users u on u.id = n.user_id where u.company_id = $1`,
        [given.companyId],
      );
      return [row?.count, row?.people];
    };
    await tell({ kind: 'low-stock', data: { name: 'Day pass', count: 1 } });
    const event = await owner.row<{ id: string }>(
      'select id from notification_events where company_id = $1',
      [given.companyId],
    );
    // It was killed after its first batch: the transaction of the second one fails.
    await owner.rows(
      `create function refuse_second_batch() returns trigger language plpgsql as $$
       begin
         if (select count(*) from notifications where event_id = new.event_id) >= 500 then
           raise exception 'killed';
         end if;
         return new;
       end $$;
       create trigger refuse_second_batch before insert on notifications
         for each row execute function refuse_second_batch()`,
    );
    const drop = () => owner.rows('drop function if exists refuse_second_batch cascade');
    onTestFinished(async () => void (await drop()));
    await expect(tellPeople(database, event?.id ?? '')).rejects.toThrow('killed');
    expect(await toldCount()).toEqual([500, 500]);
    await drop();
    await tellPeople(database, event?.id ?? '');
    // With the owner and the manager.
    expect(await toldCount()).toEqual([many + 2, many + 2]);
    await owner.rows("delete from graphile_worker._private_jobs where key like 'news:%'");
  });
});
