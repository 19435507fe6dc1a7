import { createPublicKey, verify } from 'node:crypto';
import { invalidField } from '../http/app-error.ts';

/** What stands before the 32 bytes of an Ed25519 key in SubjectPublicKeyInfo. */
const header = Buffer.from('302a300506032b6570032100', 'hex');
const keyBytes = 32;

/** Of Ed25519: PEM, or the Base64 of its content or of the 32 bytes alone. A private key is refused. */
export function readPublicKey(text: string): Buffer {
  const [, inside] =
    /^-----BEGIN PUBLIC KEY-----([\s\S]*)-----END PUBLIC KEY-----$/.exec(text.trim()) ?? [];
  const base64 = (inside ?? text).replace(/\s/g, '').replace(/-/g, '+').replace(/_/g, '/');
  const bytes = Buffer.from(base64, 'base64');
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  if (isBase64 && bytes.length === keyBytes && inside === undefined) return bytes;
  const isWhole = bytes.length === header.length + keyBytes;
  if (isBase64 && isWhole && bytes.subarray(0, header.length).equals(header)) {
    return bytes.subarray(header.length);
  }
  throw invalidField('publicKey', 'Must be a public key of Ed25519, in PEM or Base64');
}

export function isSignedByOwner(publicKey: Buffer, signature: Buffer, text: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([header, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, signature);
}
