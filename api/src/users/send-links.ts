import type { AccessLinkKind, SentInvitation } from '@sente/contract/access-links';
import type { User } from '@sente/contract/users';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import type { Mailer } from '../mail/mailer.ts';
import { hashToken, newLinkToken } from '../security/tokens.ts';
import {
  confirmEmailLetter,
  emailChangedLetter,
  invitationLetter,
  passwordTypedLetter,
} from './access-letters.ts';
import { insertLink, revokeLinks } from './access-links.queries.ts';

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

/** In the transaction that creates the user, or later once more. */
export async function invite(
  db: Db,
  mailer: Mailer,
  actor: Pick<Actor, 'userId' | 'name'>,
  user: Pick<User, 'id' | 'email' | 'firstName' | 'companyName'>,
): Promise<SentInvitation> {
  const to = { userId: user.id, email: user.email };
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

/** The own email changes when its new owner confirms it. */
export async function askForEmail(
  db: Db,
  mailer: Mailer,
  { userId, firstName, from, to }: EmailChange,
): Promise<void> {
  const { link } = await createLink(db, mailer, 'email', { userId, email: to }, userId);
  await mailer.queue(db, {
    ...mailOf({ userId, email: to }, 'confirm-email', link.id, worksForMs.email),
    letter: confirmEmailLetter({ firstName }, link.url),
  });
  await tellFormerEmail(db, mailer, { userId, firstName, from, to, isDone: false });
}

interface EmailChange {
  readonly userId: string;
  readonly firstName: string;
  readonly from: string;
  readonly to: string;
}

export async function tellFormerEmail(
  db: Db,
  mailer: Mailer,
  { userId, firstName, from, to, isDone }: EmailChange & { readonly isDone: boolean },
): Promise<void> {
  await mailer.queue(db, {
    ...mailOf({ userId, email: from }, 'email-changed', uuidV7(), worksForMs.email),
    letter: emailChangedLetter({ firstName }, to, isDone),
  });
}

/** Somebody else typed the person's password. */
export async function tellTypedPassword(
  db: Db,
  mailer: Mailer,
  to: Receiver,
  { user, by }: { readonly user: Pick<User, 'firstName'>; readonly by: string },
): Promise<void> {
  await mailer.queue(db, {
    ...mailOf(to, 'password-changed', uuidV7(), worksForMs.email),
    letter: passwordTypedLetter(user, by),
  });
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
 * Replaces an earlier one of the same kind, unless anybody can ask for it: a stranger who asks for a new
 * password must not take a link from its owner.
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
  if (kind !== 'password') await revokeLinks(db, userId, [kind]);
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
