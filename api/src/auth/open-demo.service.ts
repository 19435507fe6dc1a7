import type { DemoReply, DemoRole } from '@sente/contract/site';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Origin } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { takeDemo } from '../security/throttle.ts';
import { hashToken, newSessionToken } from '../security/tokens.ts';
import { readUser } from '../users/users.service.ts';
import { noteVisit } from './refused-sign-ins.ts';
import { findFirstOf, findForSignIn, insertSession } from './sign-in.queries.ts';
import { toSessionUser } from './session-user.ts';

export interface OpenDemoService {
  /** A session that may look, and change nothing. */
  open(as: DemoRole, origin: Origin): Promise<DemoReply>;
}

/** Emails of the people whose screens visitors see; null without demo data. */
export type OpenDemo = Readonly<Record<DemoRole, string>> | null;

/** The role of whoever is shown instead of them. */
const standIns: Readonly<Record<DemoRole, string>> = { operator: 'Admin', owner: 'client_admin' };

const lastsMs = 3_600_000;

export function createOpenDemoService(database: Database, people: OpenDemo): OpenDemoService {
  return {
    async open(as, origin) {
      if (people === null) throw notFound('There is no open demo here');
      await database.within(platformScope, (db) => takeDemo(db, origin.address));
      const token = newSessionToken();
      const expiresAt = new Date(databaseNow() + lastsMs);
      const user = await database.within(platformScope, async (db) => {
        const named = await findForSignIn(db, people[as]);
        // Somebody who tried things out may have deleted the person, or changed the email.
        const found = named?.may_sign_in ? named : await findFirstOf(db, standIns[as]);
        const user = found && (await readUser(db, found.id));
        if (!user) throw notFound('The demo cannot be opened at the moment');
        // Neither the last sign-in nor the known devices are the visitor's, and nobody is told.
        await insertSession(db, {
          tokenHash: hashToken(token),
          userId: user.id,
          expiresAt,
          address: origin.address,
          userAgent: origin.userAgent,
          isVisitor: true,
          hasShownFactor: false,
          deviceHash: null,
        });
        await noteVisit(db, user, origin);
        return user;
      });
      const sessionUser = { ...toSessionUser(user), isVisitor: true };
      return { token, user: sessionUser, expiration: expiresAt.toISOString() };
    },
  };
}
