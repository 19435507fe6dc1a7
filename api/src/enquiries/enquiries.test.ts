import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { newsOf } from '../../test/news.ts';
import { letTimePass, runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';

const written = {
  name: 'Grace Nakato',
  email: 'grace@shop.test',
  message: 'An account, please.\nFor two shops.',
};
const contactEmail = 'hello@provider.test';

let test: TestApp;
let staff: TestActor;
let server: MailServer;
let smtp: Smtp;
const news = newsOf(() => test);

beforeAll(async () => {
  // The address of the caller comes from a proxy, as in production.
  test = await createTestApp({ contactEmail, proxies: ['127.0.0.1'] });
  staff = await createStaff(test.owner);
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
});

beforeEach(async () => {
  await test.owner.rows('delete from enquiries');
  await test.owner.rows('delete from notification_events');
  await test.owner.rows('delete from mails');
  await test.owner.rows('delete from throttles');
  await test.owner.rows('delete from graphile_worker._private_jobs');
  server.received.length = 0;
});

const mailsTo = (address: string) =>
  server.received.filter(({ to }) => to?.[0]?.address === address);
const mailsToContact = () => mailsTo(contactEmail);

const send = (fields: Record<string, unknown> = {}, app = test) =>
  app.call(null, 'POST', '/Enquiries', { ...written, ...fields });
const list = async (query = '') => {
  const answer = await test.call(staff, 'GET', `/Enquiries${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const newest = async () => (await list()).data[0] as { id: string };
const stored = async () => (await test.owner.rows('select id from enquiries')).length;

describe('sending', () => {
  it('stores what a visitor wrote and tells staff by mail', async () => {
    expect((await send()).body).toMatchObject({ success: true, data: null });
    const { data, meta } = await list();
    expect(data).toEqual([
      {
        id: expect.any(String),
        ...written,
        company: null,
        receivedAt: expect.any(String),
        answer: null,
      },
    ]);
    expect(meta).toMatchObject({ totalCount: 1, newCount: 1, areTaken: true, sendsMail: true });
    await runJobs(test, { smtp });
    expect(mailsToContact()).toMatchObject([{ subject: 'Enquiry from Grace Nakato' }]);
    expect(mailsToContact()[0]?.text).toContain('For two shops.');
  });

  it('is told to staff who may read it, without what was deleted since', async () => {
    const reader = await createStaff(test.owner);
    const member = await createMember(test.owner);
    await send();
    await runJobs(test);
    expect(await news.list(reader)).toMatchObject([
      {
        kind: 'new-enquiry',
        title: 'New enquiry',
        text: 'From Grace Nakato. An account, please. For two shops.',
        link: '/enquiries',
      },
    ]);
    expect(await news.list(member)).toEqual([]);
    await test.call(staff, 'DELETE', `/Enquiries/${(await newest()).id}`);
    expect(await news.list(reader)).toMatchObject([{ text: 'It was deleted.' }]);
    const kept = "select from notification_events where data::text like '%Grace%'";
    expect(await test.owner.rows(kept)).toEqual([]);
  });

  it.each([
    ['name', ' ', 'Name is required'],
    ['name', 'Grace https://evil.test', 'A name must not contain a web or email address'],
    ['email', 'grace at shop', 'Please enter a valid email address'],
    ['message', '', 'Message is required'],
    ['message', '\u200b', 'Message is required'],
    ['message', 'x'.repeat(2001), 'Must be at most 2000 characters'],
    ['message', 'safe\u202elive', 'Must not contain control characters'],
    ['name', 'x'.repeat(255), 'Must be at most 254 characters'],
  ])('refuses %s %j', async (field, value, message) => {
    const answer = await send({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
    expect(await stored()).toBe(0);
  });

  it('thanks a program that fills in the hidden field, and stores nothing', async () => {
    expect((await send({ company: 'Cheap pills' })).status).toBe(200);
    expect(await stored()).toBe(0);
    expect(await test.owner.rows('select id from mails')).toEqual([]);
  });

  it('refuses more than a person writes, and says when to try again', async () => {
    for (let sent = 0; sent < 5; sent++) {
      expect((await send({ company: 'x' })).status).toBe(200);
      expect((await send()).status).toBe(200);
    }
    const answer = await send();
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(await stored()).toBe(5);
  });

  it('is told together in a flood: nobody is kept from writing, bell and mailbox are spared', async () => {
    const reader = await createStaff(test.owner);
    for (let n = 1; n <= 40; n++) {
      const sent = await test.app.inject({
        method: 'POST',
        url: '/api/Enquiries',
        headers: { 'x-forwarded-for': `10.0.${n}.1` },
        payload: { ...written, name: `Visitor ${n}`, message: `Question ${n} ${'x'.repeat(400)}` },
      });
      expect(sent.statusCode, sent.body).toBe(200);
      if (n < 10) await runJobs(test, { smtp });
    }
    expect(await stored()).toBe(40);
    await runJobs(test, { smtp });
    const subjects = () => mailsToContact().map(({ subject }) => subject);
    const oneByOne = [1, 2, 3, 4, 5].map((n) => `Enquiry from Visitor ${n}`);
    expect(subjects()).toEqual(oneByOne);
    await letTimePass(test.owner);
    await runJobs(test, { smtp });
    expect(subjects()).toEqual([...oneByOne, '35 enquiries']);
    const { text } = mailsToContact().at(-1) ?? {};
    expect(text).toContain('Visitor 6 (grace@shop.test):\nQuestion 6 xxx');
    expect(text).toContain('And 15 more.');
    const titles = (await news.titles(reader)).toSorted();
    expect(titles).toEqual(['35 new enquiries', ...oneByOne.map(() => 'New enquiry')]);
    // The first news, and ten minutes later all that has come meanwhile.
    expect(mailsTo(await news.emailOf(reader))).toHaveLength(2);
    // Nothing is told twice, nor what was answered meanwhile.
    expect((await send()).status).toBe(200);
    await test.owner.rows(
      'update enquiries set answered_at = now(), answered_by = $1 where told_at is null',
      [staff.userId],
    );
    await letTimePass(test.owner);
    await runJobs(test, { smtp });
    expect(subjects()).toHaveLength(6);
  });

  it('refuses a body that is too large before it is parsed', async () => {
    expect((await send({ message: 'x'.repeat(20_000) })).status).toBe(413);
  });
});

describe('without a mail server, or without anybody to tell', () => {
  it('stores enquiries without a mail server', async () => {
    const quiet = await createTestApp({ contactEmail, mailer: testMailer('none') });
    const reader = await createStaff(quiet.owner);
    expect((await send({}, quiet)).status).toBe(200);
    expect(await quiet.owner.rows('select id from enquiries')).toHaveLength(1);
    await runJobs(quiet, { sendsMail: false });
    expect(await newsOf(() => quiet).titles(reader)).toEqual(['New enquiry']);
    expect(await quiet.owner.rows('select id from mails')).toEqual([]);
    expect((await quiet.call(null, 'GET', '/Site')).body.data.sendsMail).toBe(false);
    expect((await test.call(null, 'GET', '/Site')).body.data.sendsMail).toBe(true);
  });

  it('takes none where nobody is named to answer them, and the site knows', async () => {
    const closed = await createTestApp();
    expect((await send({}, closed)).status).toBe(404);
    expect(await closed.owner.rows('select id from enquiries')).toEqual([]);
    expect((await closed.call(null, 'GET', '/Site')).body.data.takesEnquiries).toBe(false);
    const reader = await createStaff(closed.owner);
    const { meta } = (await closed.call(reader, 'GET', '/Enquiries')).body;
    expect(meta).toMatchObject({ areTaken: false });
    expect((await test.call(null, 'GET', '/Site')).body.data.takesEnquiries).toBe(true);
  });
});

describe('answering', () => {
  it('tells who answered, when, and the note, and writes it down', async () => {
    await send();
    const { id } = await newest();
    const note = 'Called back';
    const answer = await test.call(staff, 'POST', `/Enquiries/${id}/answer`, { note });
    expect(answer.body.data.answer).toEqual({
      at: expect.any(String),
      by: 'Test Person',
      note,
      text: null,
      problem: null,
      isUndelivered: false,
    });
    await runJobs(test, { smtp });
    expect(mailsTo(written.email)).toEqual([]);
    expect((await list()).meta).toMatchObject({ newCount: 0 });
    const log = await test.owner.row(
      'select action, actor_id from audit_log where subject_id = $1',
      [id],
    );
    expect(log).toEqual({ action: 'enquiries.answer', actor_id: staff.userId });
    const again = await test.call(staff, 'POST', `/Enquiries/${id}/answer`, {});
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('This enquiry is answered already.');
  });

  it('is undone by who marked it by mistake, unless the answer was mailed', async () => {
    await send();
    const { id } = await newest();
    const reopen = () => test.call(staff, 'DELETE', `/Enquiries/${id}/answer`);
    const none = await reopen();
    expect([none.status, none.body.message]).toEqual([409, 'Nobody has answered this enquiry.']);
    await test.call(staff, 'POST', `/Enquiries/${id}/answer`, { note: 'The wrong one' });
    expect((await reopen()).body.data.answer).toBeNull();
    expect((await list()).meta).toMatchObject({ newCount: 1 });
    await test.call(staff, 'POST', `/Enquiries/${id}/reply`, { text: 'Gladly.' });
    const late = await reopen();
    expect(late.status).toBe(409);
    expect(late.body.message).toBe('The answer was mailed, which cannot be undone.');
  });

  it('mails the answer to the visitor once, keeps it and writes it down', async () => {
    await send();
    const { id } = await newest();
    const body = { text: ' Yes, gladly.\nCome on Monday. ' };
    const text = 'Yes, gladly.\nCome on Monday.';
    const [answer, hurried] = await Promise.all([
      test.call(staff, 'POST', `/Enquiries/${id}/reply`, body),
      test.call(staff, 'POST', `/Enquiries/${id}/reply`, body),
    ]).then((both) => both.toSorted((a, b) => a.status - b.status));
    expect([answer?.status, hurried?.status]).toEqual([200, 409]);
    expect(answer?.body.data.answer).toEqual({
      at: expect.any(String),
      by: 'Test Person',
      note: null,
      text,
      problem: null,
      isUndelivered: false,
    });
    await runJobs(test, { smtp });
    expect(mailsTo(written.email)).toMatchObject([{ subject: 'Your enquiry about Sente' }]);
    const mail = mailsTo(written.email)[0]?.text ?? '';
    expect(mail).toContain(`Hello Grace Nakato,\n\n${text}\n\nTest Person`);
    expect(mail).toContain(`To write back, use ${contactEmail}.`);
    expect(mail).not.toContain('For two shops.');
    const log = await test.owner.rows(
      "select action, actor_id from audit_log where subject_id = $1 and result = 'done'",
      [id],
    );
    expect(log).toEqual([{ action: 'enquiries.reply', actor_id: staff.userId }]);
    expect((await list('?search=MONDAY')).data).toHaveLength(1);
  });

  it('says that the mail with the answer did not arrive', async () => {
    await send();
    const { id } = await newest();
    await runJobs(test, { smtp });
    await test.call(staff, 'POST', `/Enquiries/${id}/reply`, { text: 'Yes.' });
    server.refusals.push(550);
    await runJobs(test, { smtp });
    expect((await list()).data[0].answer.problem).toBe('The mail server answered 550');
  });

  it('that did not arrive waits for somebody, who sends it again once', async () => {
    await send();
    const { id } = await newest();
    await runJobs(test, { smtp });
    const reply = (text: string) => test.call(staff, 'POST', `/Enquiries/${id}/reply`, { text });
    await reply('Yes.');
    server.refusals.push(550);
    await runJobs(test, { smtp });
    const { data, meta } = await list('?state=undelivered');
    expect(data).toMatchObject([{ id, answer: { text: 'Yes.', isUndelivered: true } }]);
    expect(meta).toMatchObject({ newCount: 0, undeliveredCount: 1 });
    expect((await list('?state=answered')).data).toEqual([]);
    const attention = await test.call(staff, 'GET', '/AdminDashboard/attention');
    expect(attention.body.data.newEnquiries).toBe(1);

    const both = await Promise.all([reply('Yes, gladly.'), reply('Yes, gladly.')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await runJobs(test, { smtp });
    expect(mailsTo(written.email)[0]?.text).toContain('Yes, gladly.');
    const answer = { text: 'Yes, gladly.', problem: null, isUndelivered: false };
    expect((await list('?state=answered')).data).toMatchObject([{ id, answer }]);
  });

  it('is not mailed where no mail can be sent, and the enquiry stays new', async () => {
    const quiet = await createTestApp({ contactEmail, mailer: testMailer('none') });
    const reader = await createStaff(quiet.owner);
    await send({}, quiet);
    const { data, meta } = (await quiet.call(reader, 'GET', '/Enquiries')).body;
    expect(meta).toMatchObject({ sendsMail: false, newCount: 1 });
    const path = `/Enquiries/${data[0].id}/reply`;
    const answer = await quiet.call(reader, 'POST', path, { text: 'Yes.' });
    expect([answer.status, answer.body.message]).toEqual([409, 'No mail can be sent from here.']);
    const after = (await quiet.call(reader, 'GET', '/Enquiries')).body;
    expect(after.meta).toMatchObject({ newCount: 1 });
  });

  it('is counted on the dashboard while it waits', async () => {
    const waiting = async () =>
      (await test.call(staff, 'GET', '/AdminDashboard/attention')).body.data.newEnquiries;
    await send();
    await send();
    expect(await waiting()).toBe(2);
    const { id } = await newest();
    await test.call(staff, 'POST', `/Enquiries/${id}/reply`, { text: 'Yes.' });
    expect(await waiting()).toBe(1);
  });

  it('is kept for twelve months, and what nobody answered stays', async () => {
    for (const name of ['New', 'Answered', 'Forgotten']) {
      expect((await send({ name })).status).toBe(200);
    }
    const answeredBefore = (name: string, age: string) =>
      test.owner.rows(
        `update enquiries set received_at = now() - interval '3 years', answered_by = $1,
           answered_at = now() - $3::interval where name = $2`,
        [staff.userId, name, age],
      );
    await answeredBefore('Answered', '11 months');
    await answeredBefore('Forgotten', '12 months 1 day');
    await test.owner.rows(
      "update enquiries set received_at = now() - interval '3 years' where name = 'New'",
    );
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    // A job that failed tells why.
    expect(await test.owner.rows('select last_error from graphile_worker.jobs')).toEqual([]);
    const names = (await list()).data.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(['Answered', 'New']);
  });

  it('filters by state and searches, and pages', async () => {
    await send({ name: 'First' });
    const { id } = await newest();
    await test.call(staff, 'POST', `/Enquiries/${id}/answer`, { note: 'Sent the price list' });
    await send({ name: 'Second' });
    const names = async (query: string) =>
      (await list(query)).data.map(({ name }: { name: string }) => name);
    expect(await names('?state=new')).toEqual(['Second']);
    expect(await names('?state=answered')).toEqual(['First']);
    expect(await names('?search=PRICE')).toEqual(['First']);
    expect(await names('?search=two%20shops')).toEqual(['Second', 'First']);
    expect(await names('?page=2&pageSize=1')).toEqual(['First']);
    expect((await list('?state=answered')).meta).toMatchObject({ totalCount: 1, newCount: 1 });
  });

  it('deletes for good', async () => {
    await send();
    const { id } = await newest();
    expect((await test.call(staff, 'DELETE', `/Enquiries/${id}`)).status).toBe(200);
    expect(await stored()).toBe(0);
    expect((await test.call(staff, 'DELETE', `/Enquiries/${id}`)).status).toBe(404);
  });

  it('is for staff who look after companies; others of staff only read, companies nothing', async () => {
    await send();
    const { id } = await newest();
    const finance = await createStaff(test.owner, 'Finance');
    const owner = await createMember(test.owner);
    expect((await test.call(finance, 'GET', '/Enquiries')).status).toBe(200);
    for (const actor of [finance, owner]) {
      expect((await test.call(actor, 'POST', `/Enquiries/${id}/answer`, {})).status).toBe(403);
      const reply = await test.call(actor, 'POST', `/Enquiries/${id}/reply`, { text: 'Yes.' });
      expect(reply.status).toBe(403);
      expect((await test.call(actor, 'DELETE', `/Enquiries/${id}`)).status).toBe(403);
    }
    expect((await test.call(owner, 'GET', '/Enquiries')).status).toBe(403);
    expect((await list('?state=new')).data).toHaveLength(1);
  });
});

describe('asking as a company', () => {
  const ask = (member: TestActor, message = 'Payouts up to UGX 80,000,000 a day, please.') =>
    test.call(member, 'POST', '/Enquiries/own', { message });
  const own = async (member: TestActor) =>
    (await test.call(member, 'GET', '/Enquiries/own')).body.data;

  it('names person and company to staff, and the answer is read in the portal', async () => {
    const member = await createMember(test.owner);
    const asked = (await ask(member)).body.data;
    expect(await own(member)).toEqual([asked]);
    expect(asked).toMatchObject({ askedBy: 'Test Person', answer: null });
    const [enquiry] = (await list()).data;
    expect(enquiry).toMatchObject({
      id: asked.id,
      email: await news.emailOf(member),
      company: { id: member.companyId, name: expect.stringMatching(/^Company /) },
    });
    expect((await list(`?search=${enquiry.company.name}`)).data).toHaveLength(1);
    await runJobs(test, { smtp });
    expect(mailsToContact()).toMatchObject([{ subject: `Enquiry from ${enquiry.company.name}` }]);
    await test.call(staff, 'POST', `/Enquiries/${asked.id}/reply`, { text: 'From Monday on.' });
    expect(await own(member)).toMatchObject([{ answer: { text: 'From Monday on.' } }]);
    await runJobs(test, { smtp });
    expect(mailsTo(enquiry.email)[0]?.text).toContain('what you asked in the client portal');
  });

  it('is answered in the portal where no mail is sent, with nothing of the note', async () => {
    const quiet = await createTestApp({ mailer: testMailer('none') });
    const member = await createMember(quiet.owner);
    const answerer = await createStaff(quiet.owner);
    const message = 'A ceiling of UGX 200,000, please.';
    const asked = await quiet.call(member, 'POST', '/Enquiries/own', { message });
    const path = `/Enquiries/${asked.body.data.id}`;
    const reply = await quiet.call(answerer, 'POST', `${path}/reply`, { text: 'Set.' });
    expect(reply.status, reply.text).toBe(200);
    const second = await quiet.call(member, 'POST', '/Enquiries/own', { message });
    const { id } = second.body.data;
    await quiet.call(answerer, 'POST', `/Enquiries/${id}/answer`, { note: 'Called her' });
    expect((await quiet.call(member, 'GET', '/Enquiries/own')).body.data).toMatchObject([
      { answer: { text: null } },
      { answer: { text: 'Set.' } },
    ]);
  });

  it('is seen by nobody of another company, and refused without the permission', async () => {
    const member = await createMember(test.owner);
    const other = await createMember(test.owner);
    const viewer = await createMember(test.owner, { role: 'client_user' });
    await ask(member);
    expect(await own(other)).toEqual([]);
    expect((await ask(viewer)).status).toBe(403);
    expect((await ask(member, ' ')).body.fields).toEqual({ message: 'Message is required' });
  });

  it('is limited for each company', async () => {
    const member = await createMember(test.owner);
    for (let asked = 0; asked < 10; asked++) expect((await ask(member)).status).toBe(200);
    const answer = await ask(member);
    expect([answer.status, answer.body.message]).toEqual([
      429,
      expect.stringContaining('Too many messages'),
    ]);
  });
});
