import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isPublicAddress } from './public-addresses.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (host: string) => Promise<readonly Address[]>;

export interface AddressRules {
  /** Allows http and private addresses, for development and tests. */
  readonly allowPrivate: boolean;
  /** The only ones; `*.example.ug` is any below example.ug. Any by default. */
  readonly hosts?: readonly string[] | null;
  readonly resolve: Resolve;
}

/** The URL and the only IP addresses that may be used for it. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly Address[];
}

/** The message is for the person who entered the URL. */
export class AddressRefused extends Error {}

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true });

const resolveWithinMs = 5_000;

/**
 * Parses a URL, resolves its host and checks every address. Callers must connect to these addresses
 * without resolving again, because a name may change a moment later.
 */
export async function resolveTarget(text: string, rules: AddressRules): Promise<Target> {
  const url = readUrl(text, rules);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAllowed(host, rules)) {
    throw new AddressRefused(
      `Webhook address must be on a host that the provider allows, and ${host} is not`,
    );
  }
  const addresses = await addressesOf(host, rules);
  const refused = addresses.find(({ address }) => !isPublicAddress(address));
  if (refused && !rules.allowPrivate) {
    throw new AddressRefused(
      refused.address === host
        ? `Webhook address must be public, and ${host} is not`
        : `Webhook address must be public, and ${host} leads to ${refused.address}, which is not`,
    );
  }
  return { url, addresses };
}

function isAllowed(host: string, { hosts }: AddressRules): boolean {
  if (!hosts) return true;
  return hosts.some((name) =>
    name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name,
  );
}

/** The parser also normalises the spellings of an IPv4 address. */
function readUrl(text: string, { allowPrivate }: AddressRules): URL {
  const url = URL.parse(text);
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol)) {
    throw new AddressRefused('Webhook address must be a valid https address');
  }
  if (url.username || url.password) {
    throw new AddressRefused('Webhook address must not contain a user name or password');
  }
  return url;
}

async function addressesOf(host: string, { resolve }: AddressRules): Promise<readonly Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const late = new AbortController();
  try {
    const addresses = await Promise.race([resolve(host), failLate(late.signal)]);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    const isUnknown = (error as { code?: unknown }).code === 'ENOTFOUND';
    if (!isUnknown) {
      throw new AddressRefused(`Webhook address cannot be looked up at the moment (${host})`);
    }
  } finally {
    late.abort();
  }
  throw new AddressRefused(`Webhook address cannot be found: there is no host named ${host}`);
}

async function failLate(signal: AbortSignal): Promise<never> {
  await setTimeout(resolveWithinMs, undefined, { signal });
  throw new Error('The name server does not answer');
}
