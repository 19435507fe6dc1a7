import { afterFile } from './after-file.ts';
import { listenForMails, type SmtpListener } from './smtp-listener.ts';

export type MailServer = Omit<SmtpListener, 'close'>;

/** A real mail server until the tests of the file are over. */
export async function startMailServer(host?: string): Promise<MailServer> {
  const server = await listenForMails(host);
  afterFile(() => server.close());
  return server;
}
