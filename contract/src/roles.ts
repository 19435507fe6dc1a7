import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  id,
  idParams,
  noControlCharacters,
  noControlCharactersButLines,
  visibleCharacter,
} from './fields.ts';

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

/** A role by itself, as opposed to one that somebody holds. */
export const roleDetails = z.extend(role, {
  /** Every installation has it: it keeps its name and cannot be deleted. */
  isBuiltIn: z.boolean(),
  /** Only staff may hold it. */
  isStaff: z.boolean(),
  /** When the name or the description last changed. */
  updatedAt: dateTime,
});
export type RoleDetails = z.infer<typeof roleDetails>;

/** Exactly 100 and 500 characters are accepted; the messages keep the wording asked for. */
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

/** A change may say which version it was made from; a newer one is then not overwritten. */
export const roleUpdateBody = z.extend(roleBody, { updatedAt: z.optional(dateTime) });
export type RoleUpdateInput = z.input<typeof roleUpdateBody>;
export type RoleUpdateBody = z.output<typeof roleUpdateBody>;

const notFound = 'Role not found';
const rolePermission = z.strictObject({ roleId: id, permissionId: id });

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/Role',
    summary: 'All roles with their permissions',
    access: staff,
    reply: z.array(roleDetails),
  }),
  get: endpoint({
    method: 'GET',
    path: '/Role/{id}',
    summary: 'One role',
    access: staff,
    params: idParams,
    reply: roleDetails,
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Role',
    summary: 'Create a role without permissions',
    access: staff,
    body: roleBody,
    reply: roleDetails,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Role/{id}',
    summary: 'Rename or describe a role',
    access: staff,
    params: idParams,
    body: roleUpdateBody,
    reply: roleDetails,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Role/{id}',
    summary: 'Delete a role that is neither built in nor held by anyone',
    access: staff,
    params: idParams,
    reply: z.null(),
    notFound,
  }),
  assignPermission: endpoint({
    method: 'POST',
    path: '/Role/assign-permission',
    summary: 'Give a role a permission',
    access: staff,
    body: rolePermission,
    reply: roleDetails,
    notFound,
    about: { type: 'roles', from: 'body.roleId' },
  }),
  removePermission: endpoint({
    method: 'POST',
    path: '/Role/remove-permission',
    summary: 'Take a permission from a role',
    access: staff,
    body: rolePermission,
    reply: roleDetails,
    notFound,
    about: { type: 'roles', from: 'body.roleId' },
  }),
  listPermissions: endpoint({
    method: 'GET',
    path: '/Permission',
    summary: 'All permissions that a role can have',
    access: staff,
    reply: z.array(permission),
  }),
};
