import type { NetworkNotice } from '@sente/contract/network-notices';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../http/app-error.ts';
import { audit } from '../../security/audit.ts';
import { closeNotice, listNotices } from './notices.queries.ts';

/** What networks said about payments that do not exist here, for staff to look into. */
export interface NoticesService {
  list(actor: Actor): Promise<NetworkNotice[]>;
  close(actor: Actor, id: string, note: string): Promise<void>;
}

export function createNoticesService(database: Database): NoticesService {
  return {
    list: (actor) => database.within(actor.scope, listNotices),

    close: (actor, id, note) =>
      database.within(actor.scope, async (db) => {
        const closed = await closeNotice(db, id, actor.userId, note);
        if (!closed) throw notFound('This notice is not open');
        await audit(db, actor, {
          action: 'networkNotices.close',
          subject: { type: 'networkNotices', id },
          details: { ...closed, note },
        });
      }),
  };
}
