import { expect, it } from 'vitest';
import { isOurKey, newChannelId, newSecretKey } from './keys.ts';

it('keys are recognised by prefix and checksum and are never the same', () => {
  const made = Array.from({ length: 200 }, () => [newChannelId(), newSecretKey()]).flat();
  expect(new Set(made).size).toBe(400);
  for (const key of made) expect(isOurKey(key), key).toBe(true);
  expect(newChannelId()).toMatch(/^snt_ch_[0-9A-Za-z]{22}$/);
  expect(newSecretKey()).toMatch(/^snt_sk_[0-9A-Za-z]{49}$/);
});

it('keys with a wrong or missing letter or another prefix are not recognised', () => {
  const key = newSecretKey();
  for (let at = 0; at < key.length; at++) {
    const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
    expect(isOurKey(wrong), wrong).toBe(false);
  }
  expect(isOurKey(key.slice(0, -1))).toBe(false);
  expect(isOurKey(key.replace('_sk_', '_ch_'))).toBe(false);
  expect(isOurKey('')).toBe(false);
});
