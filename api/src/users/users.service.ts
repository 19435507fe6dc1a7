import type { MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import {
  companyRoleNames,
  type CompanyRoleGrants,
  type User,
  type UserCounts,
  type users,
} from '@sente/contract/users';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { chosenRole, companyRoleIds } from './built-in-roles.ts';
import { holdCompany, lockUser, type UserToChange } from './user-changes.queries.ts';
import {
  countPeople,
  countUsers,
  findRoles,
  findUser,
  listUsers,
  type UserFilter,
  type UserPage,
  type UserRow,
} from './users.queries.ts';

type ListMeta = MetaOf<typeof users.list>;
type PageReply = ReplyOf<typeof users.page>;

export interface UsersService {
  list(actor: Actor, query: QueryOf<typeof users.list>): Promise<{ data: User[]; meta: ListMeta }>;
  page(
    actor: Actor,
    companyId: string,
    query: QueryOf<typeof users.page>,
  ): Promise<PageReply & { readonly counts: UserCounts }>;
  get(actor: Actor, id: string): Promise<User>;
  companyRoles(actor: Actor): Promise<CompanyRoleGrants[]>;
}

export function createUsersService(database: Database): UsersService {
  return {
    list: (actor, query) =>
      database.within(actor.scope, (db) => {
        const { companyId = null, search = '', isActive, isPending, roleId } = query;
        const chosen = { isActive, isPending, roleId };
        return readPage(db, { companyId, search, searchesCompany: true, ...chosen }, query);
      }),

    page: (actor, companyId, { searchTerm = '', isActive, isPending, role, ...query }) =>
      database.within(actor.scope, async (db) => {
        await requireCompany(db, companyId);
        const chosen = { isActive, isPending, role };
        const filter = { companyId, search: searchTerm, searchesCompany: false, ...chosen };
        const { data, meta } = await readPage(db, filter, query);
        return {
          items: data,
          totalCount: meta.totalCount,
          totalPages: meta.totalPages,
          hasNextPage: meta.page < meta.totalPages,
          hasPreviousPage: meta.page > 1,
          counts: await countPeople(db, companyId),
        };
      }),

    get: (actor, id) => database.within(actor.scope, (db) => readUserOrRefuse(db, id)),

    companyRoles: (actor) =>
      database.within(actor.scope, async (db) => {
        const roles = await findRoles(db, companyRoleIds);
        return companyRoleNames.map((name) => {
          const granted = roles.get(chosenRole([name]) ?? '')?.permissions ?? [];
          return { name, permissions: granted.map((permission) => permission.name) };
        });
      }),
  };
}

interface PageRequest extends Pick<UserPage, 'sort' | 'direction'> {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

async function readPage(
  db: Db,
  filter: UserFilter,
  query: PageRequest,
): Promise<{ data: User[]; meta: ListMeta }> {
  const meta = pagingOf(query, await countUsers(db, filter));
  if (meta.totalCount === 0) return { data: [], meta };
  const rows = await listUsers(db, filter, {
    ...query,
    limit: meta.pageSize,
    offset: (meta.page - 1) * meta.pageSize,
  });
  return { data: rows.map(toUser), meta };
}

/** For services that already have a transaction. */
export async function readUser(db: Db, id: string): Promise<User | undefined> {
  const row = await findUser(db, id);
  return row && toUser(row);
}

export async function readUserOrRefuse(db: Db, id: string): Promise<User> {
  const user = await readUser(db, id);
  if (!user) throw notFound('User not found');
  return user;
}

export async function lockUserOrRefuse(db: Db, id: string): Promise<UserToChange> {
  const user = await lockUser(db, id);
  if (!user) throw notFound('User not found');
  return user;
}

export function aboutUser(user: Pick<UserToChange, 'id' | 'company_id'>) {
  return { subject: { type: 'users', id: user.id }, companyId: user.company_id };
}

export async function requireCompany(
  db: Db,
  id: string,
): Promise<{ readonly is_head_office: boolean }> {
  const company = await holdCompany(db, id);
  if (company) return company;
  const message = 'Company not found';
  throw new AppError('not_found', { message, fields: { companyId: message } });
}

function toUser(row: UserRow): User {
  const createdAt = row.created_at.toISOString();
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: `${row.first_name} ${row.last_name}`,
    username: row.username,
    email: row.email,
    phoneNumber: row.phone_number,
    avatar: row.avatar_url,
    companyId: row.company_id,
    companyName: row.company_name,
    isStaff: row.is_staff,
    canBeStaff: row.can_be_staff,
    isActive: row.is_active,
    isPending: row.is_pending,
    invitationProblem: row.invitation_problem,
    invitationState: row.invitation?.state ?? null,
    invitationSentAt: row.invitation && new Date(row.invitation.sentAt).toISOString(),
    invitationExpiresAt: row.invitation && new Date(row.invitation.expiresAt).toISOString(),
    newEmail: row.new_email,
    lastLoginDate: row.last_login_at?.toISOString() ?? null,
    createdAt,
    createdDate: createdAt,
    updatedAt: row.updated_at.toISOString(),
    role: row.roles[0]?.name ?? 'user',
    roles: row.roles,
  };
}
