import type { RenewedToken } from '@sente/contract/auth';
import type { Session } from '@sente/contract/sessions';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { hashToken, newSessionToken } from '../security/tokens.ts';
import { renewSession } from './own-password.queries.ts';
import { forgetDevices, forgetTrust } from './devices.ts';
import { endSessions } from './sessions.queries.ts';
import { refuseBeyond } from './user-rules.ts';
import { aboutUser, lockUserOrRefuse } from './users.service.ts';

export interface SessionsService {
  list(actor: Actor, userId: string): Promise<Session[]>;
  end(actor: Actor, userId: string, sessionId: string): Promise<void>;
  endAll(actor: Actor, userId: string): Promise<{ ended: number }>;
}

interface SessionRow {
  readonly id: string;
  readonly user_agent: string | null;
  readonly address: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly is_current: boolean;
}

export function createSessionsService(database: Database, idleLimitMs: number): SessionsService {
  /** The own ones in the platform scope: a person without a company has no scope to read in. */
  const within = <T>(
    actor: Actor,
    userId: string,
    work: (db: Db, companyId: string | null) => Promise<T>,
  ): Promise<T> => {
    if (actor.userId === userId) {
      return database.within(platformScope, (db) => work(db, actor.companyId));
    }
    return database.within(actor.scope, async (db) => {
      const user = await lockUserOrRefuse(db, userId);
      refuseBeyond(actor, user);
      return work(db, user.company_id);
    });
  };

  return {
    list: (actor, userId) =>
      within(actor, userId, async (db) => {
        const rows = await db.rows<SessionRow>(
          `select id, user_agent, address, created_at, last_seen_at, token_hash = $2 as is_current
           from sessions
           where user_id = $1 and not is_visitor and expires_at > now() and last_seen_at > now() - $3::interval
           order by created_at desc limit 100`,
          [userId, actor.tokenHash, `${idleLimitMs} milliseconds`],
        );
        return rows.map(toSession);
      }),

    end: (actor, userId, sessionId) =>
      within(actor, userId, async (db, companyId) => {
        const ended = await db.row<{ device_hash: Buffer | null }>(
          'delete from sessions where id = $1 and user_id = $2 returning device_hash',
          [sessionId, userId],
        );
        if (!ended) throw notFound('This session has ended already');
        db.changed({ topic: 'sessions', userId });
        // Whoever had it may have the browser too, and could guess or sign in again unnoticed. If that one
        // is not known, it may be any of them.
        const except = actor.tokenHash;
        await forgetDevices(db, userId, { only: ended.device_hash, except });
        const subject = aboutUser({ id: userId, company_id: companyId });
        await audit(db, actor, { action: 'sessions.end', ...subject });
      }),

    endAll: (actor, userId) =>
      within(actor, userId, async (db, companyId) => {
        const ended = await endSessions(db, userId, actor.tokenHash);
        const subject = aboutUser({ id: userId, company_id: companyId });
        await audit(db, actor, { action: 'sessions.endAll', ...subject, details: { ended } });
        return { ended };
      }),
  };
}

/**
 * After the own password or second factor changed: ends all other sessions and renews the token of this
 * one, so that a copy of it is worth nothing.
 */
export async function renewOwnSession(db: Db, actor: Actor): Promise<RenewedToken> {
  const token = newSessionToken();
  await endSessions(db, actor.userId, actor.tokenHash);
  await renewSession(db, actor.tokenHash, hashToken(token));
  return { token };
}

/** Ends all sessions of somebody whose second factor was removed by somebody else. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await endSessions(db, userId, null);
}

/** Returns how many browsers signed in without the second factor until now. */
export function forgetTrustedDevices(db: Db, userId: string): Promise<number> {
  return forgetTrust(db, userId);
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_seen_at.toISOString(),
    isCurrent: row.is_current,
  };
}
