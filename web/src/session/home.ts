import type { SessionUser } from '@sente/contract/auth';
import { paths } from '../lib/paths.ts';
import { isAdministrator } from './role.ts';

/** Where a user starts after sign-in. */
export function homeOf(user: SessionUser): string {
  return isAdministrator(user) ? paths.admin() : paths.client.home();
}

/** Where to redirect a user who opened a page of another area. */
export function areaOf(user: SessionUser): string {
  if (isAdministrator(user)) return paths.admin();
  return user.companyId === null ? paths.dashboard() : paths.client.home();
}
