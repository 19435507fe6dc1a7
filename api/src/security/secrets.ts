import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/**
 * The row that a secret belongs to. A secret encrypted for one row cannot be decrypted for another.
 */
export interface SecretPlace {
  readonly id: string;
  readonly companyId: string;
}

export interface SealedSecret {
  /** Initialisation vector, ciphertext and authentication tag, one after the other. */
  readonly sealed: Buffer;
  /** Name of the key that encrypted it. */
  readonly keyName: string;
}

/** Why a secret cannot be decrypted: encrypted with another key, or damaged. */
export type Unreadable = 'other key' | 'damaged';

export interface Sealer {
  /** The key that encrypts from now on. */
  readonly keyName: string;
  /** All keys of the ring, the current one first. */
  readonly keyNames: readonly string[];
  seal(secret: string, place: SecretPlace): SealedSecret;
  /** With whichever key of the ring encrypted it. */
  open(
    stored: SealedSecret,
    place: SecretPlace,
  ): { readonly secret: string } | { readonly unreadable: Unreadable };
  /** A hash with the current key, for example for a callback URL. */
  mark(text: string): string;
  /** The marks of all keys, the current one first: to recognise what an earlier key marked. */
  marks(text: string): string[];
}

export const keyBytes = 32;
const cipher = 'aes-256-gcm';
const ivBytes = 12;
/** Set explicitly, because Node would accept a tag of four bytes. */
const tagBytes = 16;

interface Key {
  readonly name: string;
  /** Created once: creating it takes three quarters of the time of a decryption or a mark. */
  readonly secretKey: KeyObject;
}

/**
 * Encrypts secrets that must be shown again, so that a copy of the database alone reveals nothing.
 * The first key encrypts; the others only read what they encrypted before.
 */
export function createSealer(current: Buffer, ...former: readonly Buffer[]): Sealer {
  const key = keyOf(current);
  const ring = [key, ...former.map(keyOf)];
  const byName = new Map(ring.map((each) => [each.name, each]));

  return {
    keyName: key.name,
    keyNames: [...byName.keys()],

    seal(secret, place) {
      const iv = randomBytes(ivBytes);
      const work = createCipheriv(cipher, key.secretKey, iv, { authTagLength: tagBytes });
      work.setAAD(boundTo(place, key));
      const text = Buffer.concat([work.update(secret, 'utf8'), work.final()]);
      return { sealed: Buffer.concat([iv, text, work.getAuthTag()]), keyName: key.name };
    },

    open({ sealed, keyName }, place) {
      const used = byName.get(keyName);
      if (!used) return { unreadable: 'other key' };
      if (sealed.length < ivBytes + tagBytes) return { unreadable: 'damaged' };
      const iv = sealed.subarray(0, ivBytes);
      const work = createDecipheriv(cipher, used.secretKey, iv, { authTagLength: tagBytes });
      work.setAAD(boundTo(place, used));
      work.setAuthTag(sealed.subarray(-tagBytes));
      const text = work.update(sealed.subarray(ivBytes, -tagBytes));
      try {
        return { secret: Buffer.concat([text, work.final()]).toString('utf8') };
      } catch {
        return { unreadable: 'damaged' };
      }
    },

    mark: (text) => markWith(key, text),
    marks: (text) => [...byName.values()].map((each) => markWith(each, text)),
  };
}

function keyOf(key: Buffer): Key {
  if (key.length !== keyBytes) throw new Error(`A key has ${keyBytes} bytes, not ${key.length}`);
  return { name: nameOf(key), secretKey: createSecretKey(key) };
}

function boundTo({ id, companyId }: SecretPlace, { name }: Key): Buffer {
  return Buffer.from(`${id}|${companyId}|${name}`);
}

function markWith({ secretKey }: Key, text: string): string {
  return createHmac('sha256', secretKey).update(`sente mark|${text}`).digest('base64url');
}

/** Distinguishes keys without revealing anything about them. */
function nameOf(key: Buffer): string {
  const fingerprint = hash('sha256', Buffer.concat([Buffer.from('sente key name|'), key]), 'hex');
  return fingerprint.slice(0, 12);
}
