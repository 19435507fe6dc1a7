import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { PublishedKey } from '@sente/contract/statement-proof';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { refused } from '../http/app-error.ts';
import type { Sealer, SealedSecret } from '../security/secrets.ts';

/** Signs with the provider's key. */
export interface Signer {
  readonly keyId: string;
  /** When it was fetched, by the database's clock, in whole seconds. */
  readonly at: Date;
  sign(bytes: Buffer): Buffer;
}

interface KeyRow extends SealedSecret {
  readonly id: string;
  readonly at: Date;
}

/** The current key; the first call makes it. */
export function findSigner(database: Database, sealer: Sealer): Promise<Signer> {
  return database.within(platformScope, (db) => readSigner(db, sealer));
}

/** The same in the platform's transaction of the caller. */
export async function readSigner(db: Db, sealer: Sealer): Promise<Signer> {
  const row = (await findCurrent(db)) ?? (await makeCurrent(db, sealer));
  const opened = sealer.open(row, placeOf(row.id));
  if ('unreadable' in opened) {
    throw refused(
      'Statements cannot be signed: the signing key cannot be read. Tell the provider.',
    );
  }
  const der = Buffer.from(opened.secret, 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { keyId: row.id, at: row.at, sign: (bytes) => sign(null, bytes, key) };
}

/** All keys that ever signed, the oldest first. */
export function listKeys(database: Database): Promise<PublishedKey[]> {
  return database.within(platformScope, readKeys);
}

export async function readKeys(db: Db): Promise<PublishedKey[]> {
  const rows = await db.rows<{ id: string; key: Buffer; createdAt: Date; retiredAt: Date | null }>(
    `select id, public_key as key, date_trunc('second', created_at) as "createdAt",
       retired_at as "retiredAt"
     from signing_keys order by created_at, id`,
  );
  return rows.map(({ id, key, createdAt, retiredAt }) => ({
    id,
    algorithm: 'Ed25519',
    publicKey: key.toString('base64'),
    validFrom: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  }));
}

function findCurrent(db: Db): Promise<KeyRow | undefined> {
  return db.row<KeyRow>(
    `select id, secret_sealed as sealed, key_name as "keyName",
       date_trunc('second', clock_timestamp()) as at
     from signing_keys where retired_at is null`,
  );
}

/** Of servers that start together one makes it; the others wait for it and use it. */
async function makeCurrent(db: Db, sealer: Sealer): Promise<KeyRow> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const { sealed, keyName } = sealer.seal(der.toString('base64'), placeOf(id));
  await db.rows(
    `insert into signing_keys (id, public_key, secret_sealed, key_name) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [id, bytes, sealed, keyName],
  );
  const made = await findCurrent(db);
  if (!made) throw new Error('The signing key was retired while it was made');
  return made;
}

function placeOf(id: string) {
  return { id, companyId: 'signing-key' };
}
