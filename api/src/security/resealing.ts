import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Sealer } from './secrets.ts';

/** Rows in one transaction: short enough that nobody waits for their locks. */
const batchSize = 100;
const lookEveryMs = 10 * 60_000;
/** Comes before every id. */
const noId = '00000000-0000-0000-0000-000000000000';

interface SealedRow {
  readonly id: string;
  readonly company_id: string;
  readonly secret_sealed: Buffer;
  readonly key_name: string;
}

/** The tables with encrypted secrets, and what `SecretPlace` names: a column, or a text. */
const sealedTables = [
  { table: 'company_credentials', idColumn: 'id', company: 'company_id' },
  { table: 'company_webhooks', idColumn: 'id', company: 'company_id' },
  {
    table: 'company_webhooks',
    idColumn: 'id',
    company: 'company_id',
    sealed: 'previous_sealed',
    keyName: 'previous_key_name',
  },
  { table: 'authenticators', idColumn: 'id', company: "'authenticator'" },
  { table: 'signing_keys', idColumn: 'id', company: "'signing-key'" },
] as const satisfies readonly SealedTable[];

interface SealedTable {
  readonly table: string;
  readonly idColumn: string;
  readonly company: string;
  /** The column of the secret and of its key, if they have other names. */
  readonly sealed?: string;
  readonly keyName?: string;
}

/**
 * Encrypts with the current key what a former key of the ring encrypted. It can be interrupted
 * anywhere and several servers can do it at once. Returns the number of rows.
 */
export async function resealAll(database: Database, sealer: Sealer): Promise<number> {
  const former = sealer.keyNames.filter((name) => name !== sealer.keyName);
  if (former.length === 0) return 0;
  let count = 0;
  for (const place of sealedTables) {
    let after: string | null = noId;
    while (after !== null) {
      const from: string = after;
      const batch = await database.within(platformScope, (db) =>
        resealBatch(db, sealer, place, former, from),
      );
      count += batch.resealed;
      after = batch.last;
    }
  }
  return count;
}

/** A damaged row keeps its key and is passed over: its company has to replace the secret. */
async function resealBatch(
  db: Db,
  sealer: Sealer,
  {
    table,
    idColumn,
    company,
    sealed: column = 'secret_sealed',
    keyName: key = 'key_name',
  }: SealedTable,
  former: readonly string[],
  after: string,
): Promise<{ readonly resealed: number; readonly last: string | null }> {
  const rows = await db.rows<SealedRow>(
    `select ${idColumn} as id, ${company} as company_id, ${column} as secret_sealed, ${key} as key_name
     from ${table} where ${key} = any ($1) and ${idColumn} > $2
     order by ${idColumn} limit ${batchSize} for update skip locked`,
    [former, after],
  );
  let resealed = 0;
  for (const row of rows) {
    const place = { id: row.id, companyId: row.company_id };
    const opened = sealer.open({ sealed: row.secret_sealed, keyName: row.key_name }, place);
    if ('unreadable' in opened) continue;
    const { sealed, keyName } = sealer.seal(opened.secret, place);
    await db.rows(`update ${table} set ${column} = $2, ${key} = $3 where ${idColumn} = $1`, [
      row.id,
      sealed,
      keyName,
    ]);
    resealed++;
  }
  return { resealed, last: rows.at(-1)?.id ?? null };
}

/** Looks again now and then: a server that still runs with the former key adds to it. */
export function watchFormerKeys(
  database: Database,
  sealer: Sealer,
  logger: Logger,
): { stop(): void } {
  if (sealer.keyNames.length === 1) return { stop: () => {} };
  const look = async (): Promise<void> => {
    try {
      const count = await resealAll(database, sealer);
      if (count > 0) logger.info({ count }, 'secrets were encrypted with the current key');
    } catch (error) {
      logger.warn({ err: error }, 'secrets could not be encrypted with the current key');
    }
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  void look();
  return { stop: () => clearInterval(timer) };
}
