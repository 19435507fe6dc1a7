import type { LoginReply } from '@sente/contract/auth';
import { isAdministratorRole } from '@sente/contract/administrator-roles';
import {
  companyPermissionNames,
  staffPermissionNames,
  type PermissionName,
} from '@sente/contract/permissions';
import { saveSession } from '../session/session-store.ts';

/* Users for tests. */

export const ownCompanyId = '11111111-1111-4111-8111-111111111111';
export const otherCompanyId = '22222222-2222-4222-8222-222222222222';

/** The signed-in user's. */
export const ownUserId = '33333333-3333-4333-8333-333333333333';

export interface Person {
  id?: string;
  role: string;
  companyId?: string | null;
  permissions?: readonly PermissionName[];
  isStaff?: boolean;
  mustChangePassword?: boolean;
  mustSetUpFactor?: boolean;
  cameWithPasskey?: boolean;
  isVisitor?: boolean;
  lastsMs?: number;
}

export function loginReplyOf({
  id = ownUserId,
  role,
  companyId = null,
  permissions = [],
  isStaff = isAdministratorRole(role),
  mustChangePassword = false,
  mustSetUpFactor = false,
  cameWithPasskey = false,
  isVisitor = false,
  lastsMs = 3_600_000,
}: Person): LoginReply {
  return {
    token: `token of ${role}`,
    deviceToken: 'token of this browser',
    expiration: new Date(Date.now() + lastsMs).toISOString(),
    user: {
      id,
      email: 'grace@demo-one.test',
      name: 'Grace Nakato',
      role,
      roles: [
        { name: role, description: null, permissions: permissions.map((name) => ({ name })) },
      ],
      companyId,
      isStaff,
      mustChangePassword,
      mustSetUpFactor,
      ...(cameWithPasskey && { cameWithPasskey }),
      ...(isVisitor && { isVisitor }),
      avatar: null,
      balance: null,
      joinDate: null,
    },
  };
}

export function signInAs(person: Person): void {
  saveSession(loginReplyOf(person));
}

export const administrator: Person = { role: 'SuperAdmin', permissions: staffPermissionNames };
export const support: Person = {
  role: 'Support',
  isStaff: true,
  permissions: ['staffRead', 'staffWebhooks'],
};
export const owner: Person = {
  role: 'client_admin',
  companyId: ownCompanyId,
  permissions: companyPermissionNames,
};
export const restricted: Person = { role: 'Restricted', companyId: ownCompanyId };
export const withoutCompany: Person = { role: 'user' };
