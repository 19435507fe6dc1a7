import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSignedWith, toleranceSeconds } from './claim.ts';
import { readSignature, signatureOf } from './signature.ts';

const now = 1_790_000_000;
const headers = {
  'x-channel-id': 'snt_ch_1',
  'x-timestamp': String(now),
  'x-signature': 'ab'.repeat(32),
};
const request = { method: 'GET', path: '/api/v1/Payments', scheme: 'https', authority: 'a.test' };
const read = (given: Record<string, string | string[] | undefined>) =>
  readSignature({ ...request, headers: given }, now * 1000);
const codeOf = (changed: Record<string, string | string[] | undefined>): string => {
  try {
    read({ ...headers, ...changed });
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it('reads the claimed signer, parts and time', () => {
  const claim = read(headers);
  const nothing = createHash('sha256').update('').digest('hex');
  expect([claim.channelId, claim.signature.toString('hex'), claim.signedText('')]).toEqual([
    'snt_ch_1',
    'ab'.repeat(32),
    `${now}\nGET\n/api/v1/Payments\n${nothing}`,
  ]);
  expect(codeOf({ 'x-signature': 'AB'.repeat(32) })).toBe('taken');
});

it.each(['x-channel-id', 'x-timestamp', 'x-signature'])('reports a missing %s', (name) => {
  expect(codeOf({ [name]: undefined })).toBe('signature_missing');
  expect(codeOf({ [name]: '' })).toBe('signature_missing');
  expect(() => read({ ...headers, [name]: undefined })).toThrow(`Missing: ${name}`);
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
  const head = { ...request, ...parts, headers: { ...headers, 'x-timestamp': parts.timestamp } };
  const text = readSignature(head, now * 1000).signedText(parts.bodyText);
  const isRight = (changed: Partial<typeof parts>, key = 'key') =>
    isSignedWith('key', signatureOf(key, { ...parts, ...changed }), text);
  expect(isRight({})).toBe(true);
  expect(isRight({ timestamp: String(now + 1) })).toBe(false);
  expect(isRight({ method: 'GET' })).toBe(false);
  expect(isRight({ path: '/a?b=2' })).toBe(false);
  expect(isRight({ path: '/a' })).toBe(false);
  expect(isRight({ bodyText: '{"a": "é"}' })).toBe(false);
  expect(isRight({}, 'Key')).toBe(false);
  expect(isSignedWith('key', Buffer.from('short'), text)).toBe(false);
});
