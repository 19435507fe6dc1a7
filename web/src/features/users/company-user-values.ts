import type { FactorProof } from '@sente/contract/own-factor';
import { phoneText } from '@sente/contract/phone';
import {
  clientCreateUserForm,
  clientUpdateUserForm,
  type CompanyRoleName,
  type User,
} from '@sente/contract/users';
import * as z from 'zod/mini';
import type { Access } from './access-choice.tsx';
import { companyRoleOf } from './user.ts';

/* What the forms of a company's users have and send. */

/** The editable fields. */
export interface CompanyUserInput extends Omit<
  NewCompanyUserValues,
  'phoneNumber' | 'roles' | 'password' | 'confirmPassword' | keyof FactorProof
> {
  access: Access;
  password: string;
  confirmPassword: string;
  phoneNumber: string;
  currentPassword: string;
  code: string;
  /** The one chosen role; empty keeps the current role. */
  roles: CompanyRoleName | '';
}

/** The fields that both forms send; the proof is for a change of the own email. */
export interface CompanyUserValues extends FactorProof {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  phoneNumber: string | null;
  isActive: boolean;
  roles?: CompanyRoleName[] | undefined;
}

/** Without a password the person is invited. */
export interface NewCompanyUserValues extends CompanyUserValues {
  password?: string | undefined;
  confirmPassword?: string | undefined;
}

export type Checked<Values> = z.core.$ZodType<Values, CompanyUserInput>;

/** The schema expects a list with the chosen role, or no list. The code is added when it is shown. */
function withRoleList({ roles, access, ...typed }: CompanyUserInput) {
  const { password, confirmPassword, currentPassword: _, code: __, ...input } = typed;
  return {
    ...input,
    ...(access === 'password' && { password, confirmPassword }),
    ...(roles !== '' && { roles: [roles] }),
  };
}

export const newUser = z.pipe(
  z.transform<CompanyUserInput, z.input<typeof clientCreateUserForm>>(withRoleList),
  clientCreateUserForm,
);
export function changedUser(user: User, isSelf: boolean) {
  const form = clientUpdateUserForm(user);
  return z.pipe(
    z.transform<CompanyUserInput, z.input<typeof form>>((typed) => {
      const { email, currentPassword } = typed;
      const isOwnEmail = isSelf && email !== user.email;
      return { ...withRoleList(typed), ...(isOwnEmail && { currentPassword }) };
    }),
    form,
  );
}

/** In page order. */
export function valuesOf(user: User | undefined): CompanyUserInput {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phoneNumber: phoneText(user?.phoneNumber ?? ''),
    currentPassword: '',
    code: '',
    username: user?.username ?? '',
    roles: user ? (companyRoleOf(user) ?? '') : 'User',
    access: user ? 'password' : 'invitation',
    password: '',
    confirmPassword: '',
    isActive: user?.isActive ?? true,
  };
}
