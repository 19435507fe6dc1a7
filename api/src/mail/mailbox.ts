import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { sendPage, servePage } from '../http/small-page.ts';
import type { Sealer } from '../security/secrets.ts';
import { renderLetter, type RenderedLetter } from './letter.ts';
import { openLetter } from './mailer.ts';
import { newestKept } from './mails.queries.ts';

const files = {
  '/mailbox': 'mailbox.html',
  '/mailbox.css': 'mailbox.css',
  '/mailbox.js': 'mailbox.js',
};
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail runs nothing and loads nothing; its links open beside the mailbox. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'self'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const shown = 50;

interface MailboxMail extends RenderedLetter {
  readonly id: string;
  readonly to: string;
  readonly sentAt: Date;
}

/** The page that shows mails instead of sending them, on the simulator's server. */
export function serveMailbox(app: FastifyInstance, database: Database, sealer: Sealer): void {
  const readMails = async (): Promise<MailboxMail[]> => {
    const kept = await database.within(platformScope, (db) => newestKept(db, shown));
    return kept.flatMap((mail) => {
      const letter = openLetter(sealer, mail);
      if (!letter) return [];
      return [{ id: mail.id, to: mail.address, sentAt: mail.sent_at, ...renderLetter(letter) }];
    });
  };

  servePage(app, { folder: new URL('page/', import.meta.url), files, policy: pagePolicy });
  app.get('/simulator/mails', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send((await readMails()).map(({ html: _html, ...mail }) => mail)),
  );
  app.get<{ Params: { id: string } }>('/simulator/mails/:id', async (request, reply) => {
    const mail = (await readMails()).find(({ id }) => id === request.params.id);
    if (!mail) return reply.code(404).send({ message: 'There is no such mail' });
    const content = mail.html.replace('<head>', '<head><base target="_blank">');
    return sendPage(reply, { policy: mailPolicy, content });
  });
}
