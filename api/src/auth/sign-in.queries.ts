import type { Db } from '../db/database.ts';

export interface SignInRow {
  readonly id: string;
  readonly email: string;
  readonly company_id: string | null;
  readonly password_hash: string;
  readonly may_sign_in: boolean;
}

export function findForSignIn(db: Db, email: string): Promise<SignInRow | undefined> {
  return db.row<SignInRow>(
    `select u.id, u.email, u.company_id, u.password_hash, u.is_active and c.archived_at is null as may_sign_in
     from users u left join companies c on c.id = u.company_id
     where lower(u.email) = lower($1) and u.deleted_at is null`,
    [email],
  );
}

export interface SessionUserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly company_id: string | null;
  readonly avatar_url: string | null;
  readonly created_at: Date;
  readonly roles: { name: string; description: string | null; permissions: { name: string }[] }[];
}

/** Administrator roles come first: screens take the first entry as the role. */
export function readSessionUser(db: Db, userId: string): Promise<SessionUserRow | undefined> {
  return db.row<SessionUserRow>(
    `select u.id, u.email, u.first_name || ' ' || u.last_name as name, u.company_id, u.avatar_url, u.created_at,
       coalesce(
         (select json_agg(
            json_build_object(
              'name', r.name,
              'description', r.description,
              'permissions', coalesce(
                (select json_agg(json_build_object('name', p.name) order by p.name)
                 from role_permissions rp join permissions p on p.id = rp.permission_id
                 where rp.role_id = r.id),
                '[]'))
            order by r.is_staff desc, ur.position)
          from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id),
         '[]') as roles
     from users u where u.id = $1`,
    [userId],
  );
}

export async function insertSession(
  db: Db,
  session: {
    tokenHash: Buffer;
    userId: string;
    expiresAt: Date;
    address: string;
    userAgent: string | null;
  },
): Promise<void> {
  await db.rows(
    `insert into sessions (token_hash, user_id, expires_at, address, user_agent) values ($1, $2, $3, $4, $5)`,
    [session.tokenHash, session.userId, session.expiresAt, session.address, session.userAgent],
  );
  await db.rows('update users set last_login_at = now() where id = $1', [session.userId]);
  // Upkeep where sessions are made: a few at a time, so nobody waits and none pile up.
  await db.rows(
    `delete from sessions where token_hash in
       (select token_hash from sessions where expires_at < now() order by expires_at limit 20)`,
  );
}

export async function updatePasswordHash(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db.rows('update users set password_hash = $2 where id = $1', [userId, passwordHash]);
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.rows('delete from sessions where token_hash = $1', [tokenHash]);
}
