import type { MetaOf } from '@sente/contract/endpoint';
import type { FactorProof } from '@sente/contract/own-factor';
import type { User, users } from '@sente/contract/users';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { findHeadOffice } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { changedMeanwhile } from '../http/stale.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit, changesOf } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import { revokeLinks, revokeLinksMadeBy, revokeLinksOfOthers } from './access-links.queries.ts';
import { invite } from './send-links.ts';
import { endSessions } from './sessions.queries.ts';
import {
  addRole,
  dropRole,
  holdRole,
  setStaff,
  type HeldRole,
  type UserToChange,
} from './user-changes.queries.ts';
import { hadGrantHolder } from './last-holders.ts';
import {
  isGuardedRole,
  refuseBeyond,
  refuseLosingLast,
  refuseOwnRoles,
  refuseRoleBeyond,
  refuseStaffInCompany,
  roleChanged,
} from './user-rules.ts';
import { tellIfAdministrator } from './tell-of-person.ts';
import { aboutUser, lockUserOrRefuse, readUserOrRefuse } from './users.service.ts';

type AssignMeta = MetaOf<typeof users.assignRole>;

interface UserRole {
  readonly userId: string;
  readonly roleId: string;
}

export interface UserRolesService {
  /**
   * A staff role waits for a second person. One with power over people or money takes the proof, and so does any role
   * of an invited person: they are invited anew, and without mail the link is handed over.
   */
  assign(actor: Actor, input: UserRole & FactorProof): Promise<{ data: User; meta: AssignMeta }>;
  remove(actor: Actor, input: UserRole): Promise<User>;
}

/** Staff power is a flag on the user that follows the staff roles held. */
export function createUserRolesService(
  database: Database,
  prove: Prove,
  mailer: Mailer,
): UserRolesService {
  return {
    assign: async (actor, { userId, roleId, ...proof }) => {
      const ids = { userId, roleId };
      const isProved = await database.within(actor.scope, async (db) =>
        touchesSignIn(await lookUp(db, actor, ids)),
      );
      if (isProved) await prove(actor, proof, 'users.assignRole', 'lately');
      return database.within(actor.scope, async (db) => {
        const found = await lookUp(db, actor, ids);
        if (!isProved && touchesSignIn(found)) {
          throw isGuardedRole(found.role) ? refused(roleChanged) : changedMeanwhile('this user');
        }
        const approvalId = await askForStaffRole(db, actor, found);
        if (approvalId) {
          const data = await readUserOrRefuse(db, ids.userId);
          return { data, meta: { approvalId, invitation: null } };
        }
        const { user, isStale } = await give(db, actor, found);
        if (!isStale) return { data: user, meta: { approvalId: null, invitation: null } };
        const invitation = await invite(db, mailer, actor, user);
        return {
          data: await readUserOrRefuse(db, ids.userId),
          meta: { approvalId: null, invitation },
        };
      });
    },
    remove: (actor, ids) =>
      database.within(actor.scope, async (db) =>
        change(db, actor, await lookUp(db, actor, ids), 'users.removeRole', take),
      ),
  };
}

/** Whether whoever gives the role could sign in as the person, or gives power over the sign-ins of others. */
function touchesSignIn({ user, role }: UserAndRole): boolean {
  return isGuardedRole(role) || isInvited(user);
}

function isInvited({ is_pending, is_active }: UserToChange): boolean {
  return is_pending && is_active;
}

/**
 * Returns the id of the request; null if the role is given at once: it is no staff role, or nobody else
 * could approve it.
 */
async function askForStaffRole(
  db: Db,
  actor: Actor,
  { user, role }: UserAndRole,
): Promise<string | null> {
  if (!role.is_staff || user.roles.some(({ id }) => id === role.id)) return null;
  if (!user.is_ours) refuseStaffInCompany(role);
  if (!(await hadGrantHolder(db, actor.userId))) return null;
  return ask(db, actor, {
    kind: 'staff-role',
    subject: `${user.id} ${role.id}`,
    companyId: user.company_id ?? (await findHeadOffice(db)),
    userId: user.id,
    roleId: role.id,
    details: { permissions: role.permissions },
    about: { type: 'users', id: user.id },
    isWaiting: 'This role waits for a second person already',
  });
}

/** Requests of earlier versions do not say what the role allowed. */
const wanted = z.object({ permissions: z.optional(z.array(z.string())) });

/** Gives the role by the same rules as when it was asked for. */
export const carryOutStaffRole =
  (mailer: Mailer): CarryOut =>
  async (db, approver, approval) => {
    const { user_id: userId, role_id: roleId } = approval;
    if (!userId || !roleId) throw new Error('A staff role without its user or role');
    const found = await lookUp(db, approver, { userId, roleId });
    refuseWidened(found.role, approval.details);
    const { user, isStale } = await give(db, approver, found, approval.asked_by);
    if (!isStale) return null;
    // An approval hands over no link: where no mail is sent, somebody makes one when it is needed.
    if (mailer.delivery === 'none') await revokeLinks(db, userId, ['invitation']);
    else await invite(db, mailer, approver, user);
    return null;
  };

interface Given {
  readonly user: User;
  /** Who has the link of an invited person got it for somebody who could do less. */
  readonly isStale: boolean;
}

async function give(
  db: Db,
  actor: Actor,
  found: UserAndRole,
  askedBy: string | null = null,
): Promise<Given> {
  const { user, role } = found;
  const after = await change(db, actor, found, 'users.assignRole', grant, askedBy);
  const isNew = user.roles.every(({ id }) => id !== role.id);
  return { user: after, isStale: isNew && isInvited(user) };
}

/** A role that allows more by now is not the one that was asked for. */
function refuseWidened({ permissions }: HeldRole, details: unknown): void {
  const { permissions: asked } = wanted.parse(details);
  if (!asked || permissions.every((name) => asked.includes(name))) return;
  throw new AppError('refused', {
    message: 'The role allows more than when it was asked for. Reject this request, and ask again',
  });
}

interface Outcome {
  readonly isChanged: boolean;
  readonly isStaff: boolean;
}

/** The only place that gives a role other than the three of the client portal. */
async function grant(db: Db, user: UserToChange, role: HeldRole): Promise<Outcome> {
  if (role.is_staff && !user.is_ours) refuseStaffInCompany(role);
  const isChanged = await addRole(db, user.id, role.id);
  return { isChanged, isStaff: user.is_staff || role.is_staff };
}

async function take(db: Db, user: UserToChange, role: HeldRole): Promise<Outcome> {
  const left = user.roles.filter(({ id }) => id !== role.id);
  const isLastStaffRole = role.is_staff && !left.some((other) => other.is_staff);
  const isStaff = user.is_staff && !isLastStaffRole;
  await refuseLosingLast(db, user, { ...user, is_staff: isStaff, roles: left });
  return { isChanged: await dropRole(db, user.id, role.id), isStaff };
}

interface UserAndRole {
  readonly user: UserToChange;
  readonly role: HeldRole;
}

/** Both locked, and within the reach of the person who changes them. */
async function lookUp(db: Db, actor: Actor, { userId, roleId }: UserRole): Promise<UserAndRole> {
  const role = await holdRole(db, roleId);
  const user = await lockUserOrRefuse(db, userId);
  if (!role) throw notFound('Role not found');
  refuseOwnRoles(actor, user);
  refuseBeyond(actor, user);
  refuseRoleBeyond(actor, role);
  return { user, role };
}

async function change(
  db: Db,
  actor: Actor,
  { user, role }: UserAndRole,
  action: string,
  apply: (db: Db, user: UserToChange, role: HeldRole) => Promise<Outcome>,
  askedBy: string | null = null,
): Promise<User> {
  const before = await readUserOrRefuse(db, user.id);
  const { isChanged, isStaff } = await apply(db, user, role);
  if (isStaff !== user.is_staff) {
    await setStaff(db, user.id, isStaff);
    await endSessions(db, user.id, actor.tokenHash);
  }
  const after = await readUserOrRefuse(db, user.id);
  if (isChanged) {
    await revokeLinksOfOthers(db, user.id);
    await revokeLinksMadeBy(db, user.id);
    const details = { role: role.name, ...changesOf(rolesOf(before), rolesOf(after)) };
    await audit(db, actor, { action, ...aboutUser(user), details });
    if (apply === grant) await tellIfAdministrator(db, actor, after, role, askedBy);
  }
  return after;
}

function rolesOf(user: User): { readonly roles: string[] } {
  return { roles: user.roles.map(({ name }) => name) };
}
