import type { AccessLinkKind, SentLink } from '@sente/contract/access-links';
import { timeWords } from '@sente/contract/kampala';
import type { User } from '@sente/contract/users';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import { requireAccessNews, takeAccessNews } from '../security/throttle.ts';
import { hashToken, newLinkToken } from '../security/tokens.ts';
import {
  confirmEmailLetter,
  doerOf,
  emailChangedLetter,
  invitationLetter,
  passwordChangedLetter,
  recoveryLetter,
  type Concerned,
  type Deed,
  type EmailStep,
} from '../mail/access-letters.ts';
import { insertLink, revokeLinks, revokeLinksOfOthers } from './access-links.queries.ts';
import { aboutUser } from './users.service.ts';

/* Links that stand for a person, on their way: made, stored by their hash, and mailed. */

const hourMs = 3_600_000;
export const worksForMs: Record<AccessLinkKind, number> = {
  invitation: 72 * hourMs,
  password: hourMs,
  email: 24 * hourMs,
};
const pathOf: Record<AccessLinkKind, string> = {
  invitation: '/set-password',
  password: '/set-password',
  email: '/confirm-email',
};

/**
 * In the transaction that creates the user, or later once more. Recorded here, whatever the cause: whoever gets the
 * link could sign in as the person, and then they do not confirm each other's requests.
 */
export async function invite(
  db: Db,
  mailer: Mailer,
  actor: Actor,
  user: Pick<User, 'id' | 'email' | 'firstName' | 'companyId' | 'companyName'>,
): Promise<SentLink> {
  const sent = await sendInvitation(db, mailer, actor, user);
  const about = aboutUser({ id: user.id, company_id: user.companyId });
  await audit(db, actor, { action: 'accessLinks.invite', ...about });
  return sent;
}

/** Without a record: the demo data writes its own, in the order of time. */
export async function sendInvitation(
  db: Db,
  mailer: Mailer,
  actor: Pick<Actor, 'userId' | 'name'>,
  user: Pick<User, 'id' | 'email' | 'firstName' | 'companyName'>,
): Promise<SentLink> {
  const to = { userId: user.id, email: user.email };
  await refuseFlood(db, mailer, [user.email]);
  const { link, expiresAt } = await createLink(db, mailer, 'invitation', to, actor.userId);
  const isSent = await mailer.queue(db, {
    ...mailOf(to, 'invitation', link.id, worksForMs.invitation),
    letter: invitationLetter(user, {
      inviter: actor.name,
      company: user.companyName,
      url: link.url,
    }),
  });
  return { expiresAt: expiresAt.toISOString(), link: isSent ? null : link.url };
}

/** For somebody who forgot it and asked another person for help. */
export async function sendPasswordLink(
  db: Db,
  mailer: Mailer,
  actor: Doer,
  user: Pick<User, 'id' | 'email' | 'firstName' | 'companyName'>,
): Promise<SentLink> {
  const to = { userId: user.id, email: user.email };
  await refuseFlood(db, mailer, [user.email]);
  await revokeLinksOfOthers(db, user.id, ['password']);
  const { link, expiresAt } = await createLink(db, mailer, 'password', to, actor.userId);
  const isSent = await mailer.queue(db, {
    ...mailOf(to, 'password-help', link.id, worksForMs.password),
    letter: recoveryLetter(user, { url: link.url, by: doerOf(actor, user) }),
  });
  return { expiresAt: expiresAt.toISOString(), link: isSent ? null : link.url };
}

/** Of a person's email, by the person or somebody else. */
export interface EmailChange extends Concerned {
  readonly userId: string;
  readonly from: string;
  readonly to: string;
  /** Who asked for it. */
  readonly askedBy: Doer;
}

export interface Doer {
  readonly userId: string;
  readonly name: string;
  readonly isStaff: boolean;
}

/** The email changes when its new owner confirms it. */
export async function askForEmail(db: Db, mailer: Mailer, change: EmailChange): Promise<void> {
  const { userId, from, to, askedBy } = change;
  const isOwn = askedBy.userId === userId;
  if (isOwn) await refuseFlood(db, mailer, [to], [confirmOwnEmail]);
  await refuseFlood(db, mailer, isOwn ? [from] : [from, to]);
  const { link } = await createLink(db, mailer, 'email', { userId, email: to }, askedBy.userId);
  const kind = isOwn ? confirmOwnEmail : 'confirm-email';
  await mailer.queue(db, {
    ...mailOf({ userId, email: to }, kind, link.id, worksForMs.email),
    letter: confirmEmailLetter(change, { url: link.url, by: byOf(change, askedBy) }),
  });
  await tellFormerEmail(db, mailer, change, 'asked');
}

export async function tellFormerEmail(
  db: Db,
  mailer: Mailer,
  change: EmailChange,
  step: EmailStep,
): Promise<void> {
  const { userId, from, to, askedBy } = change;
  if (step === 'changed') await refuseFlood(db, mailer, [from]);
  await mailer.queue(db, {
    ...mailOf({ userId, email: from }, 'email-changed', uuidV7(), worksForMs.email),
    letter: emailChangedLetter(change, { ...deedOf(mailer, change, askedBy), to, step }),
  });
}

interface ConcernedUser extends Concerned {
  readonly userId: string;
  readonly email: string;
}

/** `doer`: who typed it, or, `byLink`, who made the link with which the person chose it. */
export async function tellPassword(
  db: Db,
  mailer: Mailer,
  user: ConcernedUser,
  { doer, byLink }: { readonly doer: Doer; readonly byLink: boolean },
): Promise<void> {
  if (mailer.delivery === 'none') return;
  if (doer.userId !== user.userId && !byLink) {
    await requireAccessNews(db, 'password', user.email);
  } else if (!(await takeAccessNews(db, 'password', user.email))) return;
  await mailer.queue(db, {
    ...mailOf(user, 'password-changed', uuidV7(), worksForMs.email),
    letter: passwordChangedLetter(user, { ...deedOf(mailer, user, doer), byLink }),
  });
}

/** When it was done, by whom, and what helps; for a letter to the person. */
export function deedOf(
  mailer: Mailer,
  user: Concerned & { readonly userId: string },
  doer: Doer,
): Deed {
  return {
    at: `${timeWords(new Date(databaseNow()))} in Kampala`,
    by: byOf(user, doer),
    forgotUrl: mailer.portalUrl('/forgot-password'),
  };
}

function byOf(user: Concerned & { readonly userId: string }, doer: Doer): string | null {
  return doer.userId === user.userId ? null : doerOf(doer, user);
}

/**
 * Counted apart: anybody can enter any address as their own, and must not use up what its owner, or whoever helps
 * them, may send there.
 */
const confirmOwnEmail = 'confirm-own-email';
const byOthers = ['invitation', 'confirm-email', 'email-changed', 'password-help'];

/**
 * Nobody has strangers flooded by inviting them, by changing an email or by sending password links again and
 * again. In a fixed order, so that two changes do not wait for each other.
 */
async function refuseFlood(
  db: Db,
  mailer: Mailer,
  addresses: readonly string[],
  kinds = byOthers,
): Promise<void> {
  for (const address of addresses.toSorted()) {
    const seconds = await mailer.secondsToWait(db, address, kinds);
    if (seconds === 0) continue;
    const hours = Math.ceil(seconds / 3_600);
    const message = `${address} got many mails about invitations and changes today. Try again in ${hours} h.`;
    throw new AppError('too_many_requests', {
      message,
      fields: { email: message },
      retryAfterSeconds: seconds,
    });
  }
}

interface Receiver {
  readonly userId: string;
  readonly email: string;
}

export function mailOf(
  { userId, email }: Receiver,
  kind: string,
  causeId: string,
  usefulForMs: number,
) {
  return { to: email, userId, kind, eventKey: `${kind}:${causeId}`, usefulForMs };
}

/**
 * Replaces an earlier one of the same kind, unless anybody can ask for it (a password link, or an invitation that
 * nobody in particular made): a stranger who asks for it must not take a link from its owner.
 */
export async function createLink(
  db: Db,
  mailer: Mailer,
  kind: AccessLinkKind,
  { userId, email }: Receiver,
  createdBy: string | null,
) {
  const token = newLinkToken();
  const id = uuidV7();
  const expiresAt = new Date(databaseNow() + worksForMs[kind]);
  if (kind !== 'password' && createdBy !== null) await revokeLinks(db, userId, [kind]);
  await insertLink(db, {
    id,
    userId,
    kind,
    tokenHash: hashToken(token),
    email,
    createdBy,
    expiresAt,
  });
  return { link: { id, url: mailer.portalUrl(`${pathOf[kind]}#${token}`) }, expiresAt };
}
