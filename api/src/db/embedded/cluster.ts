import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { lengthyLimits } from '../limits.ts';
import { giveTo, pathForServer, runAs, type ServerUser } from './server-user.ts';
import { explainOutput, StartError } from './start-error.ts';

/**
 * One folder contains the cluster and its password. It is created under another name and renamed
 * when complete, so that there is never a partial cluster or a cluster without its password.
 */
const FOLDER = 'postgres';
export const unfinishedFolder = 'postgres.unfinished-';

export const ownerName = 'owner';
const DATABASE = 'sente';
const TEST_DATABASE = 'sente_test';

/** The same collation and messages on every machine, whatever its locales. */
const INITDB_OPTIONS = [
  `--username=${ownerName}`,
  '--pwfile=../password',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

export interface Installation {
  readonly dataDir: string;
  readonly nativeDir: string;
  readonly user: ServerUser | null;
  readonly log: (line: string) => void;
}

export function clusterDirOf(dataDir: string): string {
  return join(dataDir, FOLDER, 'cluster');
}

/** Says which cluster this is; its copies have the same. The first eight bytes of its control file. */
export function systemIdentifier(clusterDir: string): string {
  const file = openSync(join(clusterDir, 'global', 'pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(8);
    readSync(file, bytes);
    return bytes.readBigUInt64LE().toString();
  } finally {
    closeSync(file);
  }
}

/** Creates the cluster on the first start, and removes what a killed first start left behind. */
export async function ensureCluster(installation: Installation): Promise<void> {
  const { dataDir, user, log } = installation;
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(unfinishedFolder))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const folder = join(dataDir, FOLDER);
  if (existsSync(join(clusterDirOf(dataDir), 'PG_VERSION'))) return claimCluster(folder, user);

  log('creating the embedded database');
  const unfinished = mkdtempSync(join(dataDir, unfinishedFolder));
  try {
    await makeCluster(unfinished, installation);
    rmSync(folder, { recursive: true, force: true }); // it has no PG_VERSION: nothing to lose
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** PostgreSQL requires a private folder, which a copy or a restored backup may not be. */
function claimCluster(folder: string, user: ServerUser | null): void {
  const clusterDir = join(folder, 'cluster');
  const { uid, mode } = statSync(clusterDir);
  if (user && uid !== user.uid) giveTo(user, folder);
  if ((mode & 0o777) !== 0o700) chmodSync(clusterDir, 0o700);
}

async function makeCluster(folder: string, installation: Installation): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  writeFileSync(join(folder, 'password'), password, { mode: 0o600 });
  const clusterDir = join(folder, 'cluster');
  mkdirSync(clusterDir, { mode: 0o700 });
  giveTo(installation.user, folder);
  await runInitdb(clusterDir, installation);
}

function runInitdb(clusterDir: string, installation: Installation): Promise<void> {
  const { dataDir, nativeDir, user } = installation;
  const args = [`--pgdata=${pathForServer(user, clusterDir)}`, ...INITDB_OPTIONS];
  return new Promise((resolve, reject) => {
    const initdb = spawn(join(nativeDir, 'bin', 'initdb'), args, {
      ...runAs(user, clusterDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => void (output += chunk.toString());
    initdb.stdout.on('data', keep);
    initdb.stderr.on('data', keep);
    initdb.once('error', reject);
    initdb.once('close', (code) => {
      if (code === 0) resolve();
      else reject(explainOutput('Creating the embedded database', output, dataDir));
    });
  });
}

/** The owner's URL of the database, or of the default database. */
export function ownerUrl(dataDir: string, port: number, database = DATABASE): string {
  return `postgres://${ownerName}:${readOwnerPassword(dataDir)}@127.0.0.1:${port}/${database}`;
}

function readOwnerPassword(dataDir: string): string {
  const file = join(dataDir, FOLDER, 'password');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new StartError(
      `The password of the embedded database could not be read from ${file}. Bring the file back ` +
        'from a backup and start as the user who owns it, or set SENTE_DATA to another folder.',
      { cause: error },
    );
  }
}

export function ensureDatabase(dataDir: string, port: number): Promise<void> {
  return createIfMissing(ownerUrl(dataDir, port, 'postgres'), DATABASE);
}

/** The database of the test world, beside the one that `url` names. */
export interface DatabaseBeside {
  readonly url: string;
  exists(): Promise<boolean>;
  create(): Promise<void>;
  /** Also while somebody is connected. */
  drop(): Promise<void>;
}

export function testDatabaseBeside(url: string): DatabaseBeside {
  const beside = new URL(url);
  beside.pathname = `/${TEST_DATABASE}`;
  return {
    url: beside.href,
    exists: () => asOwner(url, (client) => isThere(client, TEST_DATABASE)),
    create: () => createIfMissing(url, TEST_DATABASE),
    drop: async () => {
      await asOwner(url, (client) =>
        client.query(`drop database if exists ${TEST_DATABASE} with (force)`),
      );
    },
  };
}

async function createIfMissing(url: string, name: string): Promise<void> {
  await asOwner(url, async (client) => {
    if (!(await isThere(client, name))) await client.query(`create database ${name}`);
  });
}

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  return found.rowCount !== 0;
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...lengthyLimits, connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
