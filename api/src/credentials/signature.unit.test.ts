import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSignedWith, readClaim, signatureOf, toleranceSeconds } from './signature.ts';

const now = 1_790_000_000;
const headers = {
  'x-channel-id': 'snt_ch_1',
  'x-timestamp': String(now),
  'x-signature': 'ab'.repeat(32),
};
const codeOf = (changed: Record<string, string | string[] | undefined>): string => {
  try {
    readClaim({ ...headers, ...changed }, now * 1000);
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it('reads the claimed signer, parts and time', () => {
  expect(readClaim(headers, now * 1000)).toEqual({
    channelId: 'snt_ch_1',
    timestamp: String(now),
    signature: Buffer.from('ab'.repeat(32), 'hex'),
  });
  expect(codeOf({ 'x-signature': 'AB'.repeat(32) })).toBe('taken');
});

it.each(['x-channel-id', 'x-timestamp', 'x-signature'])('reports a missing %s', (name) => {
  expect(codeOf({ [name]: undefined })).toBe('signature_missing');
  expect(codeOf({ [name]: '' })).toBe('signature_missing');
  expect(() => readClaim({ ...headers, [name]: undefined }, now * 1000)).toThrow(
    `Missing: ${name}`,
  );
});

it.each([
  ['x-channel-id', 'two words'],
  ['x-channel-id', 'c'.repeat(101)],
  ['x-channel-id', 'chännel'],
  ['x-timestamp', 'now'],
  ['x-timestamp', `${now}.5`],
  ['x-timestamp', `-${now}`],
  ['x-timestamp', `${now}, ${now}`],
  ['x-timestamp', '1e9'],
  ['x-timestamp', '٣'],
  ['x-signature', 'ab'.repeat(31)],
  ['x-signature', 'ab'.repeat(33)],
  ['x-signature', 'zz'.repeat(32)],
  ['x-signature', `${'ab'.repeat(32)}, ${'ab'.repeat(32)}`],
])('does not accept %s: %s', (name, value) => {
  expect(codeOf({ [name]: value })).toBe('signature_invalid');
});

it('accepts clocks that are up to five minutes off, either way', () => {
  for (const off of [-toleranceSeconds, -1, 0, 1, toleranceSeconds]) {
    expect(codeOf({ 'x-timestamp': String(now + off) })).toBe('taken');
  }
  for (const off of [-toleranceSeconds - 1, toleranceSeconds + 1]) {
    expect(codeOf({ 'x-timestamp': String(now + off) })).toBe('signature_expired');
  }
  // Milliseconds, as a caller may send them by mistake.
  expect(codeOf({ 'x-timestamp': '99999999999' })).toBe('signature_expired');
});

it('signs as documented, also without a body', () => {
  const secretKey = 'snt_sk_example';
  const parts = { timestamp: String(now), method: 'GET', path: '/api/v1/Payments?limit=5' };
  const nothing = createHash('sha256').update('').digest('hex');
  const expected = createHmac('sha256', secretKey)
    .update(`${now}\nGET\n/api/v1/Payments?limit=5\n${nothing}`)
    .digest('hex');
  expect(signatureOf(secretKey, { ...parts, bodyText: '' }).toString('hex')).toBe(expected);
});

it('matches exactly the signed parts', () => {
  const parts = { timestamp: String(now), method: 'POST', path: '/a?b=1', bodyText: '{"a":"é"}' };
  const claim = (with_: Partial<typeof parts>, key = 'key') => ({
    channelId: 'c',
    timestamp: parts.timestamp,
    signature: signatureOf(key, { ...parts, ...with_ }),
  });
  expect(isSignedWith('key', claim({}), parts)).toBe(true);
  for (const wrong of [
    claim({ timestamp: String(now + 1) }),
    claim({ method: 'GET' }),
    claim({ path: '/a?b=2' }),
    claim({ path: '/a' }),
    claim({ bodyText: '{"a": "é"}' }),
    claim({}, 'Key'),
  ]) {
    expect(isSignedWith('key', wrong, parts)).toBe(false);
  }
});
