import type { Task } from 'graphile-worker';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { renderLetter } from './letter.ts';
import { openLetter, type Mailer } from './mailer.ts';
import { findWaiting, markGivenUp, markSent, markWaiting } from './mails.queries.ts';
import { MailRefused, type Smtp } from './smtp.ts';
import type { Sealer } from '../security/secrets.ts';

export interface MailOptions {
  readonly sealer: Sealer;
  /** Null: mails stay in the mailbox, which shows them. */
  readonly smtp: Smtp | null;
  /** For mails that jobs write. */
  readonly mailer: Mailer;
}

const input = z.object({ id: z.guid() });

/**
 * Written by mails_add. The result is stored afterwards: if the process is killed in between, the mail
 * is sent again, with the same message id.
 */
export function sendMail(database: Database, logger: Logger, { sealer, smtp }: MailOptions): Task {
  return async (payload, { job }) => {
    const { id } = z.parse(input, payload);
    const store = (change: Parameters<typeof database.within<void>>[1]) =>
      database.within(platformScope, change);
    const mail = await database.within(platformScope, (db) => findWaiting(db, id));
    if (!mail) return;
    const giveUp = async (problem: string): Promise<void> => {
      await store((db) => markGivenUp(db, id, problem));
      logger.warn({ mail: id, kind: mail.kind, problem }, 'a mail was given up');
    };
    if (!mail.is_useful) return giveUp('It is too late for it');
    const letter = openLetter(sealer, mail);
    if (!letter) return giveUp('The key that encrypted it is gone');
    try {
      await smtp?.send(id, mail.address, renderLetter(letter));
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof MailRefused || job.attempts >= job.max_attempts) return giveUp(message);
      await store((db) => markWaiting(db, id, message));
      throw error;
    }
    await store((db) => markSent(db, id, smtp === null));
    logger.info({ mail: id, kind: mail.kind, attempt: job.attempts }, 'a mail was sent');
  };
}
