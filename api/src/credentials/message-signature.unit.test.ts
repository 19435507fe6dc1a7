import { expect, it } from 'vitest';
import { isSignedWith } from './claim.ts';
import { readInput, readMessageSignature, signatureBase } from './message-signature.ts';
import { isSignedByOwner, readPublicKey } from './public-key.ts';

const now = 1_790_000_000;
const head = {
  method: 'GET',
  path: '/api/v1/Payments?limit=5',
  scheme: 'https',
  authority: 'pay.test',
  headers: {
    'signature-input': `sente=("@method" "@path" "@query");created=${now};keyid="snt_ch_1"`,
    signature: 'sente=:YWJj:',
  },
};
const read = (input: string, signature = 'sente=:YWJj:') =>
  readMessageSignature({ ...head, headers: { 'signature-input': input, signature } }, now * 1000);
const whole = ({ parts = '"@method" "@path" "@query"', more = '' } = {}): string =>
  `sente=(${parts});created=${now};keyid="snt_ch_1"${more}`;

it("builds the text of RFC 9421's example for HMAC, whose signature fits", () => {
  const input = readInput(
    'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
  );
  const text = signatureBase(
    {
      method: 'POST',
      path: '/foo?param=Value&Pet=dog',
      scheme: 'https',
      authority: 'example.com',
      headers: { date: 'Tue, 20 Apr 2021 02:07:55 GMT', 'content-type': 'application/json' },
    },
    input,
  );
  const secret =
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==';
  const signature = Buffer.from('pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=', 'base64');
  expect(isSignedWith(Buffer.from(secret, 'base64'), signature, text)).toBe(true);
});

it("builds the text of RFC 9421's example for Ed25519, whose signature fits", () => {
  const input = readInput(
    'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  );
  const text = signatureBase(
    {
      method: 'POST',
      path: '/foo?param=Value&Pet=dog',
      scheme: 'https',
      authority: 'example.com',
      headers: {
        date: 'Tue, 20 Apr 2021 02:07:55 GMT',
        'content-type': 'application/json',
        'content-length': '18',
      },
    },
    input,
  );
  const pem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
-----END PUBLIC KEY-----
`;
  const signature = Buffer.from(
    'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
    'base64',
  );
  expect(isSignedByOwner(readPublicKey(pem), signature, text)).toBe(true);
  expect(isSignedByOwner(readPublicKey(pem), signature, `${text} `)).toBe(false);
});

it('reads who signed what', () => {
  const claim = readMessageSignature(head, now * 1000);
  expect(claim.channelId).toBe('snt_ch_1');
  expect(claim.signature.toString()).toBe('abc');
  expect(claim.signedText('')).toBe(
    [
      '"@method": GET',
      '"@path": /api/v1/Payments',
      '"@query": ?limit=5',
      `"@signature-params": ("@method" "@path" "@query");created=${now};keyid="snt_ch_1"`,
    ].join('\n'),
  );
});

it.each([
  ['nothing to read', 'sente'],
  ['two signatures', `${whole()}, other=("@method");created=${now}`],
  ['another spelling', whole({ parts: '"@method"  "@path" "@query"' })],
  ['a component with a parameter', whole({ parts: '"@method" "@path" "@query";req' })],
  ['a part twice', whole({ parts: '"@method" "@method" "@path" "@query"' })],
  ['a parameter twice', whole({ more: ';keyid="other"' })],
  ['no key', `sente=("@method" "@path" "@query");created=${now}`],
  ['no time', 'sente=("@method" "@path" "@query");keyid="snt_ch_1"'],
  ['another algorithm', whole({ more: ';alg="rsa-pss-sha512"' })],
  ['no method', whole({ parts: '"@path" "@query"' })],
  ['no path', whole({ parts: '"@method" "@query"' })],
  ['no query', whole({ parts: '"@method" "@path"' })],
  ['a header that is not sent', whole({ parts: '"@method" "@path" "@query" "date"' })],
  ['a part that we do not know', whole({ parts: '"@method" "@path" "@query" "@status"' })],
  ['a very long list', whole({ more: `;tag="${'x'.repeat(1_000)}"` })],
])('does not accept %s', (_what, input) => {
  expect(() => read(input)).toThrow(expect.objectContaining({ code: 'signature_invalid' }));
});

it.each(['other=:YWJj:', 'sente=YWJj', 'sente=:Y*:', 'sente=:YWJj:, sente=:YWJj:'])(
  'does not accept the signature %s',
  (signature) => {
    expect(() => read(whole(), signature)).toThrow(
      'Signature must be sente=:the signature in Base64:',
    );
  },
);

it('is over five minutes after it was created, or when it says so', () => {
  const at =
    (seconds: number, more = '') =>
    () =>
      readMessageSignature(
        { ...head, headers: { ...head.headers, 'signature-input': whole({ more }) } },
        seconds * 1000,
      );
  expect(at(now + 300)).not.toThrow();
  expect(at(now + 301)).toThrow('created is more than five minutes off');
  expect(at(now + 9, `;expires=${now + 10}`)).not.toThrow();
  expect(at(now + 11, `;expires=${now + 10}`)).toThrow('expires is over');
});
