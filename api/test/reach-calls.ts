import { factoryPassword } from './factories.ts';
import type { Person, World } from './reach-world.ts';
import { triedRoles, typicalKinds } from './reach-world.ts';

/** A call that changes a person or a role. */
export interface Call {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: () => object;
  readonly what: string;
  /** The users and roles concerned. */
  readonly about: readonly string[];
  /**
   * Its success lets the caller sign in as the user, now or by a mail to the new address, or takes away
   * what keeps the caller from it.
   */
  readonly givesSignIn?: boolean;
  /** Stands for others of its sort: further calls after it are tried. */
  readonly isTypical: boolean;
}

interface CallOptions {
  /** Others are refused the calls of the back-office, as the access matrix shows. */
  readonly isStaff: boolean;
  /** Those that stand for the others. */
  readonly onlyTypical: boolean;
}

const chosenRoles = ['Admin', 'Manager', 'User'];
const triedPermissions = [
  'staffGrants',
  'canManageCompany',
  'staffUsers',
  'staffMoney',
  'canManageUsers',
];

let counter = 0;
const fresh = () => `reach-${++counter}`;

export const subjects = ['staff', 'company users', 'roles', 'new users'] as const;

export function callsOf(
  world: World,
  subject: (typeof subjects)[number],
  options: CallOptions,
): Call[] {
  const people = [...world.people.values()].filter(
    ({ kind }) => !options.onlyTypical || kind === null || typicalKinds.includes(kind),
  );
  const about = (isStaff: boolean) =>
    people.filter((person) => isStaff === (person.companyId === null));
  switch (subject) {
    case 'staff':
      return about(true).flatMap((person) => callsAbout(world, person, options));
    case 'company users':
      return about(false).flatMap((person) => callsAbout(world, person, options));
    case 'roles':
      if (!options.isStaff) return [];
      return (options.onlyTypical ? rolesOf(world, options) : world.roles).flatMap((role) =>
        callsOn(world, role, options),
      );
    case 'new users':
      return creations(world, options);
  }
}

function rolesOf({ roles }: World, { onlyTypical }: CallOptions): World['roles'] {
  const names = new Set(triedRoles.slice(0, onlyTypical ? 3 : undefined));
  return roles.filter(({ name }) => names.has(name));
}

export function callsAbout(
  world: World,
  { userId, username, roleIds, kind }: Pick<Person, 'userId' | 'username' | 'roleIds' | 'kind'>,
  options: CallOptions,
): Call[] {
  const isTypical = kind === null || typicalKinds.includes(kind);
  const put = (what: string, fields: () => object, givesSignIn = false): Call => ({
    method: 'PUT',
    path: `/User/${userId}`,
    body: () => ({ firstName: 'A', lastName: 'B', username, email: username, ...fields() }),
    what,
    about: [userId],
    givesSignIn,
    isTypical,
  });
  const role = (path: string, roleId: string): Call => ({
    method: 'POST',
    path: `/User/${path}`,
    body: () => ({ userId, roleId }),
    what: `${userId} ${roleId}`,
    about: [userId, roleId],
    isTypical,
  });
  const takeOver = [
    put('email', () => ({ email: `${fresh()}@example.test` }), true),
    put('password', () => ({ password: 'Taken-over-1' }), true),
  ];
  return [
    // Only staff set passwords, and with the password they need no email.
    ...(options.onlyTypical ? takeOver.slice(options.isStaff ? 1 : 0).slice(0, 1) : takeOver),
    put('move to Head Office', () => ({ companyId: world.headOffice })),
    put('Admin', () => ({ roles: ['Admin'] })),
    ...(options.onlyTypical
      ? []
      : [
          put('Manager', () => ({ roles: ['Manager'] })),
          put('User', () => ({ roles: ['User'] })),
          put('deactivate', () => ({ isActive: false })),
          put('move to the company', () => ({ companyId: world.company })),
          {
            method: 'DELETE',
            path: `/User/${userId}`,
            what: 'delete',
            about: [userId],
            isTypical,
          } as const,
          {
            method: 'POST',
            path: `/User/${userId}/factors/reset`,
            body: () => ({ reason: 'Lost phone', currentPassword: factoryPassword }),
            what: 'remove the second factor',
            about: [userId],
            givesSignIn: true,
            // A password that the caller sets gives the same sign-in: what follows is tried after that.
            isTypical: false,
          } as const,
          {
            method: 'POST',
            path: `/User/${userId}/password-link`,
            what: 'make a password link',
            about: [userId],
            givesSignIn: true,
            isTypical: false,
          } as const,
        ]),
    ...(options.isStaff
      ? [
          ...rolesOf(world, options).map(({ id }) => role('assign-role', id)),
          ...roleIds.map((id) => role('remove-role', id)),
        ]
      : []),
  ];
}

function callsOn(
  { permissionIds }: World,
  { id, name }: World['roles'][number],
  { onlyTypical }: CallOptions,
): Call[] {
  const about = [id];
  const pair = (path: string, permission: string): Call => ({
    method: 'POST',
    path: `/Role/${path}`,
    body: () => ({ roleId: id, permissionId: permissionIds.get(permission) }),
    what: `${name} ${permission}`,
    about,
    isTypical: true,
  });
  const change = { path: `/Role/${id}`, about, isTypical: true };
  return [
    ...triedPermissions
      .slice(0, onlyTypical ? 2 : undefined)
      .flatMap((permission) => [
        pair('assign-permission', permission),
        pair('remove-permission', permission),
      ]),
    { ...change, method: 'PUT', body: () => ({ name: `${name} ${fresh()}` }), what: 'rename' },
    { ...change, method: 'DELETE', what: 'delete' },
  ];
}

function creations({ company, headOffice }: World, { onlyTypical }: CallOptions): Call[] {
  return [company, headOffice].flatMap((companyId) =>
    chosenRoles.slice(0, onlyTypical ? 1 : undefined).map((name): Call => ({
      method: 'POST',
      path: '/User',
      body: () => {
        const username = fresh();
        const email = `${username}@example.test`;
        const person = { firstName: 'A', lastName: 'B', username, email, password: 'Made-by-me-1' };
        return { ...person, companyId, roles: [name] };
      },
      what: 'create',
      about: [],
      givesSignIn: true,
      isTypical: true,
    })),
  );
}
