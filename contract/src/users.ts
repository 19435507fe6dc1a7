import * as z from 'zod/mini';
import { company, companyOrSelf, self, signedIn, staff } from './access.ts';
import { renewedToken } from './auth.ts';
import { sentLink } from './access-links.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  email,
  id,
  idParams,
  newPhoneNumber,
  ownPassword,
  password,
  personName,
  phoneNumber,
  queryBoolean,
  queryInteger,
  requiredText,
} from './fields.ts';
import { proof } from './own-factor.ts';
import { direction, pageMeta, pageOf, pageQuery, searchText } from './paging.ts';
import { phoneOrBlank } from './phone-field.ts';
import { role } from './roles.ts';

export const user = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  companyId: z.nullable(id),
  companyName: z.nullable(z.string()),
  /** Works in the back-office. */
  isStaff: z.boolean(),
  /** Without a company or of Head Office: staff roles can be assigned. */
  canBeStaff: z.boolean(),
  isActive: z.boolean(),
  /** Invited, and has not chosen a password yet. */
  isPending: z.boolean(),
  /** Why the invitation did not arrive; null if it did, or if nothing is known yet. */
  invitationProblem: z.nullable(
    z.object({
      /** It was given up. Otherwise it is tried again. */
      isFinal: z.boolean(),
      reason: z.string(),
    }),
  ),
  /** Of somebody who is invited; expired and revoked ones can be sent again. Null for everybody else. */
  invitationState: z.nullable(z.enum(['open', 'expired', 'revoked'])),
  /** When it was sent last, or its link was made where no mail can be sent, and when the link ends. */
  invitationSentAt: z.nullable(dateTime),
  invitationExpiresAt: z.nullable(dateTime),
  /** An email that waits until its owner confirms it. */
  newEmail: z.nullable(z.string()),
  lastLoginDate: z.nullable(dateTime),
  createdAt: dateTime,
  /** Same as `createdAt`; the client portal reads this field. */
  createdDate: dateTime,
  /** Time of the last change; signing in does not count. */
  updatedAt: dateTime,
  role: z.string(),
  roles: z.array(role),
});
export type User = z.infer<typeof user>;

const emailMessage = 'Please enter a valid email address';

/** The client portal's names of a company's roles; the server maps them to its own. */
export const companyRoleNames = ['Admin', 'Manager', 'User'] as const;
export type CompanyRoleName = (typeof companyRoleNames)[number];
const companyRole = z.enum(companyRoleNames, 'Role must be Admin, Manager or User');

const userFields = {
  firstName: personName('First name is required', 100),
  lastName: personName('Last name is required', 100),
  username: requiredText('Username is required', 100),
  email: email(emailMessage),
  phoneNumber,
  isActive: z._default(z.boolean(), true),
  /** Sent by the client portal only: a list with the one chosen role. */
  roles: z.optional(z.array(companyRole).check(z.length(1, 'Choose one role'))),
};
const userCounts = z.object({
  all: z.number(),
  active: z.number(),
  /** Invited, and not come yet. */
  pending: z.number(),
  admins: z.number(),
});
export type UserCounts = z.infer<typeof userCounts>;

const companyId = z.guid('Company is required').check(z.toLowerCase());

/**
 * Without a password the person is invited by mail, once active. A typed one must be changed at the first
 * sign-in.
 */
export const createUserBody = z.strictObject({
  ...userFields,
  phoneNumber: newPhoneNumber,
  companyId,
  password: z.optional(password()),
  /** For a typed password, and for power over people or money, unless it was proved within ten minutes. */
  ...proof.shape,
});
export type CreateUserBody = z.output<typeof createUserBody>;

/** Omitted fields stay unchanged. */
export const updateUserBody = z.strictObject({
  ...userFields,
  isActive: z.optional(z.boolean()),
  /** The client portal does not send it. */
  companyId: z.optional(companyId),
  /** Staff only, and never for themselves. */
  password: z.optional(password()),
  /**
   * For a change of one's own email. Of somebody else for a new email, a typed password, a role with power over
   * people or money, a company for somebody with such a role, an activation, and a new invitation, unless it was
   * proved within ten minutes. Whoever has a second factor shows it as well.
   */
  ...proof.shape,
  /** The version that the change is based on; a newer one is not overwritten. */
  updatedAt: z.optional(dateTime),
});
export type UpdateUserBody = z.output<typeof updateUserBody>;

const clientUserFields = {
  ...userFields,
  username: requiredText('Username is required', 100).check(
    z.minLength(3, 'Username must be at least 3 characters'),
  ),
  phoneNumber: z.string().check(...phoneOrBlank()),
};

/** The stricter rules of the client portal. Both passwords are absent in an invitation. */
export const clientCreateUserForm = z
  .object({
    ...clientUserFields,
    password: z.optional(password()),
    confirmPassword: z.optional(z.string()),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
    }),
  );
/** A stored phone number that is none stays until it is changed. */
export function clientUpdateUserForm(before: { readonly phoneNumber: string | null }) {
  return z.object({
    ...clientUserFields,
    phoneNumber: z.string().check(...phoneOrBlank(before.phoneNumber)),
    currentPassword: proof.shape.currentPassword,
  });
}

export const userSortKeys = ['user', 'company', 'lastLogin'] as const;
export type UserSortKey = (typeof userSortKeys)[number];

const notFound = 'User not found';
const invitationMeta = z.object({ invitation: z.nullable(sentLink) });
const userRole = z.strictObject({ userId: id, roleId: id });
/** The proof is for a role with power over people or money, unless it was proved within ten minutes. */
const assignedRole = z.strictObject({ ...userRole.shape, ...proof.shape });

/** The provider may change what a role allows. */
const companyRoleGrants = z.object({
  name: z.enum(companyRoleNames),
  permissions: z.array(z.string()),
});
export type CompanyRoleGrants = z.infer<typeof companyRoleGrants>;

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/User',
    summary: 'List users, by name unless asked otherwise; without a page, all of them',
    access: staff('staffRead'),
    query: z.strictObject({
      ...pageQuery,
      companyId: z.optional(id),
      /** Case-insensitive in first and last name, email, username and company name; a phone number. */
      search: z.optional(searchText),
      isActive: z.optional(queryBoolean),
      /** Invited, and not come yet. */
      isPending: z.optional(queryBoolean),
      /** Whoever holds it. */
      roleId: z.optional(id),
      sort: z.optional(z.enum(userSortKeys)),
      direction: z.optional(direction),
    }),
    reply: z.array(user),
    meta: z.object(pageMeta),
  }),
  companyRoles: endpoint({
    method: 'GET',
    path: '/User/company-roles',
    summary: 'What the roles that a company gives to its people allow',
    access: signedIn,
    reply: z.array(companyRoleGrants),
  }),
  page: endpoint({
    method: 'GET',
    path: '/User/company/{id}/paged',
    summary: "List a company's users, one page at a time",
    access: company('staffRead', 'params.id', 'canViewUsers', 'canManageUsers'),
    params: idParams,
    query: z.strictObject({
      page: z._default(queryInteger(1, 1_000_000), 1),
      pageSize: z._default(queryInteger(1, 100), 10),
      searchTerm: z.optional(searchText),
      isActive: z.optional(queryBoolean),
      isPending: z.optional(queryBoolean),
      role: z.optional(z.enum(['admin', 'manager', 'user'])),
    }),
    reply: pageOf(user),
    /** Of all people of the company, whatever is searched. */
    meta: z.object({ counts: userCounts }),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  get: endpoint({
    method: 'GET',
    path: '/User/{id}',
    summary: 'Get a user; everyone may read themselves',
    access: companyOrSelf('staffRead', 'record', 'canViewUsers', 'canManageUsers'),
    params: idParams,
    reply: user,
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/User',
    summary: 'Create a user, by invitation or with a typed password',
    access: company('staffUsers', 'body.companyId', 'canManageUsers'),
    body: createUserBody,
    reply: user,
    /** Null with a typed password, and for somebody who is invited when activated. */
    meta: invitationMeta,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'body.companyId' },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/User/{id}',
    summary: 'Update a user',
    access: company('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    body: updateUserBody,
    reply: user,
    /** Of an invited person whose email, role or company was changed, or who was activated. */
    meta: invitationMeta,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/User/{id}',
    summary: 'Delete a user',
    access: company('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    reply: z.null(),
    notFound,
  }),
  assignRole: endpoint({
    method: 'POST',
    path: '/User/assign-role',
    summary: 'Assign a role to a user; a staff role is given when a second person approves it',
    access: staff('staffUsers'),
    body: assignedRole,
    reply: user,
    /** A staff role waits for a second person. Somebody who has not come yet is invited anew by whoever gives a role. */
    meta: z.object({ ...awaitsApproval.shape, ...invitationMeta.shape }),
    notFound,
    about: { type: 'users', from: 'body.userId' },
  }),
  removeRole: endpoint({
    method: 'POST',
    path: '/User/remove-role',
    summary: 'Remove a role from a user',
    access: staff('staffUsers'),
    body: userRole,
    reply: user,
    notFound,
    about: { type: 'users', from: 'body.userId' },
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/User/{id}/change-password',
    summary: 'Change your own password and end your other sessions',
    access: self,
    allowsTemporaryPassword: true,
    allowsMissingFactor: true,
    params: idParams,
    body: z
      .strictObject({
        /** Not of somebody who has just signed in with a passkey and has a temporary password. */
        currentPassword: z.optional(password(1)),
        newPassword: ownPassword('New password is required'),
        /** No rule of its own: it equals the new one, which has them. */
        confirmNewPassword: z.string(),
      })
      .check(
        z.refine((form) => form.newPassword === form.confirmNewPassword, {
          path: ['confirmNewPassword'],
          error: 'New passwords do not match.',
        }),
      ),
    reply: renewedToken,
    notFound,
  }),
};
