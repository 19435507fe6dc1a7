import { zodResolver } from '@hookform/resolvers/zod';
import {
  clientCreateUserForm,
  clientUpdateUserForm,
  companyRoleNames,
  type CompanyRoleName,
  type User,
} from '@sente/contract/users';
import type { Resolver } from 'react-hook-form';
import type { SelectOption } from '../../ui/select.tsx';
import { companyRoleOf, hasNoRole, roleWordOf } from './company-role.ts';

/** What can be typed. */
export interface CompanyUserInput {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  username: string;
  /** The one chosen role; empty: the role stays as it is. */
  roles: CompanyRoleName | '';
  password: string;
  confirmPassword: string;
  isActive: boolean;
}

/** In the order of the page. */
export const fieldNames = [
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'username',
  'roles',
  'password',
  'confirmPassword',
  'isActive',
] as const satisfies readonly (keyof CompanyUserInput)[];

/** What both forms send. */
export interface CompanyUserValues {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  phoneNumber: string | null;
  isActive: boolean;
  roles?: CompanyRoleName[] | undefined;
}

export interface NewCompanyUserValues extends CompanyUserValues {
  password: string;
  confirmPassword: string;
}

type Resolved<Values> = Resolver<CompanyUserInput, unknown, Values>;

const checkNew = zodResolver(clientCreateUserForm) as unknown as Resolved<NewCompanyUserValues>;
const checkChanged = zodResolver(clientUpdateUserForm) as unknown as Resolved<CompanyUserValues>;

export const resolveNew: typeof checkNew = (input, ...rest) => checkNew(asForm(input), ...rest);
export const resolveChanged: typeof checkChanged = (input, ...rest) =>
  checkChanged(asForm(input), ...rest);

/** As the rules want it: a list that holds the one chosen role, or none at all. */
function asForm({ roles, ...input }: CompanyUserInput): CompanyUserInput {
  return (roles === '' ? input : { ...input, roles: [roles] }) as unknown as CompanyUserInput;
}

export function valuesOf(user: User | undefined): CompanyUserInput {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phoneNumber: user?.phoneNumber ?? '',
    username: user?.username ?? '',
    roles: user ? (companyRoleOf(user) ?? '') : 'User',
    password: '',
    confirmPassword: '',
    isActive: user?.isActive ?? true,
  };
}

/** User first, the one most people get; before them whatever else somebody is and may stay. */
export function roleOptionsFor(user: User | undefined): SelectOption[] {
  const options = companyRoleNames.toReversed().map((name) => ({ value: name, label: name }));
  if (!user || companyRoleOf(user)) return options;
  const label = hasNoRole(user) ? 'No role yet' : roleWordOf(user);
  return [{ value: '', label }, ...options];
}
