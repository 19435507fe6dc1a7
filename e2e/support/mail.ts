import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { listenForMails } from '../../api/test/smtp-listener.ts';

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/**
 * One mail server for all workers. They are processes of their own, so what arrived is read from the
 * address in the environment.
 */
export async function startMailServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const listener = await listenForMails();
  const reader = createServer((_request, response) => {
    const mails = listener.received.map(({ to = [], subject = '', text = '' }): Mail => {
      return { to: to.map(({ address = '' }) => address), subject, text };
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(mails));
  }).listen(0, '127.0.0.1');
  await once(reader, 'listening');
  process.env['SENTE_E2E_MAILS'] = `http://127.0.0.1:${(reader.address() as AddressInfo).port}`;
  return {
    url: listener.url,
    async stop() {
      reader.closeAllConnections();
      reader.close();
      await listener.close();
    },
  };
}

/** What this person received with such a subject, the newest first. */
export async function mailsTo(address: string, subject: RegExp): Promise<Mail[]> {
  const response = await fetch(process.env['SENTE_E2E_MAILS'] ?? '');
  const mails = (await response.json()) as Mail[];
  return mails
    .filter((mail) => mail.to.includes(address) && subject.test(mail.subject))
    .toReversed();
}

/** Waits for one after those that were there before; a job sends it a moment after its cause. */
export async function expectMail(
  address: string,
  subject: RegExp,
  { before = 0, within = 30_000 } = {},
): Promise<string> {
  // The other subjects are compared too, so that a failure shows what arrived instead.
  const subjects = async () => {
    const all = (await mailsTo(address, /.*/)).map((mail) => mail.subject);
    const matching = all.filter((one) => subject.test(one));
    return [
      ...all.filter((one) => !subject.test(one)),
      ...matching.slice(0, Math.max(0, matching.length - before)),
    ];
  };
  const message = `a mail to ${address}`;
  await expect
    .poll(subjects, { message, timeout: within })
    .toContainEqual(expect.stringMatching(subject));
  return (await mailsTo(address, subject))[0]?.text ?? '';
}

/** The path of the link in such a mail. */
export async function linkMailedTo(address: string, subject: RegExp, before = 0): Promise<string> {
  const text = await expectMail(address, subject, { before });
  const [, path] = /https?:\/\/[^/\s]+(\/\S+)/.exec(text) ?? [];
  if (!path) throw new Error(`No link in the mail to ${address}: ${text}`);
  return path;
}
