import {
  constants,
  createPublicKey,
  publicEncrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** Encryption with its randomness, which recorded exchanges replace to be comparable. */
export interface Encryption {
  randomBytes(size: number): Buffer;
  /** RSA with the padding of PKCS #1 v1.5, as base64. */
  encryptFor(key: KeyObject, text: string): string;
}

export const realEncryption: Encryption = {
  randomBytes: (size) => randomBytes(size),
  encryptFor: (key, text) =>
    publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString(
      'base64',
    ),
};

/** Shorter keys cannot take what is encrypted for them. */
const minBits = 1024;

/** Base64 of DER, as SPKI or PKCS #1; null if it is neither, or no RSA key that can be used. */
export function parsePublicKey(text: string): KeyObject | null {
  const der = Buffer.from(text.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: der, format: 'der', type });
      const isUsable =
        key.asymmetricKeyType === 'rsa' &&
        (key.asymmetricKeyDetails?.modulusLength ?? 0) >= minBits;
      return isUsable ? key : null;
    } catch {
      // Not of this form.
    }
  }
  return null;
}
