import type { KeyScope } from './key-scopes.ts';
import type { CompanyPermissionName, StaffPermissionName } from './permissions.ts';

/** The part of a request that identifies the company. `record`: only the stored row has it. */
export type CompanySource = 'params.id' | 'params.companyId' | 'body.companyId' | 'record';

/** Who may call an endpoint. There is no default: every endpoint declares it. */
export type Access =
  | { readonly who: 'public' }
  | { readonly who: 'signed-in' }
  /** Only the signed-in user whose id is `{id}` in the path. */
  | { readonly who: 'self' }
  /** Staff with the permission; null for what concerns only the caller. */
  | { readonly who: 'staff'; readonly permission: StaffPermissionName | null }
  /**
   * Staff with the permission for any company; others for their own, with one of `anyOf` if it is
   * not empty.
   */
  | {
      readonly who: 'company';
      readonly staff: StaffPermissionName;
      readonly from: CompanySource;
      readonly anyOf: readonly CompanyPermissionName[];
      /** The user whose id is `{id}` in the path needs no permission. */
      readonly orSelf: boolean;
    }
  /** Company users only: the company is the caller's own. */
  | { readonly who: 'own-company'; readonly anyOf: readonly CompanyPermissionName[] }
  /** A company's own systems: the request is signed with a key that has the scope. */
  | { readonly who: 'credential'; readonly scope: KeyScope }
  /** A shared device at a till, by its cookies. No session of a person and no key opens these. */
  | { readonly who: 'till'; readonly needs: TillNeeds };

/**
 * device-if-any: a browser that was never paired has access as well, and is told nothing. shift: one that is open.
 * shift-sum: also one that ended within the last hour.
 */
export type TillNeeds = 'device-if-any' | 'device' | 'shift' | 'shift-sum';

export const anyone: Access = { who: 'public' };
export const signedIn: Access = { who: 'signed-in' };
export const self: Access = { who: 'self' };

/** The type stays narrow so that handlers see the different kind of caller. */
export function credential(scope: KeyScope): Extract<Access, { who: 'credential' }> {
  return { who: 'credential', scope };
}

/** Narrow for the same reason. */
export function atTill<const N extends TillNeeds>(needs: N): { who: 'till'; needs: N } {
  return { who: 'till', needs };
}

export function staff(permission: StaffPermissionName | null = null): Access {
  return { who: 'staff', permission };
}

export function company(
  staff: StaffPermissionName,
  from: CompanySource,
  ...anyOf: CompanyPermissionName[]
): Access {
  return { who: 'company', staff, from, anyOf, orSelf: false };
}

export function companyOrSelf(
  staff: StaffPermissionName,
  from: CompanySource,
  ...anyOf: CompanyPermissionName[]
): Access {
  return { who: 'company', staff, from, anyOf, orSelf: true };
}

export function ownCompany(...anyOf: CompanyPermissionName[]): Access {
  return { who: 'own-company', anyOf };
}

const tillWords: Record<TillNeeds, string> = {
  'device-if-any': 'a paired device of a till; anyone else gets null',
  device: 'a paired device of a till',
  shift: 'a shift at a till',
  'shift-sum': 'a shift at a till',
};

/** One line for the API page and the access table. */
export function describeAccess(access: Access): string {
  const needs =
    'anyOf' in access && access.anyOf.length > 0 ? ` with ${access.anyOf.join(' or ')}` : '';
  switch (access.who) {
    case 'public':
      return 'anyone';
    case 'signed-in':
      return 'any signed-in user';
    case 'self':
      return 'the user named in the path';
    case 'staff':
      return access.permission === null ? 'staff' : `staff with ${access.permission}`;
    case 'company':
      return `staff with ${access.staff}, or the company (${access.from})${needs}${access.orSelf ? ', or the user named in the path' : ''}`;
    case 'own-company':
      return `company users${needs}`;
    case 'credential':
      return `a company's own systems, signed (${access.scope})`;
    case 'till':
      return tillWords[access.needs];
  }
}
