import { StartError } from '../../db/embedded/start-error.ts';

/** MTN has separate products with separate keys for collections and disbursements. */
export interface MtnProductKeys {
  readonly subscriptionKey: string;
  readonly userId: string;
  readonly secret: string;
}

export interface MtnSettings {
  readonly baseUrl: string;
  /** Such as mtnuganda, or sandbox for tests. */
  readonly targetEnvironment: string;
  readonly collection: MtnProductKeys;
  readonly disbursement: MtnProductKeys;
}

export interface AirtelSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The private key with which Airtel signs its callbacks. */
  readonly callbackKey: string;
  /** The encrypted PIN of the disbursement wallet, from Airtel's portal. */
  readonly pin: string;
}

/** Null: this network is not used. */
export interface NetworkSettings {
  readonly mtn: MtnSettings | null;
  readonly airtel: AirtelSettings | null;
}

type Source = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the networks: all settings of a network, or none. */
export function readNetworks(source: Source): NetworkSettings {
  return { mtn: readMtn(source), airtel: readAirtel(source) };
}

function readMtn(source: Source): NetworkSettings['mtn'] {
  const names = ['BASE_URL', 'TARGET_ENVIRONMENT'];
  const products = ['COLLECTION', 'DISBURSEMENT'];
  const keys = products.flatMap((name) => [`${name}_KEY`, `${name}_USER`, `${name}_SECRET`]);
  const value = readAll(source, 'MTN', 'SENTE_MTN_', [...names, ...keys]);
  if (!value) return null;
  const product = (name: string) => ({
    subscriptionKey: value(`${name}_KEY`),
    userId: value(`${name}_USER`),
    secret: value(`${name}_SECRET`),
  });
  return {
    baseUrl: address('SENTE_MTN_BASE_URL', value('BASE_URL')),
    targetEnvironment: value('TARGET_ENVIRONMENT'),
    collection: product('COLLECTION'),
    disbursement: product('DISBURSEMENT'),
  };
}

function readAirtel(source: Source): NetworkSettings['airtel'] {
  const names = ['BASE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'CALLBACK_KEY', 'PIN'];
  const value = readAll(source, 'Airtel', 'SENTE_AIRTEL_', names);
  if (!value) return null;
  return {
    baseUrl: address('SENTE_AIRTEL_BASE_URL', value('BASE_URL')),
    clientId: value('CLIENT_ID'),
    clientSecret: value('CLIENT_SECRET'),
    callbackKey: value('CALLBACK_KEY'),
    pin: value('PIN'),
  };
}

/**
 * Null if none is set. An incomplete set would fail only with the first payment, so it is refused.
 */
function readAll(
  source: Source,
  network: string,
  prefix: string,
  names: readonly string[],
): ((name: string) => string) | null {
  const missing = names.filter((name) => !source[prefix + name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    const list = missing.map((name) => prefix + name).join(', ');
    throw new StartError(`The settings of ${network} are not complete. Set also: ${list}.`);
  }
  return (name) => source[prefix + name] ?? '';
}

/** Without a trailing slash: paths begin with one. */
export function address(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new StartError(`${name} must be an address such as https://pay.example.com.`);
  }
  return url.href.replace(/\/+$/, '');
}
