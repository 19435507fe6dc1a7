import { permissionLabel } from '@sente/contract/permission-labels';
import {
  companyPermissionNames,
  isStaffPermission,
  staffPermissionNames,
} from '@sente/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { userQueries } from './user-queries.ts';

/** What the chosen role of a company allows, in a sentence after the lead; nothing until it is known. */
export function RoleHint({ name, lead }: { name: string; lead?: string }) {
  const { data } = useQuery({ ...userQueries.companyRoles(), retryOnMount: false });
  const permissions = data?.find((role) => role.name === name)?.permissions;
  return permissions ? <>{[lead, whatRoleAllows(permissions)].filter(Boolean).join(' ')}</> : null;
}

/** With more than this missing, what it allows is said instead. */
const fewMissing = 2;

/** In a sentence, by the words of the permissions. */
export function whatRoleAllows(permissions: readonly string[]): string {
  if (permissions.length === 0) return 'Can sign in, and sees none of the data.';
  const isStaff = permissions.some(isStaffPermission);
  const all: readonly string[] = isStaff ? staffPermissionNames : companyPermissionNames;
  const everything = `Can do everything in the ${isStaff ? 'back-office' : 'company'}`;
  const missing = all.filter((name) => !permissions.includes(name));
  if (missing.length === 0) return `${everything}.`;
  if (missing.length <= fewMissing) return `${everything}, but not ${listed(missing)}.`;
  return `Can ${listed(all.filter((name) => permissions.includes(name)))}.`;
}

const words = new Intl.ListFormat('en', { type: 'conjunction' });

function listed(names: readonly string[]): string {
  const labels = names.map(permissionLabel);
  return words.format(labels.map((label) => label.charAt(0).toLowerCase() + label.slice(1)));
}
