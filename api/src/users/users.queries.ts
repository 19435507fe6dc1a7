import type { Role } from '@sente/contract/roles';
import type { Db } from '../db/database.ts';

export interface UserRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_number: string | null;
  readonly avatar_url: string | null;
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly is_active: boolean;
  readonly last_login_at: Date | null;
  readonly created_at: Date;
  readonly roles: Role[];
}

/** Roles as the screens want them: administrator roles first, then in order of assignment. */
const rolesOfUser = `coalesce(
  (select json_agg(
     json_build_object(
       'id', r.id,
       'name', r.name,
       'description', r.description,
       'permissions', coalesce(
         (select json_agg(
            json_build_object('id', p.id, 'name', p.name, 'description', p.description, 'module', p.module)
            order by p.module, p.name)
          from role_permissions rp join permissions p on p.id = rp.permission_id
          where rp.role_id = r.id),
         '[]'))
     order by r.is_staff desc, ur.position)
   from user_roles ur join roles r on r.id = ur.role_id
   where ur.user_id = u.id),
  '[]')`;

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(
    `select u.id, u.first_name, u.last_name, u.username, u.email, u.phone_number, u.avatar_url,
       u.company_id, c.name as company_name, u.is_active, u.last_login_at, u.created_at,
       ${rolesOfUser} as roles
     from users u left join companies c on c.id = u.company_id
     where u.id = $1 and u.deleted_at is null and c.archived_at is null`,
    [id],
    'find_user',
  );
}
