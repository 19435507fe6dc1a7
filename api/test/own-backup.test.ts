import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, type Db } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { afterFile } from './after-file.ts';
import { discard } from './discard.ts';
import { runDocumented, runShell } from './documented.ts';
import { booksOf, drillAdmin, operate } from './drill.ts';
import { createMerchant } from './mobile-money.ts';
import { ownBinaries, startOwnPostgres } from './own-postgres.ts';
import { platformDb } from './platform-db.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sente-dumps-'));
afterAll(() => discard(cwd));

const urlOf = (port: number, user: string) => `postgres://${user}@127.0.0.1:${port}/sente`;

function openAs(url: string): Db {
  const options = { poolSize: 2, statementTimeoutMs: 30_000, role: null, onIdleError: () => {} };
  const database = openDatabase({ url, ...options });
  afterFile(() => database.close());
  return platformDb(database);
}

// Named as skipped on a machine without pg_dump.
describe.skipIf(ownBinaries === null)('a PostgreSQL of the operator', () => {
  it(
    'is set up, dumped and restored by the documented commands',
    { timeout: 180_000 },
    async () => {
      const [first, second] = [await startOwnPostgres(), await startOwnPostgres()];
      const inFirst = { cwd, settings: first.settings };
      const inSecond = { cwd, settings: second.settings };
      expect(await runDocumented('logins', inFirst)).toMatchObject({ code: 0 });
      await migrate(urlOf(first.port, 'sente_owner'), () => {});
      const owner = openAs(urlOf(first.port, 'sente_owner'));
      await createMerchant(owner, 123_456_00n);
      for (const name of ['backupRole', 'dump'] as const) {
        expect(await runDocumented(name, inFirst), name).toMatchObject({ code: 0, stderr: '' });
      }

      const serve = {
        PORT: '0',
        SENTE_DATA: join(cwd, 'data'),
        DATABASE_URL: urlOf(second.port, 'sente_server'),
        SENTE_OWNER_DATABASE_URL: urlOf(second.port, 'sente_owner'),
        SENTE_ADMIN_EMAIL: drillAdmin.email,
        SENTE_ADMIN_PASSWORD: drillAdmin.password,
      };
      // As somebody does it who forgets the roles.
      await runShell(
        `psql -d postgres -c "create database sente" && pg_restore -d sente sente.dump || true`,
        inSecond,
      );
      const asAdministrator = urlOf(second.port, 'postgres');
      const refused = await operate('serve', {
        ...serve,
        DATABASE_URL: asAdministrator,
        SENTE_OWNER_DATABASE_URL: asAdministrator,
      });
      expect(refused.stderr).toContain('has no role sente_app and sente_watcher: it was restored');
      await runShell('dropdb sente', inSecond);

      const restored = await runDocumented('restoreDump', inSecond);
      expect(restored.code, restored.stderr).toBe(0);
      expect(await booksOf(openAs(urlOf(second.port, 'sente_owner')))).toEqual(
        await booksOf(owner),
      );
      const verified = await operate('verify', serve);
      expect(verified.stdout, verified.stderr).toContain('The ledger is right');
    },
  );
});
