import * as z from 'zod/mini';
import { staff } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  id,
  idParams,
  noControlCharacters,
  noControlCharactersButLines,
  visibleCharacter,
} from './fields.ts';
import { proof } from './own-factor.ts';

export const permission = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  module: z.nullable(z.string()),
});
export type Permission = z.infer<typeof permission>;

export const role = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  permissions: z.array(permission),
});
export type Role = z.infer<typeof role>;

/** A role as such, as opposed to a role that a user holds. */
export const roleDetails = z.extend(role, {
  /** Part of every installation: cannot be renamed or deleted. */
  isBuiltIn: z.boolean(),
  /** Only staff may hold it. */
  isStaff: z.boolean(),
  /** How many people have it; deleted ones and those of archived companies do not count. */
  holders: z.number(),
  /** Time of the last change of name or description. */
  updatedAt: dateTime,
});
export type RoleDetails = z.infer<typeof roleDetails>;

/** 100 and 500 characters are accepted; the specification fixes the messages. */
export const roleBody = z.strictObject({
  name: z
    .string('Role name is required')
    .check(
      z.trim(),
      z.minLength(1, 'Role name is required'),
      z.minLength(2, 'Role name must be at least 2 characters'),
      z.maxLength(100, 'Role name must be less than 100 characters'),
      visibleCharacter('Role name is required'),
      noControlCharacters,
    ),
  description: z.optional(
    z
      .string()
      .check(
        z.maxLength(500, 'Description must be less than 500 characters'),
        noControlCharactersButLines,
      ),
  ),
});
export type RoleInput = z.input<typeof roleBody>;
export type RoleBody = z.output<typeof roleBody>;

/** With permissions, all of it is done or nothing; the proof is for power, as with a permission that is added later. */
export const newRoleBody = z.extend(roleBody, {
  permissionIds: z.optional(z.array(id).check(z.maxLength(50, 'At most 50 permissions'))),
  ...proof.shape,
});
export type NewRoleInput = z.input<typeof newRoleBody>;
export type NewRoleBody = z.output<typeof newRoleBody>;

/** The version that the change is based on; a newer one is not overwritten. */
export const roleUpdateBody = z.extend(roleBody, { updatedAt: z.optional(dateTime) });
export type RoleUpdateInput = z.input<typeof roleUpdateBody>;
export type RoleUpdateBody = z.output<typeof roleUpdateBody>;

const notFound = 'Role not found';
const rolePermission = z.strictObject({ roleId: id, permissionId: id });
/** The proof is for power over sign-ins or money, unless it was proved within ten minutes. */
const addedPermission = z.strictObject({ ...rolePermission.shape, ...proof.shape });

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/Role',
    summary: 'List all roles with their permissions',
    access: staff('staffRead'),
    reply: z.array(roleDetails),
  }),
  get: endpoint({
    method: 'GET',
    path: '/Role/{id}',
    summary: 'Get a role',
    access: staff('staffRead'),
    params: idParams,
    reply: roleDetails,
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Role',
    summary: 'Create a role of companies, with the permissions that it begins with',
    access: staff('staffUsers'),
    body: newRoleBody,
    reply: roleDetails,
    notFound: 'Permission not found',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Role/{id}',
    summary: 'Update the name and description of a role',
    access: staff('staffUsers'),
    params: idParams,
    body: roleUpdateBody,
    reply: roleDetails,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Role/{id}',
    summary: 'Delete a role that is not built in and not assigned to anyone',
    access: staff('staffUsers'),
    params: idParams,
    reply: z.null(),
    notFound,
  }),
  assignPermission: endpoint({
    method: 'POST',
    path: '/Role/assign-permission',
    summary:
      'Add a permission to a role; for a staff role that somebody holds, ask a second person',
    access: staff('staffUsers'),
    body: addedPermission,
    reply: roleDetails,
    meta: awaitsApproval,
    notFound,
    about: { type: 'roles', from: 'body.roleId' },
  }),
  removePermission: endpoint({
    method: 'POST',
    path: '/Role/remove-permission',
    summary: 'Remove a permission from a role',
    access: staff('staffUsers'),
    body: rolePermission,
    reply: roleDetails,
    notFound,
    about: { type: 'roles', from: 'body.roleId' },
  }),
  listPermissions: endpoint({
    method: 'GET',
    path: '/Permission',
    summary: 'List all permissions',
    access: staff('staffRead'),
    reply: z.array(permission),
  }),
};
