import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode, StartError } from '../db/embedded/start-error.ts';
import { createSealer, keyBytes, type Sealer } from './secrets.ts';

/** The current key first; the others still decrypt what they encrypted. */
export type KeyRing = readonly [Buffer, ...Buffer[]];

interface KeySettings {
  /** From the settings, the current key first; null for the key file in the data folder. */
  readonly credentialKeys: KeyRing | null;
  readonly dataDir: string;
}

const fileName = 'credential.key';

/** The keys of this installation; the first start creates one if none is configured. */
export function openSealer(
  { credentialKeys, dataDir }: KeySettings,
  say: (line: string) => void,
): Sealer {
  return createSealer(...(credentialKeys ?? keysFromFile(dataDir, say)));
}

/** The same without creating a key: null if there is none, as on a machine without a server. */
export function findSealer(settings: KeySettings): Sealer | null {
  const keys = findKeys(settings);
  return keys && createSealer(...keys);
}

export function findKeys({ credentialKeys, dataDir }: KeySettings): KeyRing | null {
  return credentialKeys ?? parseKeys(readText(join(dataDir, fileName)) ?? '');
}

/** Puts keys from a backup into a data folder that has none, and says where they are. */
export function keepKeys(dataDir: string, keys: KeyRing): string {
  const path = join(dataDir, fileName);
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  try {
    if (putFile(dataDir, path, text)) return path;
  } catch (error) {
    throw explain(error, path);
  }
  throw new StartError(`${path} is there already. Move it away and run the same command again.`);
}

/** One or more keys, separated by commas, spaces or line breaks; null if one of them is no key. */
export function parseKeys(text: string): KeyRing | null {
  const keys = text
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map(parseKey);
  const [first, ...rest] = keys.filter((key) => key !== null);
  return first && rest.length === keys.length - 1 ? [first, ...rest] : null;
}

/** 32 bytes as 64 hexadecimal digits or as base64, with or without its padding. */
function parseKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}

function keysFromFile(dataDir: string, say: (line: string) => void): KeyRing {
  const path = join(dataDir, fileName);
  let keys: KeyRing | null;
  try {
    keys = parseKeys(readText(path) ?? makeFile(dataDir, path, say));
    closeToOthers(path, say);
  } catch (error) {
    throw explain(error, path);
  }
  if (keys) return keys;
  throw new StartError(
    `${path} does not hold a key. Put it back from a backup, or set SENTE_CREDENTIAL_KEY. If it is lost, remove the file: a new key is made, and the API credentials of the companies have to be regenerated.`,
  );
}

/** A copy or a restored backup may have made it readable. */
function closeToOthers(path: string, say: (line: string) => void): void {
  const { mode } = statSync(path);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  chmodSync(path, 0o400);
  say(`${path} could be read by other users of this machine, and now only by its owner.`);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function makeFile(dataDir: string, path: string, say: (line: string) => void): string {
  if (putFile(dataDir, path, `${randomBytes(keyBytes).toString('base64')}\n`)) {
    say(`Key of the API credentials: made in ${path}. Back it up with the database.`);
  }
  return readFileSync(path, 'utf8');
}

/**
 * Written to a temporary file and then linked, which fails if the file exists: of processes that
 * start together one creates the key, and none reads an incomplete one. False if it exists.
 */
function putFile(dataDir: string, path: string, text: string): boolean {
  makeFolder(dataDir);
  const draft = `${path}.${randomUUID()}`;
  writeDurably(draft, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    unlinkSync(draft);
    syncFolder(dataDir);
  }
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
