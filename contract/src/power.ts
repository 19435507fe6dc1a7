import {
  companyPermissionNames,
  isStaffPermission,
  permissionNames,
  type PermissionName,
} from './permissions.ts';

export type Power = ReadonlySet<PermissionName>;

interface Person {
  readonly isStaff: boolean;
  /** What their roles allow. */
  readonly permissions: Iterable<string>;
}

/**
 * What a person can do or give to somebody else. Staff who manage users can give anybody any
 * permission inside a company, so they have all of these. The other kind of permission has no effect:
 * staff permissions for company users, and the reverse.
 */
export function powerOf({ isStaff, permissions }: Person): Power {
  const effective = known(permissions).filter((name) => isStaffPermission(name) === isStaff);
  const managesUsers = isStaff && effective.includes('staffUsers');
  return new Set([...effective, ...(managesUsers ? companyPermissionNames : [])]);
}

/**
 * Whether somebody with this power may create, change, deactivate or delete the person. All that the
 * person holds counts, also what has no effect at the moment: moved to another company, or with a
 * further role, it could have one.
 */
export function mayChangePerson(own: Power, person: Person): boolean {
  return isWithin(own, person.permissions) && (!person.isStaff || own.has('staffUsers'));
}

interface RoleKind {
  readonly isStaff: boolean;
  readonly permissions: Iterable<string>;
}

/** Whether somebody with this power may give the role, take it away, or change it. */
export function mayGiveRole(own: Power, role: RoleKind): boolean {
  return isWithin(own, role.permissions) && (!role.isStaff || own.has('staffGrants'));
}

/** Whether a role of this kind can have the permission. */
export function fitsRole(permission: string, role: Pick<RoleKind, 'isStaff'>): boolean {
  return isStaffPermission(permission) === role.isStaff;
}

function isWithin(own: Power, permissions: Iterable<string>): boolean {
  return known(permissions).every((name) => own.has(name));
}

/** A permission that this version does not know allows nothing. */
function known(permissions: Iterable<string>): PermissionName[] {
  const held = new Set(permissions);
  return permissionNames.filter((name) => held.has(name));
}
