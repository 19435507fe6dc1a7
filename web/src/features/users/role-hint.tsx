import { permissionLabel } from '@sente/contract/permission-labels';
import { companyPermissionNames, staffPermissionNames } from '@sente/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { userQueries } from './user-queries.ts';

/** What the chosen role of a company allows, in a sentence after the lead; nothing until it is known. */
export function RoleHint({ name, lead }: { name: string; lead?: string }) {
  const { data } = useQuery({ ...userQueries.companyRoles(), retryOnMount: false });
  const permissions = data?.find((role) => role.name === name)?.permissions;
  if (!permissions) return null;
  const sentence = whatRoleAllows(permissions);
  return <>{lead ? `${lead} ${uncapital(sentence)}` : sentence}</>;
}

/** With more than this missing, what it allows is said instead. */
const fewMissing = 2;

/** In a sentence, by the words of the permissions. Those of the back-office do nothing in a role of companies. */
export function whatRoleAllows(permissions: readonly string[], isStaff = false): string {
  const all: readonly string[] = isStaff ? staffPermissionNames : companyPermissionNames;
  const allowed = all.filter((name) => permissions.includes(name));
  if (allowed.length === 0) return 'Can sign in, and sees none of the data.';
  const everything = `Can do everything in the ${isStaff ? 'back-office' : 'company'}`;
  const missing = all.filter((name) => !permissions.includes(name));
  if (missing.length === 0) return `${everything}.`;
  if (missing.length <= fewMissing) return `${everything}, but not ${listed(missing)}.`;
  return `Can ${listed(allowed)}.`;
}

const words = new Intl.ListFormat('en', { type: 'conjunction' });

function listed(names: readonly string[]): string {
  return words.format(names.map((name) => uncapital(permissionLabel(name))));
}

function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
