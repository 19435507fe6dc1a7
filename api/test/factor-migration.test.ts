import { expect, it } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { olderDatabase, stopServers } from './older-database.ts';

/* A server that does not know second factors, or visitors of the demo, would let people in without them. */

it.each([
  ['the second factor', 34],
  ['visitors', 37],
  ['passkeys that prove a change', 39],
])(
  'the migration for %s waits for servers of the version before to stop',
  async (_what, before) => {
    const { url, owner, database } = await olderDatabase(before);
    await database.unscoped.rows('select 1');
    await expect(migrate(url, () => {})).rejects.toThrow('Servers of the version before');
    const last = 'select max(version) as version from schema_migrations';
    expect(await owner.row(last)).toEqual({ version: before });
    await stopServers(url);
    await migrate(url, () => {});
    const { version } = (await owner.row<{ version: number }>(last)) ?? { version: 0 };
    expect(version).toBeGreaterThan(before);
  },
  240_000,
);
