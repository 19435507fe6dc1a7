import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';
import { resolveTarget, type Address } from './target.ts';

const publicAddress = { address: '93.184.215.14', family: 4 };
const v4 = (address: string): Address => ({ address, family: 4 });
const v6 = (address: string): Address => ({ address, family: 6 });
const to = (text: string, addresses: readonly Address[] = [publicAddress], allowPrivate = false) =>
  resolveTarget(text, { allowPrivate, resolve: async () => addresses });

describe('public addresses', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '197.239.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2c0f:fb50::1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('typed addresses', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1:8443/hook?x=1',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://10.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:10.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[fd00::1]/',
    'HTTPS://127.0.0.1/',
    ' https://127.0.0.1/ ',
    'https:127.0.0.1',
    String.raw`https:\\127.0.0.1\x`,
  ])('%s is private', async (text) => {
    // IP addresses are never resolved, so the name server does not matter.
    await expect(to(text)).rejects.toThrow(/^Webhook address must be public, and \S+ is not$/);
  });

  it.each([
    ['localhost', v4('127.0.0.1')],
    ['localhost.', v4('127.0.0.1')],
    ['anything.localhost', v6('::1')],
    ['127.0.0.1.nip.io', v4('127.0.0.1')],
    ['metadata.google.internal', v4('169.254.169.254')],
    ['mapped.example.com', v6('::ffff:10.0.0.1')],
    ['nat.example.com', v6('64:ff9b::a00:1')],
    ['local.example.com', v6('fe80::1')],
  ])('%s leads to a private address', async (host, address) => {
    const sentence = `Webhook address must be public, and ${host} leads to ${address.address}, which is not`;
    await expect(to(`https://${host}/hook`, [address])).rejects.toThrow(sentence);
    // One private address among many is enough.
    await expect(to(`https://${host}/hook`, [publicAddress, address])).rejects.toThrow(sentence);
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https://exa mple.com/',
    'https://256.256.256.256/',
    'example.com',
  ])('%s is not an https address', async (text) => {
    await expect(to(text)).rejects.toThrow('Webhook address must be a valid https address');
  });

  it.each(['https://user@example.com/', 'https://:secret@example.com/', 'https://a:b@example.com'])(
    '%s carries a password',
    async (text) => {
      await expect(to(text)).rejects.toThrow(
        'Webhook address must not contain a user name or password',
      );
    },
  );

  it('returns exactly the addresses that were checked', async () => {
    const both = [publicAddress, v6('2606:4700::1111')];
    const target = await to('https://example.com:8443/a?b=c', both);
    expect(target.url.href).toBe('https://example.com:8443/a?b=c');
    expect(target.addresses).toEqual(both);
    expect((await to('https://8.8.8.8/', [])).addresses).toEqual([v4('8.8.8.8')]);
    expect((await to('https://[2606:4700::1111]/', [])).addresses).toEqual([v6('2606:4700::1111')]);
  });

  it('distinguishes an unknown host from a name server that does not answer', async () => {
    const failing = (code: string) => ({
      allowPrivate: false,
      resolve: () => Promise.reject(Object.assign(new Error(code), { code })),
    });
    await expect(resolveTarget('https://nowhere.test/', failing('ENOTFOUND'))).rejects.toThrow(
      'Webhook address cannot be found: there is no host named nowhere.test',
    );
    await expect(to('https://nowhere.test/', [])).rejects.toThrow('cannot be found');
    await expect(resolveTarget('https://nowhere.test/', failing('EAI_AGAIN'))).rejects.toThrow(
      'Webhook address cannot be looked up at the moment (nowhere.test)',
    );
  });

  it('does not wait for a name server that hangs', { timeout: 20_000 }, async () => {
    const hanging = { allowPrivate: false, resolve: () => new Promise<never>(() => {}) };
    await expect(resolveTarget('https://nowhere.test/', hanging)).rejects.toThrow(
      'Webhook address cannot be looked up at the moment (nowhere.test)',
    );
  });

  it('leads only to the hosts that the provider allows, if it names any', async () => {
    const among = (text: string) =>
      resolveTarget(text, {
        allowPrivate: false,
        hosts: ['pay.example.ug', '*.shop.test'],
        resolve: async () => [publicAddress],
      });
    for (const host of ['pay.example.ug', 'a.shop.test', 'a.b.SHOP.test']) {
      expect((await among(`https://${host}/hook`)).addresses).toEqual([publicAddress]);
    }
    const others = ['example.ug', 'x.pay.example.ug', 'shop.test', 'evilshop.test', '8.8.8.8'];
    for (const host of others) {
      await expect(among(`https://${host}/hook`)).rejects.toThrow(
        `Webhook address must be on a host that the provider allows, and ${host} is not`,
      );
    }
  });

  it('accepts http and private addresses when allowed, but no password', async () => {
    expect((await to('http://127.0.0.1:9/', [], true)).url.port).toBe('9');
    expect((await to('http://localhost/', [v6('::1')], true)).addresses).toEqual([v6('::1')]);
    await expect(to('http://a:b@localhost/', [v6('::1')], true)).rejects.toThrow('password');
    await expect(to('ftp://localhost/', [v6('::1')], true)).rejects.toThrow('https address');
  });
});
