import type { User } from '@sente/contract/users';

/** Somebody without a name, as another provider may have them, goes by their address. */
export function nameOf(user: Pick<User, 'firstName' | 'lastName'> & Partial<User>): string {
  return `${user.firstName} ${user.lastName}`.trim() || (user.email ?? '');
}
