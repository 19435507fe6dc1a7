import type { Db } from '../db/database.ts';

export interface ProfileRow {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone_number: string | null;
  readonly avatar_url: string | null;
}

export function lockProfile(db: Db, userId: string): Promise<ProfileRow | undefined> {
  return db.row<ProfileRow>(
    `select first_name, last_name, phone_number, avatar_url from users
     where id = $1 and deleted_at is null for update`,
    [userId],
  );
}

export async function updateProfile(db: Db, userId: string, profile: ProfileRow): Promise<void> {
  await db.rows(
    `update users set first_name = $2, last_name = $3, phone_number = $4, avatar_url = $5,
       updated_at = now()
     where id = $1`,
    [userId, profile.first_name, profile.last_name, profile.phone_number, profile.avatar_url],
  );
}
