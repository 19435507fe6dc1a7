import { constants, createCipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** Airtel's RSA keys, with which callers encrypt PINs and sign messages. */
export interface KeyPair {
  /** Base64 of DER. */
  publicKey(): string;
  keyId(): number;
  /** Null if it was not encrypted for the present key. */
  decrypt(text: string): string | null;
  /** From now on other keys apply. */
  rotate(): void;
}

/** Made on first use, which takes about a tenth of a second. */
export function createKeyPair(): KeyPair {
  const generate = () => generateKeyPairSync('rsa', { modulusLength: 1024 });
  let keys: ReturnType<typeof generate> | null = null;
  let keyId = 100;
  const present = () => (keys ??= generate());
  return {
    publicKey: () => present().publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    keyId: () => keyId,
    decrypt(text) {
      try {
        // Without padding: not every version of Node removes that of PKCS #1 v1.5.
        const key = { key: present().privateKey, padding: constants.RSA_NO_PADDING };
        const block = privateDecrypt(key, Buffer.from(text, 'base64'));
        const end = block.indexOf(0, 2);
        const isPadded = block[0] === 0 && block[1] === 2 && end >= 10;
        return isPadded ? block.subarray(end + 1).toString() : null;
      } catch {
        return null;
      }
    },
    rotate() {
      keys = generate();
      keyId++;
    },
  };
}

/** Airtel repeats the encryption of the body and compares. */
export function isSigned(
  body: string,
  { signature, key }: { signature: string; key: string },
  keys: KeyPair,
): boolean {
  const [aesKey = '', iv = ''] = (keys.decrypt(key) ?? '').split(':');
  try {
    const cipher = createCipheriv(
      'aes-256-cbc',
      Buffer.from(aesKey, 'base64'),
      Buffer.from(iv, 'base64'),
    );
    const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
    return sealed.toString('base64') === signature;
  } catch {
    return false;
  }
}
