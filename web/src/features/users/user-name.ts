import type { User } from '@sente/contract/users';

/** Somebody without first and last name, as another provider may have them, goes by what there is. */
export function nameOf(user: Pick<User, 'firstName' | 'lastName'> & Partial<User>): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.name || (user.email ?? '');
}
