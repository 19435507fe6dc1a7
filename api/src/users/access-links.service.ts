import { setTimeout as wait } from 'node:timers/promises';
import type { AccessLink, PasswordSet } from '@sente/contract/access-links';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { platformScope } from '../db/scope.ts';
import type { Origin } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { writeAudit } from '../security/audit.ts';
import { askerOf, type Passwords } from '../security/passwords.ts';
import type { Prove } from '../security/proof.ts';
import { deviceOf, forgetGuesses, takeRecovery } from '../security/throttle.ts';
import { hashToken, newDeviceToken } from '../security/tokens.ts';
import { invitationLetter, recoveryLetter } from '../mail/access-letters.ts';
import {
  findLink,
  findRecoverable,
  hasEnoughAskedInvitations,
  hasEnoughLinks,
  markUsed,
  setEmail,
  setOwnPassword,
  type LinkRow,
  type Recoverable,
} from './access-links.queries.ts';
import { expectDevice, findDevice } from './devices.ts';
import { linksForOthers, type LinksForOthers } from './links-for-others.ts';
import {
  createLink,
  mailOf,
  tellFormerEmail,
  tellPassword,
  worksForMs,
  type Doer,
} from './send-links.ts';
import { endSessions } from './sessions.queries.ts';
import { refuseWeakPassword } from './user-rules.ts';
import { aboutUser } from './users.service.ts';

export interface AccessLinksService extends LinksForOthers {
  /** The same answer, after the same time, for every address: whether mail can be sent at all. */
  recover(email: string, origin: Origin): Promise<boolean>;
  look(token: string): Promise<AccessLink>;
  setPassword(chosen: ChosenPassword, origin: Origin): Promise<PasswordSet>;
  confirmEmail(used: UsedLink, origin: Origin): Promise<{ email: string }>;
}

/** Answers take at least this long, so that their time does not tell whether an address is known. */
const answerAfterMs = 300;

export function createAccessLinksService(
  database: Database,
  passwords: Passwords,
  mailer: Mailer,
  prove: Prove,
): AccessLinksService {
  async function sendRecovery(email: string, origin: Origin): Promise<void> {
    if (mailer.delivery === 'none') return;
    await database.within(platformScope, async (db) => {
      const user = await findRecoverable(db, email);
      if (!user) return;
      const kind = user.inviter === null ? 'password' : 'invitation';
      if (await hasEnoughLinks(db, user.id, kind)) return;
      if (!(await sendAskedLink(db, mailer, user))) return;
      // Anybody can ask.
      await writeAudit(db, { userId: null, email: null, companyId: user.company_id }, origin, {
        action: 'accessLinks.recover',
        ...aboutUser(user),
      });
    });
  }

  return {
    async recover(email, origin) {
      await database.within(platformScope, (db) => takeRecovery(db, origin.address));
      await Promise.all([sendRecovery(email, origin), wait(answerAfterMs)]);
      return mailer.delivery !== 'none';
    },

    look: (token) =>
      database.within(platformScope, async (db) => {
        const link = await findLinkOrRefuse(db, token, false);
        return {
          kind: link.kind,
          name: `${link.first_name} ${link.last_name}`,
          email: link.email,
          companyName: link.company_name,
          expiresAt: link.expires_at.toISOString(),
        };
      }),

    setPassword: (chosen, origin) => setPassword(database, passwords, mailer, chosen, origin),

    confirmEmail: (used, origin) =>
      database.within(platformScope, (db) => confirmEmail(db, mailer, used, origin)),

    ...linksForOthers(database, mailer, prove),
  };
}

/** False if an invited person, who may be anybody, got enough mails today. */
async function sendAskedLink(db: Db, mailer: Mailer, user: Recoverable): Promise<boolean> {
  const to = { userId: user.id, email: user.email };
  const person = { firstName: user.first_name };
  const { inviter, company_name: company } = user;
  if (inviter === null) {
    const { link } = await createLink(db, mailer, 'password', to, null);
    return mailer.queue(db, {
      ...mailOf(to, 'password-link', link.id, worksForMs.password),
      letter: recoveryLetter(person, { url: link.url, by: null }),
    });
  }
  if (await hasEnoughAskedInvitations(db, user.id)) return false;
  const { link } = await createLink(db, mailer, 'invitation', to, null);
  return mailer.queue(db, {
    ...mailOf(to, 'asked-invitation', link.id, worksForMs.invitation),
    letter: invitationLetter(person, { inviter, company, url: link.url, isAskedFor: true }),
  });
}

interface UsedLink {
  readonly token: string;
  /** Of the browser. */
  readonly deviceToken?: string | undefined;
}

interface ChosenPassword extends UsedLink {
  readonly newPassword: string;
}

async function setPassword(
  database: Database,
  passwords: Passwords,
  mailer: Mailer,
  { token, newPassword, deviceToken }: ChosenPassword,
  origin: Origin,
): Promise<PasswordSet> {
  const found = await database.within(platformScope, (db) => findLinkOrRefuse(db, token, false));
  if (found.kind === 'email') throw new AppError('link_ended');
  await refuseWeakPassword(newPassword, namesOf(found), 'newPassword');
  // Outside a transaction: hashing takes tens of milliseconds and must not hold a connection.
  const hash = await passwords.hash(newPassword, askerOf({ userId: found.user_id }));
  return database.within(platformScope, async (db) => {
    const link = await findLinkOrRefuse(db, token, true);
    await markUsed(db, link.id);
    await setOwnPassword(db, link.user_id, hash);
    // Whoever knew the former password is signed out.
    await endSessions(db, link.user_id, null);
    const known = await knowBrowser(db, link.user_id, deviceToken, origin);
    await writeAudit(db, whoOf({ ...link, id: link.user_id }), origin, {
      action: 'accessLinks.setPassword',
      ...aboutUser({ id: link.user_id, company_id: link.company_id }),
      details: { kind: link.kind },
    });
    if (link.kind !== 'invitation') {
      const person = { userId: link.user_id, email: link.user_email, ...concernedBy(link) };
      await tellPassword(db, mailer, person, { doer: makerOf(link), byLink: true });
    }
    return { email: found.email, deviceToken: known };
  });
}

/**
 * The browser of whoever has the link is known from now on, so that strangers who go on guessing do not keep the
 * person out of the sign-in that follows. Returns the token by which it is known; one that another person of this
 * browser has is shared.
 */
async function knowBrowser(
  db: Db,
  userId: string,
  given: string | undefined,
  { address, userAgent }: Origin,
): Promise<string> {
  const isShared = given !== undefined && (await findDevice(db, hashToken(given), userId));
  const deviceToken = isShared ? given : newDeviceToken();
  const tokenHash = hashToken(deviceToken);
  await expectDevice(db, { tokenHash, userId, userAgent });
  await forgetGuesses(db, { account: userId, address, device: deviceOf(userId, tokenHash) });
  return deviceToken;
}

async function confirmEmail(
  db: Db,
  mailer: Mailer,
  { token, deviceToken }: UsedLink,
  origin: Origin,
): Promise<{ email: string }> {
  const link = await findLinkOrRefuse(db, token, true);
  if (link.kind !== 'email') throw new AppError('link_ended');
  await markUsed(db, link.id);
  await setEmail(db, link.user_id, link.email).catch((error: unknown) => {
    if (violatedUnique(error) !== 'users_email_key') throw error;
    throw new AppError('already_in_use', { message: 'Email is already in use' });
  });
  // The browser in which it is confirmed stays known, if it is one of the person's.
  await endSessions(db, link.user_id, null, deviceToken ? hashToken(deviceToken) : null);
  await writeAudit(db, whoOf({ ...link, id: link.user_id }), origin, {
    action: 'accessLinks.confirmEmail',
    ...aboutUser({ id: link.user_id, company_id: link.company_id }),
    details: { from: { email: link.user_email }, to: { email: link.email } },
  });
  const change = {
    ...concernedBy(link),
    userId: link.user_id,
    from: link.user_email,
    to: link.email,
    askedBy: makerOf(link),
  };
  await tellFormerEmail(db, mailer, change, 'confirmed');
  return { email: link.email };
}

async function findLinkOrRefuse(db: Db, token: string, isLocked: boolean): Promise<LinkRow> {
  const link = await findLink(db, hashToken(token), isLocked);
  if (!link) throw new AppError('link_ended');
  return link;
}

function concernedBy(link: LinkRow) {
  return { firstName: link.first_name, companyName: link.company_name };
}

/** The person, if anybody could ask for it. */
function makerOf(link: LinkRow): Doer {
  return {
    userId: link.asked_by ?? link.user_id,
    name: link.asker_name ?? '',
    isStaff: link.asker_is_staff ?? false,
  };
}

function namesOf(link: LinkRow): (string | null)[] {
  return [link.first_name, link.last_name, link.username, link.user_email, link.company_name];
}

function whoOf(user: { id: string; company_id: string | null; email: string }) {
  return { userId: user.id, email: user.email, companyId: user.company_id };
}
