import { describe, expect, it } from 'vitest';
import { createSealer } from './secrets.ts';

const sealer = createSealer(Buffer.alloc(32, 1));
const place = {
  id: '00000000-0000-7000-8000-000000000001',
  companyId: '00000000-0000-7000-8000-00000000000a',
};
const secret = 'snt_sk_something';

describe('a sealed secret', () => {
  it('opens with its key in its row', () => {
    expect(sealer.open(sealer.seal(secret, place), place)).toEqual({ secret });
  });

  it('is vector, ciphertext and tag, and never the same twice', () => {
    const { sealed, keyName } = sealer.seal(secret, place);
    expect(sealed).toHaveLength(12 + secret.length + 16);
    expect(sealed.includes(secret)).toBe(false);
    expect(sealer.seal(secret, place).sealed.equals(sealed)).toBe(false);
    expect(keyName).toBe(sealer.keyName);
  });

  it.each([
    ['another row', { ...place, id: '00000000-0000-7000-8000-000000000002' }],
    ['another company', { ...place, companyId: '00000000-0000-7000-8000-00000000000b' }],
  ])('does not open in %s', (_, elsewhere) => {
    expect(sealer.open(sealer.seal(secret, place), elsewhere)).toEqual({ unreadable: 'damaged' });
  });

  it('does not open when a single bit is changed', () => {
    const { sealed, keyName } = sealer.seal(secret, place);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(sealer.open({ sealed: changed, keyName }, place)).toEqual({ unreadable: 'damaged' });
    }
  });

  it('does not open with its tag or text truncated', () => {
    const { sealed, keyName } = sealer.seal(secret, place);
    for (let length = 0; length < sealed.length; length++) {
      const cut = { sealed: sealed.subarray(0, length), keyName };
      expect(sealer.open(cut, place)).toEqual({ unreadable: 'damaged' });
    }
  });

  it('distinguishes another key from damage, even with a forged key id', () => {
    const other = createSealer(Buffer.alloc(32, 2));
    const stored = other.seal(secret, place);
    expect(stored.keyName).not.toBe(sealer.keyName);
    expect(sealer.open(stored, place)).toEqual({ unreadable: 'other key' });
    const renamed = { ...stored, keyName: sealer.keyName };
    expect(sealer.open(renamed, place)).toEqual({ unreadable: 'damaged' });
  });
});

describe('a ring of keys', () => {
  const former = createSealer(Buffer.alloc(32, 1));
  const ring = createSealer(Buffer.alloc(32, 2), Buffer.alloc(32, 1));

  it('encrypts with the first key and opens what any of them encrypted', () => {
    expect(ring.keyNames).toEqual([ring.keyName, former.keyName]);
    expect(ring.seal(secret, place).keyName).toBe(ring.keyName);
    expect(ring.open(former.seal(secret, place), place)).toEqual({ secret });
    expect(ring.open(ring.seal(secret, place), place)).toEqual({ secret });
  });

  it('recognises the marks of every key and makes those of the first', () => {
    expect(ring.marks('x')).toEqual([ring.mark('x'), former.mark('x')]);
    expect(ring.mark('x')).not.toBe(former.mark('x'));
  });

  it('counts a key once', () => {
    const twice = createSealer(Buffer.alloc(32, 1), Buffer.alloc(32, 1));
    expect(twice.keyNames).toEqual([former.keyName]);
  });
});

describe('a key', () => {
  it('a key has a stable id that reveals nothing of it', () => {
    expect(createSealer(Buffer.alloc(32, 1)).keyName).toBe(sealer.keyName);
    expect(sealer.keyName).toMatch(/^[0-9a-f]{12}$/);
    expect(Buffer.alloc(32, 1).toString('hex')).not.toContain(sealer.keyName);
  });

  it('a key of another length is refused', () => {
    expect(() => createSealer(Buffer.alloc(16))).toThrow('32 bytes');
  });
});
