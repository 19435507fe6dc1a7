import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  scryptSync,
  type KeyObject,
} from 'node:crypto';
import * as z from 'zod';
import { StartError } from '../db/embedded/start-error.ts';

/** Who can open what is sealed: whoever knows the passphrase, or has the private key of X25519. */
export type Lock =
  | { readonly passphrase: string }
  | { readonly publicKey: KeyObject; readonly name: string };
export type Unlock = { readonly passphrase: string } | { readonly privateKey: KeyObject };

const base64 = z.base64();
const sealedFile = z.strictObject({
  format: z.literal('sente sealed keys 1'),
  madeAt: z.string(),
  lock: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('passphrase'), salt: base64 }),
    z.strictObject({ by: z.literal('X25519'), recipient: z.string(), ephemeral: base64 }),
  ]),
  iv: base64,
  tag: base64,
  sealed: base64,
});
type SealedFile = z.infer<typeof sealedFile>;

const keyBytes = 32;
/** 128 MB and about half a second: a passphrase can be guessed on other machines. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** The text of a file that only the lock opens. */
export function sealKeys(keys: string, lock: Lock): string {
  const { key, described } = lockWith(lock);
  const iv = randomBytes(12);
  const head = { format: 'sente sealed keys 1', madeAt: new Date().toISOString(), lock: described };
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(JSON.stringify(head)));
  const sealed = Buffer.concat([cipher.update(keys, 'utf8'), cipher.final()]).toString('base64');
  const file = { ...head, iv: iv.toString('base64'), sealed };
  return `${JSON.stringify({ ...file, tag: cipher.getAuthTag().toString('base64') }, null, 2)}\n`;
}

function lockWith(lock: Lock): { key: Buffer; described: SealedFile['lock'] } {
  if ('passphrase' in lock) {
    const salt = randomBytes(16);
    const key = scryptSync(lock.passphrase, salt, keyBytes, scryptCost);
    return { key, described: { by: 'passphrase', salt: salt.toString('base64') } };
  }
  // A key for this file alone, whose private part is forgotten at once.
  const pair = generateKeyPairSync('x25519');
  const ephemeral = pair.publicKey.export({ type: 'spki', format: 'der' });
  const key = sharedKey(pair.privateKey, lock.publicKey, ephemeral, lock.publicKey);
  const described = { by: 'X25519', recipient: lock.name, ephemeral: ephemeral.toString('base64') };
  return { key, described: described as SealedFile['lock'] };
}

/** Bound to both public keys. */
function sharedKey(own: KeyObject, other: KeyObject, ephemeral: Buffer, to: KeyObject): Buffer {
  const secret = diffieHellman({ privateKey: own, publicKey: other });
  const salt = Buffer.concat([ephemeral, to.export({ type: 'spki', format: 'der' })]);
  return Buffer.from(hkdfSync('sha256', secret, salt, 'sente sealed keys 1', keyBytes));
}

export function openSealedKeys(text: string, unlock: Unlock): string {
  const file = parse(text);
  const key = keyFor(file.lock, unlock);
  const { iv, tag, sealed, ...head } = file;
  const { format, madeAt, lock } = head;
  const bytes = (part: string) => Buffer.from(part, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(iv), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(JSON.stringify({ format, madeAt, lock })));
  decipher.setAuthTag(bytes(tag));
  try {
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString('utf8');
  } catch {
    throw new StartError('The sealed keys do not open with this passphrase or private key.');
  }
}

function parse(text: string): SealedFile {
  try {
    return sealedFile.parse(JSON.parse(text));
  } catch (error) {
    throw new StartError('The file of the sealed keys is not complete, or not of this version.', {
      cause: error,
    });
  }
}

function keyFor(lock: SealedFile['lock'], unlock: Unlock): Buffer {
  if (lock.by === 'passphrase') {
    if (!('passphrase' in unlock)) {
      throw new StartError('The keys are sealed with a passphrase: set SENTE_BACKUP_PASSPHRASE.');
    }
    return scryptSync(unlock.passphrase, Buffer.from(lock.salt, 'base64'), keyBytes, scryptCost);
  }
  if (!('privateKey' in unlock)) {
    throw new StartError(
      `The keys are sealed for ${lock.recipient}: set SENTE_BACKUP_PRIVATE_KEY to the file of its private key.`,
    );
  }
  const ephemeral = Buffer.from(lock.ephemeral, 'base64');
  const other = createPublicKey({ key: ephemeral, type: 'spki', format: 'der' });
  return sharedKey(unlock.privateKey, other, ephemeral, createPublicKey(unlock.privateKey));
}

/** From a PEM file, as `openssl genpkey -algorithm X25519` and `openssl pkey -pubout` write it. */
export function readX25519(pem: string, kind: 'public' | 'private', where: string): KeyObject {
  try {
    const key = kind === 'public' ? createPublicKey(pem) : createPrivateKey(pem);
    if (key.asymmetricKeyType === 'x25519') return key;
  } catch {
    // The same answer: the message of the parser would not help, and might show the key.
  }
  throw new StartError(
    `${where} holds no ${kind} key of X25519 (openssl genpkey -algorithm X25519).`,
  );
}
