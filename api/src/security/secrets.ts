import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
} from 'node:crypto';

/** Where a secret belongs. Sealed for one row of one company it does not open in any other. */
export interface SecretPlace {
  readonly id: string;
  readonly companyId: string;
}

export interface SealedSecret {
  /** Initialisation vector, ciphertext and authentication tag, one after the other. */
  readonly sealed: Buffer;
  /** Names the key that sealed it. */
  readonly keyName: string;
}

/** Why a secret stays closed: sealed by a key that is not here, or not as it was sealed. */
export type Unreadable = 'other key' | 'damaged';

export interface Sealer {
  readonly keyName: string;
  seal(secret: string, place: SecretPlace): SealedSecret;
  open(
    stored: SealedSecret,
    place: SecretPlace,
  ): { readonly secret: string } | { readonly unreadable: Unreadable };
  /** A mark that only a server with the key can make, such as for an address that is handed out. */
  mark(text: string): string;
}

export const keyBytes = 32;
const cipher = 'aes-256-gcm';
const ivBytes = 12;
/** Said to Node as well: left to itself it accepts a tag of four bytes. */
const tagBytes = 16;

/** Keeps secrets that must be shown again, so that a copy of the database alone is worth nothing. */
export function createSealer(key: Buffer): Sealer {
  if (key.length !== keyBytes) throw new Error(`A key has ${keyBytes} bytes, not ${key.length}`);
  const keyName = nameOf(key);
  // Made once: given as bytes, making it anew takes three quarters of the time that opening takes.
  const cipherKey = createSecretKey(key);
  const boundTo = ({ id, companyId }: SecretPlace): Buffer =>
    Buffer.from(`${id}|${companyId}|${keyName}`);

  return {
    keyName,

    seal(secret, place) {
      const iv = randomBytes(ivBytes);
      const work = createCipheriv(cipher, cipherKey, iv, { authTagLength: tagBytes });
      work.setAAD(boundTo(place));
      const text = Buffer.concat([work.update(secret, 'utf8'), work.final()]);
      return { sealed: Buffer.concat([iv, text, work.getAuthTag()]), keyName };
    },

    open(stored, place) {
      if (stored.keyName !== keyName) return { unreadable: 'other key' };
      const { sealed } = stored;
      if (sealed.length < ivBytes + tagBytes) return { unreadable: 'damaged' };
      const iv = sealed.subarray(0, ivBytes);
      const work = createDecipheriv(cipher, cipherKey, iv, { authTagLength: tagBytes });
      work.setAAD(boundTo(place));
      work.setAuthTag(sealed.subarray(-tagBytes));
      const text = work.update(sealed.subarray(ivBytes, -tagBytes));
      try {
        return { secret: Buffer.concat([text, work.final()]).toString('utf8') };
      } catch {
        return { unreadable: 'damaged' };
      }
    },

    mark: (text) => createHmac('sha256', key).update(`sente mark|${text}`).digest('base64url'),
  };
}

/** Tells keys apart and says nothing about them. */
function nameOf(key: Buffer): string {
  const fingerprint = hash('sha256', Buffer.concat([Buffer.from('sente key name|'), key]), 'hex');
  return fingerprint.slice(0, 12);
}
