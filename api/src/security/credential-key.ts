import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode, StartError } from '../db/embedded/start-error.ts';
import { createSealer, keyBytes, type Sealer } from './secrets.ts';

interface KeySettings {
  /** From the settings; null for the key file in the data folder. */
  readonly credentialKey: Buffer | null;
  readonly dataDir: string;
}

const fileName = 'credential.key';

/** The key of this installation; the first start creates one if none is configured. */
export function openSealer(
  { credentialKey, dataDir }: KeySettings,
  say: (line: string) => void,
): Sealer {
  return createSealer(credentialKey ?? keyFromFile(dataDir, say));
}

/** 32 bytes as 64 hexadecimal digits or as base64, with or without its padding. */
export function parseKey(text: string): Buffer | null {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null;
  return Buffer.from(trimmed, 'base64');
}

function keyFromFile(dataDir: string, say: (line: string) => void): Buffer {
  const path = join(dataDir, fileName);
  let key: Buffer | null;
  try {
    key = parseKey(readText(path) ?? makeFile(dataDir, path, say));
  } catch (error) {
    throw explain(error, path);
  }
  if (key) return key;
  throw new StartError(
    `${path} does not hold a key. Put it back from a backup, or set SENTE_CREDENTIAL_KEY. If it is lost, remove the file: a new key is made, and the API credentials of the companies have to be regenerated.`,
  );
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Written to a temporary file and then linked, which fails if the file exists: of processes that
 * start together one creates the key, and none reads an incomplete one.
 */
function makeFile(dataDir: string, path: string, say: (line: string) => void): string {
  makeFolder(dataDir);
  const draft = `${path}.${randomUUID()}`;
  writeDurably(draft, `${randomBytes(keyBytes).toString('base64')}\n`);
  try {
    linkSync(draft, path);
    say(`Key of the API credentials: made in ${path}. Back it up with the database.`);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dataDir);
  return readFileSync(path, 'utf8');
}

/** Creates only the last folder of the path: a missing parent is probably a typing error. */
function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Synced to disk before anything is encrypted with it, because a power cut must not lose the key.
 */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o400);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder and does not need to.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function explain(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new StartError(
    `The key of the API credentials cannot be kept in ${path} (${code}). Set SENTE_CREDENTIAL_KEY, or SENTE_DATA to a folder that can be written.`,
    { cause: error },
  );
}
