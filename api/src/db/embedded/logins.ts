import { createHmac } from 'node:crypto';
import pg from 'pg';
import { briefLimits } from '../limits.ts';

/**
 * The logins of the embedded database beside its owner. They own nothing and have no rights of their own: each
 * connection takes a role, and can take no other than these.
 */
const logins = {
  sente_server: ['sente_app', 'sente_jobs'],
  sente_guard: ['sente_watcher'],
} as const;
export type Login = keyof typeof logins;

/** Follows from the owner's password, so there is no second secret to keep and to lose. */
function passwordOf(login: Login, ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(login).digest('base64url');
}

export function asLogin(ownerUrl: string, login: Login): string {
  const url = new URL(ownerUrl);
  url.password = passwordOf(login, url.password);
  url.username = login;
  return url.href;
}

/** After the migrations, which make the roles. */
export async function ensureLogins(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ ...briefLimits, connectionString: ownerUrl });
  await client.connect();
  try {
    for (const [login, roles] of Object.entries(logins)) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
      if (rowCount === 0) await client.query(`create role ${login}`);
      const password = passwordOf(login as Login, new URL(ownerUrl).password);
      await client.query(
        `alter role ${login} with login noinherit nosuperuser password '${password}'`,
      );
      await client.query(`grant ${roles.join(', ')} to ${login}`);
    }
  } finally {
    await client.end();
  }
}
