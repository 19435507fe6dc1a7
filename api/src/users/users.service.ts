import type { User } from '@sente/contract/users';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { findUser, type UserRow } from './users.queries.ts';

export interface UsersService {
  get(actor: Actor, id: string): Promise<User>;
}

export function createUsersService(database: Database): UsersService {
  return {
    get: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const user = await readUser(db, id);
        if (!user) throw notFound('User not found');
        return user;
      }),
  };
}

/** For services that already hold a transaction. */
export async function readUser(db: Db, id: string): Promise<User | undefined> {
  const row = await findUser(db, id);
  return row && toUser(row);
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
    isActive: row.is_active,
    lastLoginDate: row.last_login_at?.toISOString() ?? null,
    createdAt,
    createdDate: createdAt,
    role: row.roles[0]?.name ?? 'user',
    roles: row.roles,
  };
}
