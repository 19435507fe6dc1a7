import type { PermissionName } from '@sente/contract/permissions';
import { paths } from '../lib/paths.ts';
import type { Restriction } from './guards.ts';

/** A page that others of the same portal can see. */
export function restricted(text: string, ...anyOf: PermissionName[]): Restriction {
  return { anyOf, heading: 'Access Restricted', text };
}

/** A page that changes something. */
export function denied(text: string, ...anyOf: PermissionName[]): Restriction {
  return { anyOf, heading: 'Access Denied', text };
}

/** Of the first part of the address, where that part is not the word. */
const pages: Readonly<Record<string, string>> = {
  admin: 'the dashboard',
  audit: 'the audit log',
  brake: 'the payout brake',
  users: 'users.',
  accounts: 'accounts.',
  'api-credentials': 'API credentials',
  'blocked-numbers': 'blocked numbers',
};

/** A page of the back-office: one that changes something, or one that shows something. */
export function restrictionOfStaff(address: string): { readonly restriction?: Restriction } {
  // Only the own profile, password and notifications.
  if (address === paths.settings()) return {};
  const parts = address.split('/').filter((part) => /^[a-z-]+$/.test(part));
  const verb = parts.find((part) => part === 'create' || part === 'edit');
  const noun = parts.findLast((part) => part !== verb) ?? '';
  if (!verb) {
    const text = `You do not have permission to view ${pages[noun] ?? noun}`;
    return { restriction: restricted(text, 'staffRead') };
  }
  const permission = noun === 'users' || noun === 'roles' ? 'staffUsers' : 'staffCompanies';
  return { restriction: denied(`You do not have permission to ${verb} ${noun}.`, permission) };
}
