import type { SentLink } from '@sente/contract/access-links';
import type { FactorProof } from '@sente/contract/own-factor';
import type { User } from '@sente/contract/users';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import { revokeLinks, revokeLinksOfHolders } from './access-links.queries.ts';
import { invite, sendPasswordLink } from './send-links.ts';
import { forbidden, refuseBeyond } from './user-rules.ts';
import { tellOfPerson } from './tell-of-person.ts';
import { aboutUser, lockUserOrRefuse, readUserOrRefuse } from './users.service.ts';

/** Links that somebody makes for a person within reach. */
export interface LinksForOthers {
  /** Takes the proof: where no mail can be sent, whoever asks for it could use the link. */
  inviteAgain(actor: Actor, userId: string, proof: FactorProof): Promise<SentLink>;
  revoke(actor: Actor, userId: string): Promise<void>;
  /** Of the own account or of somebody within reach. */
  withdrawEmail(actor: Actor, userId: string): Promise<void>;
  /** For somebody who forgot the password. Takes the proof. */
  sendPasswordLink(actor: Actor, userId: string, proof: FactorProof): Promise<SentLink>;
}

export function linksForOthers(database: Database, mailer: Mailer, prove: Prove): LinksForOthers {
  /** Runs `work` for whoever `lookUp` finds, once the caller has shown that it is them. */
  async function withProof(
    actor: Actor,
    action: string,
    proof: FactorProof,
    find: (db: Db) => Promise<User>,
    work: (db: Db, user: User) => Promise<SentLink>,
  ): Promise<SentLink> {
    await database.within(actor.scope, find);
    await prove(actor, proof, action, 'lately');
    return database.within(actor.scope, async (db) => work(db, await find(db)));
  }

  return {
    inviteAgain: (actor, userId, proof) => {
      const action = 'accessLinks.invite';
      const find = (db: Db) => findInvited(db, actor, userId);
      return withProof(actor, action, proof, find, (db, invited) =>
        invite(db, mailer, actor, invited),
      );
    },

    revoke: (actor, userId) =>
      database.within(actor.scope, async (db) => {
        const invited = await lookUp(db, actor, userId);
        if (!invited.isPending) throw notInvited();
        await revokeLinks(db, userId, ['invitation']);
        await audit(db, actor, { action: 'accessLinks.revoke', ...about(invited) });
      }),

    withdrawEmail: (actor, userId) =>
      database.within(actor.scope, async (db) => {
        const user =
          actor.userId === userId
            ? await readUserOrRefuse(db, userId)
            : await lookUp(db, actor, userId);
        if (user.newEmail === null) throw refused('No new email waits for its confirmation');
        await revokeLinks(db, userId, ['email']);
        const details = { email: user.newEmail };
        await audit(db, actor, { action: 'accessLinks.withdrawEmail', ...about(user), details });
      }),

    sendPasswordLink: (actor, userId, proof) => {
      const action = 'accessLinks.sendPasswordLink';
      const find = (db: Db) => findHelped(db, actor, userId);
      return withProof(actor, action, proof, find, async (db, helped) => {
        // Whoever hands over a link could use it, so this counts as setting the password.
        await audit(db, actor, { action, ...about(helped) });
        await tellOfPerson(db, actor, helped, { what: 'password-link' });
        return sendPasswordLink(db, mailer, actor, helped);
      });
    },
  };
}

/** Of a role that allows more than when they were made. */
export function endLinksOfHolders(db: Db, roleId: string): Promise<void> {
  return revokeLinksOfHolders(db, roleId);
}

async function findInvited(db: Db, actor: Actor, userId: string): Promise<User> {
  const invited = await lookUp(db, actor, userId);
  if (!invited.isPending) throw notInvited();
  if (!invited.isActive) throw refused('The invitation is sent when the user is activated');
  return invited;
}

async function findHelped(db: Db, actor: Actor, userId: string): Promise<User> {
  if (actor.userId === userId) throw forbidden('Change your own password in Settings');
  const helped = await lookUp(db, actor, userId);
  if (helped.isPending) {
    throw refused('This person has not chosen a password yet. Send the invitation again.');
  }
  if (!helped.isActive) throw refused('This person is inactive and could not sign in');
  return helped;
}

/** Locked, and not beyond the reach of whoever asks. */
async function lookUp(db: Db, actor: Actor, userId: string): Promise<User> {
  refuseBeyond(actor, await lockUserOrRefuse(db, userId));
  return readUserOrRefuse(db, userId);
}

function about({ id, companyId }: User) {
  return aboutUser({ id, company_id: companyId });
}

function notInvited() {
  return refused('This person has chosen a password already');
}
