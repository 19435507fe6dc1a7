import type { SessionUser } from '@sente/contract/auth';
import type { PermissionName } from '@sente/contract/permissions';
import { paths } from '../lib/paths.ts';
import { areaOf, homeOf } from '../session/home.ts';
import { can } from '../session/permissions.ts';
import { requestedPageOf } from '../session/requested-page.ts';
import { isAdministrator, roleOf } from '../session/role.ts';

/** Who may open a page. Every route declares one. The server authorises each request itself. */
export type Guard =
  | { readonly kind: 'public' }
  /** The sign-in page: a signed-in user is redirected at once. */
  | { readonly kind: 'guest' }
  | { readonly kind: 'signed-in' }
  /** Where a temporary password is changed; anybody else is redirected at once. */
  | { readonly kind: 'temporary-password' }
  /** Where a required second factor is set up; anybody else is redirected at once. */
  | { readonly kind: 'missing-factor' }
  | {
      readonly kind: 'required-role';
      readonly role: 'admin';
      /** Overrides the default target and message. */
      readonly refusal?: { readonly to: string; readonly message: string };
    }
  | { readonly kind: 'allowed-roles'; readonly roles: readonly string[] }
  /** The client area. `needsCompany`: pages that require a company. */
  | { readonly kind: 'company'; readonly needsCompany?: boolean };

/** The permission that the user needs in addition; without it a panel replaces the page. */
export interface Restriction {
  readonly anyOf: readonly PermissionName[];
  readonly heading: 'Access Restricted' | 'Access Denied';
  readonly text: string;
}

export type Decision =
  | { readonly go: 'in' }
  | { readonly go: 'sign-in' }
  | { readonly go: 'change-password' }
  | { readonly go: 'set-up-factor' }
  | { readonly go: 'to'; readonly to: string; readonly message?: string };

interface Visit {
  user: SessionUser | null;
  params: Readonly<Record<string, string | undefined>>;
  historyState: unknown;
}

const goIn: Decision = { go: 'in' };

export function decide(guard: Guard, { user, params, historyState }: Visit): Decision {
  if (guard.kind === 'public') return goIn;
  if (user === null) return guard.kind === 'guest' ? goIn : { go: 'sign-in' };
  if (user.mustChangePassword) {
    return guard.kind === 'temporary-password' ? goIn : { go: 'change-password' };
  }
  if (user.mustSetUpFactor) {
    return guard.kind === 'missing-factor' ? goIn : { go: 'set-up-factor' };
  }
  switch (guard.kind) {
    case 'guest':
    case 'temporary-password':
    case 'missing-factor':
      return { go: 'to', to: requestedPageOf(historyState) ?? homeOf(user) };
    case 'signed-in':
      return goIn;
    case 'required-role':
      if (isAdministrator(user)) return goIn;
      return {
        go: 'to',
        ...(guard.refusal ?? { to: areaOf(user), message: 'Insufficient permissions' }),
      };
    case 'allowed-roles':
      if (guard.roles.includes(roleOf(user).toLowerCase())) return goIn;
      return { go: 'to', to: areaOf(user), message: 'Access denied' };
    case 'company':
      return decideCompany(guard.needsCompany ?? false, user, params['companyId']);
  }
}

function decideCompany(
  needsCompany: boolean,
  user: SessionUser,
  companyInPath: string | undefined,
): Decision {
  if (isAdministrator(user)) {
    return { go: 'to', to: paths.admin(), message: 'Admin users should use admin dashboard' };
  }
  if (companyInPath !== undefined && !isSameId(companyInPath, user.companyId)) {
    return { go: 'to', to: paths.client.home(), message: 'Access denied to this company' };
  }
  if (needsCompany && user.companyId === null) return { go: 'to', to: paths.unauthorized() };
  return goIn;
}

function isSameId(a: string, b: string | null): boolean {
  return a.toLowerCase() === b?.toLowerCase();
}

/** The panel that replaces the page, if any. */
export function restrictionFor(
  restriction: Restriction | undefined,
  user: SessionUser | null,
): Restriction | null {
  if (!restriction) return null;
  // A list explains a missing company better than a missing permission would.
  const hasNoCompany = user !== null && !isAdministrator(user) && user.companyId === null;
  if (hasNoCompany && restriction.heading === 'Access Restricted') return null;
  const isAllowed = user !== null && restriction.anyOf.some((permission) => can(user, permission));
  return isAllowed ? null : restriction;
}
