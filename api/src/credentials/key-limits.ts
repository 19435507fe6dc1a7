import { BlockList, isIPv6 } from 'node:net';
import type { KeyScope } from '@sente/contract/key-scopes';
import { AppError } from '../http/app-error.ts';

interface LimitedKey {
  readonly scopes: readonly KeyScope[];
  /** Empty: any. */
  readonly allowed_addresses: readonly string[];
}

/** What its company allows the key. Told only to whoever has the key. */
export function refuseBeyond(
  { scopes, allowed_addresses }: LimitedKey,
  scope: KeyScope,
  address: string,
): void {
  if (allowed_addresses.length > 0 && !isWithin(allowed_addresses, address)) {
    const message = `This API key is not accepted from ${plain(address)}`;
    throw new AppError('address_not_allowed', { message });
  }
  if (!scopes.includes(scope)) {
    throw new AppError('scope_missing', {
      message: `This API key does not have the scope "${scope}"`,
    });
  }
}

export function isWithin(ranges: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(plain(net), familyOf(plain(net)));
    else list.addSubnet(net, Number(bits), familyOf(net));
  }
  const seen = plain(address);
  return list.check(seen, familyOf(seen));
}

/** A server that listens on IPv6 sees an IPv4 address inside of one. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
