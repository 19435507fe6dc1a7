import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, testMailer, type TestApp } from '../../test/app.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { newsOf } from '../../test/news.ts';
import { letTimePass, runJobs } from '../../test/webhooks.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';
import { lookForNews } from './look.ts';

let test: TestApp;
let admin: TestActor;
let staff: TestActor;
let server: MailServer;
let smtp: Smtp;
const from = 'Sente <no-reply@sente.example>';
const away = createSmtp({ url: 'smtp://127.0.0.1:1', from });
const news = newsOf(() => test);
let count = 0;

beforeAll(async () => {
  test = await createTestApp({ mailer: testMailer('smtp'), metricsToken: 'metrics-token' });
  admin = await createMember(test.owner);
  staff = await createStaff(test.owner, 'Finance');
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from });
});

async function invite(): Promise<void> {
  const username = `told${++count}`;
  const names = { firstName: 'Amina', lastName: 'Nansubuga', username };
  const person = { ...names, email: `${username}@example.test`, companyId: admin.companyId };
  expect((await test.call(admin, 'POST', '/User', person)).status).toBe(200);
}

async function look(by: Smtp): Promise<string[]> {
  await lookForNews(test.database);
  await runJobs(test, { smtp: by });
  expect(await news.list(admin)).toEqual([]);
  return (await news.list(staff)).map(({ title, text }) => `${title}: ${text}`);
}

async function undelivered(): Promise<string[]> {
  const headers = { authorization: 'Bearer metrics-token' };
  const { body } = await test.app.inject({ url: '/metrics', headers });
  return body.split('\n').filter((line) => line.startsWith('sente_mails_undelivered'));
}

it('tells staff of a mail server that is away, once, and when it is back', async () => {
  await invite();
  await runJobs(test, { smtp: away });
  // A server that restarts is no trouble.
  expect(await look(away)).toEqual([]);
  await test.owner.rows("update mails set created_at = created_at - interval '16 minutes'");
  const isAway =
    'Mail is not delivered: 1 mail did not arrive. The mail server cannot be reached (ESOCKET).';
  expect(await look(away)).toEqual([isAway]);
  expect(await look(away)).toEqual([isAway]);
  const [entry] = await news.list(staff);
  expect(entry?.link).toBe('/admin#needs-a-person');
  const attention = await test.call(staff, 'GET', '/AdminDashboard/attention');
  expect(attention.body.data.mailTrouble).toEqual({
    count: 1,
    reason: 'The mail server cannot be reached (ESOCKET)',
  });
  expect(await undelivered()).toEqual([
    'sente_mails_undelivered{state="waiting"} 1',
    'sente_mails_undelivered{state="gave_up"} 0',
  ]);
  await letTimePass(test.owner);
  await runJobs(test, { smtp });
  const isBack = 'Mail is delivered again: What waited is on its way.';
  expect(await look(smtp)).toEqual([isBack, isAway]);
});

it('tells staff of a mail server that refuses, but not of one wrong address', async () => {
  const before = await look(smtp);
  server.refusals.push(550);
  await invite();
  await runJobs(test, { smtp });
  expect(await look(smtp)).toEqual(before);
  server.refusals.push(550);
  await invite();
  await runJobs(test, { smtp });
  const refuses = 'Mail is not delivered: 2 mails did not arrive. The mail server answered 550.';
  expect(await look(smtp)).toEqual([refuses, ...before]);
  expect(await undelivered()).toContain('sente_mails_undelivered{state="gave_up"} 2');
  // As long as none arrives, nobody knows.
  await test.owner.rows("update mails set created_at = created_at - interval '2 hours'");
  expect(await look(smtp)).toEqual([refuses, ...before]);
});
