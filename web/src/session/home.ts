import type { SessionUser } from '@sente/contract/auth';
import { paths } from '../lib/paths.ts';
import { isAdministrator } from './role.ts';

/** Where a user starts after sign-in. */
export function homeOf(user: SessionUser): string {
  return isAdministrator(user) ? paths.admin() : paths.client.home();
}

/** Where to send a user who opened a page of another audience. */
export function areaOf(user: SessionUser): string {
  if (isAdministrator(user)) return paths.admin();
  return user.companyId === null ? paths.dashboard() : paths.client.home();
}
