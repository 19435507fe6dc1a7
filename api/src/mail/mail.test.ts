import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, testCredentialKey, testMailer, type TestApp } from '../../test/app.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';
import { createCompany } from '../../test/factories.ts';
import { letTimePass, runJobs } from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { readEnv } from '../env.ts';
import { createSimulator } from '../payments/simulator/simulator.ts';
import { startMail } from '../programs/start-mail.ts';
import { createSealer } from '../security/secrets.ts';
import { serveMailbox } from './mailbox.ts';
import type { Mail } from './mailer.ts';
import { createSmtp } from './smtp.ts';

const mailer = testMailer('smtp');
let test: TestApp;
let server: MailServer;
let smtp: ReturnType<typeof createSmtp>;
let count = 0;
const day = 24 * 3_600_000;

beforeAll(async () => {
  test = await createTestApp();
  server = await startMailServer();
  smtp = createSmtp({ url: server.url, from: 'Sente <no-reply@sente.example>' });
});
beforeEach(() => {
  server.received.length = 0;
});

function mailTo(to: string, changes: Partial<Mail> = {}): Mail {
  return {
    to,
    userId: null,
    kind: 'test',
    eventKey: `test:${++count}`,
    usefulForMs: 3_600_000,
    letter: {
      subject: 'Your code\r\nBcc: thief@example.test',
      paragraphs: ['Hello <b>Okello & Sons</b>'],
      action: { label: 'Choose a password', url: 'https://portal.example.test/x?a=1&b=2' },
      notes: ['The link works once.'],
    },
    ...changes,
  };
}

const queue = (mail: Mail) => test.database.within(platformScope, (db) => mailer.queue(db, mail));
const stored = (mail: Mail) =>
  test.owner.row<{ state: string; problem: string | null; letter_sealed: Buffer | null }>(
    'select state, problem, letter_sealed from mails where event_key = $1',
    [mail.eventKey],
  );

describe('a mail', () => {
  it('arrives as plain text and as HTML, and its content is stored no longer', async () => {
    const mail = mailTo('okello@example.test');
    expect(await queue(mail)).toBe(true);
    await runJobs(test, { smtp });
    expect(server.received).toHaveLength(1);
    const [arrived] = server.received;
    expect(arrived).toMatchObject({
      subject: 'Your code Bcc: thief@example.test',
      from: { name: 'Sente', address: 'no-reply@sente.example' },
      to: [{ address: 'okello@example.test' }],
    });
    expect(arrived?.bcc).toBeUndefined();
    for (const part of ['Hello <b>Okello & Sons</b>', 'https://portal.example.test/x?a=1&b=2']) {
      expect(arrived?.text).toContain(part);
    }
    expect(arrived?.html).toContain('Hello &lt;b&gt;Okello &amp; Sons&lt;/b&gt;');
    expect(arrived?.html).toContain('href="https://portal.example.test/x?a=1&amp;b=2"');
    expect(await stored(mail)).toEqual({ state: 'sent', problem: null, letter_sealed: null });
  });

  it('is encrypted while it waits', async () => {
    const mail = mailTo('secret@example.test');
    await queue(mail);
    const row = await stored(mail);
    expect(row?.letter_sealed).toBeInstanceOf(Buffer);
    expect(String(row?.letter_sealed)).not.toContain('Okello');
    await runJobs(test, { smtp });
  });

  it('is sent once for each cause', async () => {
    const mail = mailTo('once@example.test');
    expect([await queue(mail), await queue(mail)]).toEqual([true, false]);
    await runJobs(test, { smtp });
    expect(server.received).toHaveLength(1);
  });

  it('is not sent if its cause is rolled back', async () => {
    const rolledBack = test.database.within(platformScope, async (db) => {
      await mailer.queue(db, mailTo('never@example.test'));
      throw new Error('on second thoughts');
    });
    await expect(rolledBack).rejects.toThrow('on second thoughts');
    await runJobs(test, { smtp });
    expect(server.received).toEqual([]);
  });

  it('is sent for a person of a company too', async () => {
    const companyId = await createCompany(test.owner);
    const scope = { platform: false, companyId, userId: null };
    await test.database.within(scope, (db) => mailer.queue(db, mailTo('colleague@example.test')));
    await runJobs(test, { smtp });
    expect(server.received).toHaveLength(1);
  });

  it('is tried again with the same message id while the server is busy', async () => {
    const mail = mailTo('patient@example.test');
    server.refusals.push(451);
    await queue(mail);
    await runJobs(test, { smtp });
    expect(await stored(mail)).toMatchObject({
      state: 'waiting',
      problem: 'The mail server answered 451',
    });
    await letTimePass(test.owner);
    await runJobs(test, { smtp });
    const row = await test.owner.row<{ id: string }>('select id from mails where event_key = $1', [
      mail.eventKey,
    ]);
    expect(server.received[0]?.messageId).toBe(`<${row?.id}@sente.example>`);
    expect(await stored(mail)).toMatchObject({ state: 'sent', problem: null });
  });

  it('is given up when the server refuses it for good', async () => {
    const mail = mailTo('gone@example.test');
    server.refusals.push(550);
    await queue(mail);
    await runJobs(test, { smtp });
    expect(await stored(mail)).toEqual({
      state: 'gave_up',
      problem: 'The mail server answered 550',
      letter_sealed: null,
    });
  });

  it('is given up when it would come too late', async () => {
    const mail = mailTo('late@example.test', { usefulForMs: -1 });
    await queue(mail);
    await runJobs(test, { smtp });
    expect(server.received).toEqual([]);
    expect(await stored(mail)).toMatchObject({ state: 'gave_up' });
  });

  it('waits for a server that does not answer', async () => {
    const mail = mailTo('away@example.test');
    await queue(mail);
    const away = createSmtp({ url: 'smtp://127.0.0.1:1', from: 'no-reply@sente.example' });
    await runJobs(test, { smtp: away });
    expect(await stored(mail)).toMatchObject({
      state: 'waiting',
      problem: 'The mail server cannot be reached (ESOCKET)',
    });
    await letTimePass(test.owner);
    await runJobs(test, { smtp });
    expect(server.received).toHaveLength(1);
  });

  it('crosses no network in clear', async () => {
    // Another address of this machine, so that it counts as another machine.
    const elsewhere = await startMailServer('127.0.0.2');
    const clear = createSmtp({ url: elsewhere.url, from: 'no-reply@sente.example' });
    await queue(mailTo('private@example.test'));
    await runJobs(test, { smtp: clear });
    expect(elsewhere.received).toEqual([]);
    await letTimePass(test.owner);
    await runJobs(test, { smtp });
    expect(server.received).toHaveLength(1);
  });

  it('waits for an instance that can send it', async () => {
    const mail = mailTo('elsewhere@example.test');
    await queue(mail);
    await runJobs(test, { sendsMail: false });
    expect(await stored(mail)).toMatchObject({
      state: 'waiting',
      letter_sealed: expect.anything(),
    });
    await runJobs(test, { smtp });
    expect(server.received).toHaveLength(1);
  });

  it('waits for three days at most', async () => {
    const mail = mailTo('soon@example.test', { usefulForMs: 30 * day });
    await queue(mail);
    const row = await test.owner.row<{ is_capped: boolean }>(
      `select useful_until = created_at + interval '3 days' as is_capped from mails
       where event_key = $1`,
      [mail.eventKey],
    );
    expect(row).toEqual({ is_capped: true });
    await runJobs(test, { smtp });
  });

  it('is given up by the upkeep, with its job, when no instance could send it', async () => {
    const mail = mailTo('missed@example.test', { usefulForMs: -2 * 3_600_000 });
    await queue(mail);
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test, { sendsMail: false });
    expect(await stored(mail)).toMatchObject({ state: 'gave_up', letter_sealed: null });
    expect(
      await test.owner.rows("select from graphile_worker.jobs where task_identifier = 'send-mail'"),
    ).toEqual([]);
  });

  it('is forgotten after 90 days', async () => {
    const [old, recent] = [mailTo('old@example.test'), mailTo('recent@example.test')];
    for (const mail of [old, recent]) await queue(mail);
    await runJobs(test, { smtp });
    const age = (mail: Mail, days: number) =>
      test.owner.rows(
        'update mails set created_at = now() - make_interval(days => $2) where event_key = $1',
        [mail.eventKey, days],
      );
    await age(old, 91);
    await age(recent, 89);
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    expect(await stored(old)).toBeUndefined();
    expect(await stored(recent)).toMatchObject({ state: 'sent' });
  });

  it('is not even stored without a way to send it', async () => {
    const mail = mailTo('nobody@example.test');
    const none = testMailer('none');
    expect(await test.database.within(platformScope, (db) => none.queue(db, mail))).toBe(false);
    expect(await stored(mail)).toBeUndefined();
  });
});

describe('the mailbox', () => {
  const sealer = createSealer(testCredentialKey);

  it('shows mails instead of sending them', async () => {
    await queue(mailTo('shown@example.test'));
    await runJobs(test);
    expect(server.received).toEqual([]);
    const { app } = createSimulator({
      serveMailbox: (page) => serveMailbox(page, test.database, sealer),
    });
    const list = await app.inject('/simulator/mails');
    const [newest] = list.json<{ id: string; to: string; text: string }[]>();
    expect(newest).toMatchObject({ to: 'shown@example.test' });
    expect(newest?.text).toContain('Hello <b>Okello & Sons</b>');
    const page = await app.inject(`/simulator/mails/${newest?.id}`);
    expect(page.body).toContain('<base target="_blank">');
    expect(page.headers['content-security-policy']).toContain('sandbox');
    expect((await app.inject('/simulator/mails/nothing')).statusCode).toBe(404);
    expect((await app.inject('/simulator/phones')).json()).toMatchObject({ hasMailbox: true });
    await app.close();
  });

  it('has no sign-in, so it is only where the simulator listens on this machine alone', () => {
    const deliveryAt = (source: Record<string, string>): string => {
      const mail = startMail(readEnv(source), test.database, sealer, true);
      const mailer = mail.mailerWith('http://localhost:3001', () => '');
      const isShown = mailer.delivery === 'mailbox';
      expect([mail.serveMailbox !== null, mail.sendingWith(mailer) !== null]).toEqual([
        isShown,
        isShown,
      ]);
      return mailer.delivery;
    };
    expect(deliveryAt({})).toBe('mailbox');
    for (const HOST of ['localhost', '127.0.0.1', '::1']) {
      expect(deliveryAt({ HOST })).toBe('mailbox');
    }
    for (const HOST of ['0.0.0.0', '::', '10.0.0.4', 'portal.example.ug']) {
      expect(deliveryAt({ HOST })).toBe('none');
    }
  });

  it('is linked only where there is one', async () => {
    const { app } = createSimulator();
    expect((await app.inject('/simulator/phones')).json()).toMatchObject({ hasMailbox: false });
    expect((await app.inject('/mailbox')).statusCode).toBe(404);
    await app.close();
  });
});
