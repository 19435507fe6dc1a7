import { createTransport } from 'nodemailer';
import type { RenderedLetter } from './letter.ts';

export interface SmtpSettings {
  /** Such as smtps://user:password@mail.example.ug. */
  readonly url: string;
  /** Such as Sente <no-reply@example.ug>. */
  readonly from: string;
}

/** Refused for good: trying again would be refused again. */
export class MailRefused extends Error {}

export interface Smtp {
  /** Throws MailRefused, or another error if a later attempt may succeed. */
  send(id: string, to: string, letter: RenderedLetter): Promise<void>;
}

const connectWithinMs = 10_000;
const answerWithinMs = 20_000;

export function createSmtp({ url, from }: SmtpSettings): Smtp {
  const { hostname } = new URL(url);
  const transport = createTransport({
    url,
    // A password or a link must not cross the internet in clear; a relay on this machine is fine.
    requireTLS: !isThisMachine(hostname),
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^@\s>]+)>?$/.exec(from)?.[1] ?? hostname;
  return {
    async send(id, to, { subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same at every attempt: a mail that arrives twice is recognised as one.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(problemOf(error)) : new Error(problemOf(error));
      }
    },
  };
}

/** Of a URL or as a setting names it. */
export function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname);
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
}

/** The receiver or the content was refused. A wrong password of ours can be corrected meanwhile. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError;
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** Without the server's own words, which may repeat an address or the content. */
function problemOf(error: unknown): string {
  const { code, responseCode } = error as SmtpError;
  if (responseCode) return `The mail server answered ${responseCode}`;
  return `The mail server cannot be reached (${code ?? 'no answer'})`;
}
