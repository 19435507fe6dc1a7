import { expect, it } from 'vitest';
import { isWithin } from './key-limits.ts';

it.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.0/24', '203.0.114.0', false],
  // As a server that listens on IPv6 sees it.
  ['203.0.113.0/24', '::ffff:203.0.113.9', true],
  ['::ffff:203.0.113.9', '203.0.113.9', true],
  ['2001:db8::/32', '2001:db8:1::9', true],
  ['2001:db8::/32', '2001:db9::9', false],
  ['2001:db8::/32', '203.0.113.9', false],
  ['::/0', '2001:db9::9', true],
])('%s contains %s: %s', (range, address, expected) => {
  expect(isWithin([range], address)).toBe(expected);
});
