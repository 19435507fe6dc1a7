import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface SmtpListener {
  readonly url: string;
  /** Mails as their receivers read them, in the order of arrival. */
  readonly received: Email[];
  /** What the next mails are answered with instead of being accepted, such as 451 or 550. */
  readonly refusals: number[];
  close(): Promise<void>;
}

/** A real mail server, which accepts mails for everybody. */
export async function listenForMails(host = '127.0.0.1'): Promise<SmtpListener> {
  const received: Email[] = [];
  const refusals: number[] = [];
  const receive = async (stream: NodeJS.ReadableStream): Promise<void> => {
    const bytes = await buffer(stream);
    const responseCode = refusals.shift();
    if (responseCode !== undefined) throw Object.assign(new Error('Not now'), { responseCode });
    received.push(await PostalMime.parse(bytes));
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => callbackify(receive)(stream, done),
  });
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://${host}:${port}`, received, refusals, close };
}
