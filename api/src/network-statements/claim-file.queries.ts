import type { StatementFile, StatementPlace } from '@sente/contract/network-statements';
import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import type { NewFile } from './network-statements.queries.ts';

/* Which statement is imported now. */

/** An import that stands still this long has lost its server, or its turn. */
const standsStill = "interval '5 minutes'";

/**
 * The name of another statement of the place that is being imported; null if there is none, and until the
 * transaction ends nobody else begins. Two at once do not see each other's lines.
 */
export async function findImporting(
  db: Db,
  { network, checksum }: Pick<NewFile, 'network' | 'checksum'>,
): Promise<string | null> {
  await db.rows('select pg_advisory_xact_lock($1, hashtext($2))', [
    lockKeys.statementImport,
    network,
  ]);
  const row = await db.row<{ name: string }>(
    `select name from statement_files
     where network = $1 and checksum <> $2 and state = 'importing'
       and progressed_at > now() - ${standsStill} limit 1`,
    [network, checksum],
  );
  return row?.name ?? null;
}

/** The id under which it is imported now; undefined if the same content is there already. */
export async function claimFile(db: Db, file: NewFile): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(
    `insert into statement_files (id, network, source, name, checksum, imported_by, wallet)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (network, checksum) where state <> 'withdrawn' do update set
       wallet = excluded.wallet, source = excluded.source, name = excluded.name, imported_by = excluded.imported_by,
       begun_at = now(), progressed_at = now(), finished_at = null, state = 'importing',
       problem = null, layout = null, new_lines = 0, known_lines = 0, bad_lines = 0,
       first_at = null, last_at = null, opening_balance = null, closing_balance = null,
       is_balanced = true
     where statement_files.state = 'failed'
     returning id`,
    [file.id, file.network, file.source, file.name, file.checksum, file.importedBy, file.wallet],
  );
  if (row) await db.rows('delete from statement_bad_lines where file_id = $1', [row.id]);
  return row?.id;
}

interface KnownFile {
  readonly id: string;
  readonly name: string;
  readonly state: StatementFile['state'];
  readonly begun_at: Date;
}

/** What counts, or else what was withdrawn last. */
export function findByChecksum(
  db: Db,
  network: StatementPlace,
  checksum: string,
): Promise<KnownFile | undefined> {
  return db.row<KnownFile>(
    `select id, name, state, begun_at from statement_files where network = $1 and checksum = $2
     order by state = 'withdrawn', begun_at desc limit 1`,
    [network, checksum],
  );
}
