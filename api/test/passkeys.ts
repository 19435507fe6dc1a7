import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAnswer } from '@sente/contract/passkey-answer';
import type { NewPasskey } from '@sente/contract/passkeys';

/** Of the test server's portal. */
const site = { id: 'portal.example.test', origin: 'https://portal.example.test' };

interface Signing {
  readonly challenge: string;
  readonly origin?: string;
  /** Whether the person showed a finger or typed a PIN. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** A security key in software, by the WebAuthn specification: ES256, without attestation. */
export interface SoftKey {
  readonly id: string;
  create(signing: Signing): NewPasskey;
  answer(signing: Signing): PasskeyAnswer;
}

export function createSoftKey(): SoftKey {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let uses = 0;
  return {
    id: id.toString('base64url'),

    create(signing) {
      const data = authenticatorData(signing, 0, attested(id, publicKey));
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', signing).toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      };
    },

    answer(signing) {
      const counter = signing.counter ?? ++uses;
      const data = authenticatorData(signing, counter, Buffer.alloc(0));
      const client = clientData('webauthn.get', signing);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
    },
  };
}

function clientData(type: string, { challenge, origin = site.origin }: Signing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** The hash of the site, flags, counter, and the new key if there is one (WebAuthn, 6.1). */
function authenticatorData({ isVerified = true }: Signing, counter: number, made: Buffer): Buffer {
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (made.length > 0 ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const hash = createHash('sha256').update(site.id).digest();
  return Buffer.concat([hash, Buffer.from([flags]), count, made]);
}

function attested(id: Buffer, key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  // A COSE key of five entries: EC2, ES256, P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  return Buffer.concat([Buffer.alloc(16), length, id, cose]);
}

/** CBOR of { fmt: 'none', attStmt: {}, authData }. */
function attestation(data: Buffer): Buffer {
  const text = (word: string) =>
    Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ]);
}
