import type { SentLink } from '@sente/contract/access-links';
import type { CreateUserBody, UpdateUserBody, User } from '@sente/contract/users';
import type { Database, Db } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import { changedMeanwhile } from '../http/stale.ts';
import { audit, changesOf } from '../security/audit.ts';
import { askerOf, type Passwords } from '../security/passwords.ts';
import type { Prove } from '../security/proof.ts';
import { revokeLinksMadeBy, revokeLinksOfOthers } from './access-links.queries.ts';
import { askForEmail, invite, tellFormerEmail, tellPassword } from './send-links.ts';
import { companyRoleIds } from './built-in-roles.ts';
import { withinClashes } from './name-clashes.ts';
import { endSessions } from './sessions.queries.ts';
import {
  addRole,
  deleteUser,
  insertUser,
  replaceCompanyRole,
  updateUser,
  type HeldRole,
} from './user-changes.queries.ts';
import {
  forbidden,
  isGuardedRole,
  maySetPassword,
  refuseBeyond,
  refuseCommonPassword,
  refuseLosingLast,
  refuseOwnRoles,
  roleChanged,
} from './user-rules.ts';
import { tellIfAdministrator, tellOfChange } from './tell-of-person.ts';
import {
  companyRole,
  createUserProofs,
  lockForChange,
  roleOfNew,
  touchesSignIn,
} from './user-proofs.ts';
import { newCompanyRole, valuesAfter } from './user-values.ts';
import { aboutUser, lockUserOrRefuse, readUserOrRefuse } from './users.service.ts';

export interface SavedUser {
  readonly user: User;
  /** Null if the change invites nobody: with a typed password, or as long as the person is inactive. */
  readonly invitation: SentLink | null;
}

export interface UserChangesService {
  create(actor: Actor, body: CreateUserBody): Promise<SavedUser>;
  update(actor: Actor, id: string, body: UpdateUserBody): Promise<SavedUser>;
  remove(actor: Actor, id: string): Promise<void>;
}

export function createUserChangesService(
  database: Database,
  passwords: Passwords,
  prove: Prove,
  mailer: Mailer,
): UserChangesService {
  const proofs = createUserProofs(database, prove);
  /** Outside a transaction: hashing takes tens of milliseconds and must not hold a connection. */
  async function hashOf(actor: Actor, password: string): Promise<string> {
    await refuseCommonPassword(password, 'password');
    return passwords.hash(password, askerOf(actor));
  }

  return {
    create: async (actor, body) => {
      const isProved = await proofs.ofNew(actor, body);
      const { password } = body;
      const work = async (db: Db, passwordHash: string | null) => {
        const { user, role } = await create(db, actor, body, { passwordHash, isProved });
        await tellIfAdministrator(db, actor, user, role);
        return withInvitation(db, user, await inviteIfActive(db, mailer, actor, user));
      };
      const names = { userId: null, email: body.email, username: body.username };
      return withinClashes(database, actor, names, async () => {
        const hash = password === undefined ? null : await hashOf(actor, password);
        return database.within(actor.scope, (db) => work(db, hash));
      });
    },

    update: async (actor, id, body) => {
      const isProved = await proofs.ofChange(actor, id, body);
      const { password } = body;
      // No hash for a change that the service refuses anyway.
      const isHashed = password !== undefined && maySetPassword(actor, id);
      const names = { userId: id, email: body.email, username: body.username };
      return withinClashes(database, actor, names, async () => {
        const passwordHash = isHashed ? await hashOf(actor, password) : null;
        const proved = { passwordHash, isProved };
        return database.within(actor.scope, (db) => update(db, mailer, actor, id, body, proved));
      });
    },

    remove: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const user = await lockUserOrRefuse(db, id);
        if (actor.userId === id) throw forbidden('You cannot delete your own user');
        refuseBeyond(actor, user);
        await refuseLosingLast(db, user, null);
        await deleteUser(db, id);
        await endSessions(db, id, actor.tokenHash);
        await audit(db, actor, {
          action: 'users.remove',
          ...aboutUser(user),
          details: { name: `${user.first_name} ${user.last_name}` },
        });
      }),
  };
}

interface Proved {
  readonly passwordHash: string | null;
  /** The caller has shown that it is them. */
  readonly isProved: boolean;
}

async function create(
  db: Db,
  actor: Actor,
  body: CreateUserBody,
  { passwordHash: password_hash, isProved }: Proved,
): Promise<{ readonly user: User; readonly role: HeldRole }> {
  const id = uuidV7();
  const role = await roleOfNew(db, actor, body);
  if (!isProved && isGuardedRole(role)) throw refused(roleChanged);
  const user = {
    first_name: body.firstName,
    last_name: body.lastName,
    username: body.username,
    email: body.email,
    phone_number: body.phoneNumber || null,
    company_id: body.companyId,
    is_active: body.isActive,
  };
  await insertUser(db, id, { ...user, password_hash });
  await addRole(db, id, role.id);
  const created = await readUserOrRefuse(db, id);
  await audit(db, actor, {
    action: 'users.create',
    ...aboutUser({ id, company_id: body.companyId }),
    details: { name: created.name, role: created.role },
  });
  return { user: created, role };
}

async function update(
  db: Db,
  mailer: Mailer,
  actor: Actor,
  id: string,
  body: UpdateUserBody,
  { passwordHash, isProved }: Proved,
): Promise<SavedUser> {
  const before = await lockForChange(db, actor, id, body);
  const isOther = actor.userId !== id;
  const isTouched = () =>
    isOther ? touchesSignIn(db, actor, before, body) : body.email !== before.email;
  if (!isProved && (await isTouched())) throw changedMeanwhile('this user');
  const seen = await readUserOrRefuse(db, id);
  const asked = await valuesAfter(db, actor, before, body);
  const isNewEmail = before.email !== asked.email;
  const waits = isNewEmail && waitsForConfirmation(mailer, seen, asked);
  const after = waits ? { ...asked, email: before.email } : asked;
  const chosen = newCompanyRole(before, body);
  if (chosen) refuseOwnRoles(actor, before);
  const role = chosen === undefined ? undefined : await companyRole(db, actor, chosen);
  if (before.is_active && !after.is_active && actor.userId === id) {
    throw forbidden('You cannot deactivate yourself', 'isActive');
  }
  const others = before.roles.filter((held) => !companyRoleIds.includes(held.id));
  await refuseLosingLast(db, before, { ...after, roles: role ? [role, ...others] : before.roles });

  // Others are told that an email is taken, as with any other change.
  if (waits && isOther) await updateUser(db, id, asked, null);
  await updateUser(db, id, after, passwordHash);
  if (role) {
    await replaceCompanyRole(db, id, role.id);
    await revokeLinksOfOthers(db, id);
    await revokeLinksMadeBy(db, id);
  }
  // Ends the sessions: the browser keeps the company from sign-in and would request the wrong one.
  const isMoved = before.company_id !== after.company_id;
  const isOwnEmail = actor.userId === id && before.email !== after.email;
  if (!after.is_active || passwordHash !== null || isMoved || isOwnEmail) {
    await endSessions(db, id, actor.tokenHash);
  }
  const told = { userId: id, firstName: after.first_name, companyName: seen.companyName };
  const change = { ...told, from: before.email, to: asked.email, askedBy: actor };
  // After the sessions, whose end revokes the links on their way.
  if (waits) await askForEmail(db, mailer, change);
  const user = await readUserOrRefuse(db, id);
  // The mistyped address learns nothing, and the right one gets the invitation.
  // Who has the former link got it for somebody who could do less.
  const isInvited = isNewEmail || !before.is_active || role !== undefined || isMoved;
  const invitation = isInvited ? await inviteIfActive(db, mailer, actor, user) : null;
  if (isNewEmail && !waits && !user.isPending) await tellFormerEmail(db, mailer, change, 'changed');
  if (passwordHash !== null && isOther) {
    const how = { doer: actor, byLink: false };
    await tellPassword(db, mailer, { ...told, email: user.email }, how);
  }
  if (isOther) {
    const isTyped = passwordHash !== null;
    await tellOfChange(db, actor, { before, user }, { isTyped, isNewEmail, role });
  }
  const { changed, ...values } = changesOf(
    { ...toldOf(seen), isStaff: before.is_staff },
    { ...toldOf(user), isStaff: after.is_staff },
  );
  const alsoChanged = passwordHash === null ? [] : ['password'];
  await audit(db, actor, {
    action: 'users.update',
    ...aboutUser({ id, company_id: after.company_id }),
    details: { changed: [...changed, ...alsoChanged], ...values },
  });
  return withInvitation(db, user, invitation);
}

/** What was read of the user is of the former link. */
async function withInvitation(db: Db, user: User, invitation: SentLink | null): Promise<SavedUser> {
  return { user: invitation ? await readUserOrRefuse(db, user.id) : user, invitation };
}

/** An inactive person could not use the link, and is invited when activated. */
async function inviteIfActive(
  db: Db,
  mailer: Mailer,
  actor: Actor,
  user: User,
): Promise<SentLink | null> {
  return user.isPending && user.isActive ? invite(db, mailer, actor, user) : null;
}

/**
 * Whoever signs in with the email keeps it until the new one is confirmed: a mistyped one would lock the person
 * out. Without mail, or for somebody who cannot sign in, nobody could confirm it.
 */
function waitsForConfirmation(
  mailer: Mailer,
  { isPending }: Pick<User, 'isPending'>,
  { is_active }: { readonly is_active: boolean },
): boolean {
  return mailer.delivery !== 'none' && !isPending && is_active;
}

/** The audited fields of a user. */
function toldOf(user: User) {
  const { firstName, lastName, username, email, newEmail, phoneNumber, isActive } = user;
  return {
    firstName,
    lastName,
    username,
    email,
    newEmail,
    phoneNumber,
    company: user.companyId && { id: user.companyId, name: user.companyName },
    isActive,
    roles: user.roles.map(({ name }) => name),
  };
}
