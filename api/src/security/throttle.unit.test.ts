import { expect, it } from 'vitest';
import { addressGroup } from './throttle.ts';

it.each([
  ['196.43.1.2', '196.43.1.2'],
  ['::ffff:196.43.1.2', '196.43.1.2'],
  ['2c0f:f248:12:34:56:78:9a:bc', '2c0f:f248:12:34::/64'],
  ['2c0f:f248:12:34::1', '2c0f:f248:12:34::/64'],
  ['2c0f:f248::1', '2c0f:f248:0:0::/64'],
  ['2c0f:0248:0012::1:2:3', '2c0f:248:12:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
