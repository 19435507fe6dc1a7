import type { Database } from '../db/database.ts';
import type { Env } from '../env.ts';
import { serveMailbox } from '../mail/mailbox.ts';
import { createMailer, type MailDelivery, type Mailer } from '../mail/mailer.ts';
import type { MailOptions } from '../mail/send-mail.ts';
import { createSmtp, isThisMachine } from '../mail/smtp.ts';
import type { SimulatorOptions } from '../payments/simulator/simulator.ts';
import type { Sealer } from '../security/secrets.ts';
import { say } from './program.ts';

export interface StartedMail extends Pick<SimulatorOptions, 'serveMailbox'> {
  /** `simulatorUrl`: where the mailbox is shown, if it is. */
  mailerWith(simulatorUrl: string | null, listensAt: () => string): Mailer;
  /** What the job queue sends with; null: it leaves mails to other instances. */
  sendingWith(mailer: Mailer): MailOptions | null;
}

/**
 * By the mail server; else, with demo data, into the mailbox beside the simulated phones. The mailbox has
 * no sign-in and shows links that stand for people, so it is only for this machine.
 */
export function startMail(
  env: Env,
  database: Database,
  sealer: Sealer,
  hasDemoData: boolean,
): StartedMail {
  const smtp = env.smtp && createSmtp(env.smtp);
  const showsMails = smtp === null && hasDemoData && isThisMachine(env.host);
  return {
    serveMailbox: showsMails ? (app) => serveMailbox(app, database, sealer) : null,
    mailerWith: (simulatorUrl, listensAt) => {
      const delivery: MailDelivery =
        smtp !== null ? 'smtp' : showsMails && simulatorUrl !== null ? 'mailbox' : 'none';
      return createMailer(sealer, delivery, () => portalOrigin(env, listensAt()));
    },
    sendingWith: (mailer) => (mailer.delivery === 'none' ? null : { sealer, smtp, mailer }),
  };
}

/** Where people open the portal, for the links in mails. */
export function portalOrigin(
  { publicUrl, host, port, webPort }: Pick<Env, 'publicUrl' | 'host' | 'port' | 'webPort'>,
  listensAt: string,
): string {
  if (publicUrl) return publicUrl;
  if (webPort !== port) return `http://localhost:${webPort}`;
  // By name, as people open it: for browsers the address is another site, where nobody is signed in.
  return host === 'localhost' ? `http://localhost:${new URL(listensAt).port}` : listensAt;
}

export function announceMail({ delivery }: Mailer, simulatorUrl: string | null): void {
  if (delivery === 'mailbox') say(`  Mails are shown, not sent: ${simulatorUrl}/mailbox`);
  if (delivery === 'none') {
    say('\nNo mail server is configured: no mail is sent.');
    say('  Set SENTE_SMTP_URL and SENTE_MAIL_FROM.');
  }
}
