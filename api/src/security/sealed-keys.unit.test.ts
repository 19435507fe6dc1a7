import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSealedKeys, readX25519, sealKeys } from './sealed-keys.ts';

const keys = '["a key","a former key"]';

describe('keys sealed for a recipient', () => {
  const pair = generateKeyPairSync('x25519');
  const lock = { publicKey: pair.publicKey, name: 'office.pem' };

  it('open with the private key alone', () => {
    const file = sealKeys(keys, lock);
    expect(file).not.toContain('former');
    expect(openSealedKeys(file, { privateKey: pair.privateKey })).toBe(keys);
    const other = generateKeyPairSync('x25519').privateKey;
    expect(() => openSealedKeys(file, { privateKey: other })).toThrow('do not open');
    expect(() => openSealedKeys(file, { passphrase: 'x' })).toThrow('sealed for office.pem');
  });

  it('do not open when a letter of the file was changed', () => {
    const file = sealKeys(keys, lock).replace('office', 'attics');
    expect(() => openSealedKeys(file, { privateKey: pair.privateKey })).toThrow('do not open');
    expect(() => openSealedKeys(file.slice(9), { passphrase: 'x' })).toThrow('not complete');
  });

  it('are read from PEM files', () => {
    const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(readX25519(pem, 'public', 'office.pem').equals(pair.publicKey)).toBe(true);
    const rsa = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    for (const wrong of [rsa.toString(), 'nothing']) {
      expect(() => readX25519(wrong, 'public', 'office.pem')).toThrow('office.pem holds no public');
    }
  });
});

// Slow on purpose.
it('keys sealed with a passphrase open with it', { timeout: 30_000 }, () => {
  const file = sealKeys(keys, { passphrase: 'correct horse battery' });
  expect(openSealedKeys(file, { passphrase: 'correct horse battery' })).toBe(keys);
  expect(() => openSealedKeys(file, { passphrase: 'incorrect horse' })).toThrow('do not open');
});
