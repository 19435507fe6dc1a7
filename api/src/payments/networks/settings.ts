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
  /** Null: this product is not used. At least one is. */
  readonly collection: MtnProductKeys | null;
  readonly disbursement: MtnProductKeys | null;
}

export interface AirtelSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The private key with which Airtel signs its callbacks. */
  readonly callbackKey: string;
  /** The PIN of the disbursement wallet: four digits, or as encrypted by Airtel's portal. */
  readonly pin: string;
  readonly versions: AirtelVersions;
  /** Whether requests are signed; null: those to version 2 and later are. */
  readonly signing: boolean | null;
}

/** The versions of Airtel's calls differ by country and year, and public sources conflict. */
const airtelVersions = {
  collection: ['v2', 'v1'],
  payout: ['v3', 'v2', 'v1'],
  collectionStatus: ['v1', 'v2'],
  payoutStatus: ['v2', 'v1', 'v3'],
  refund: ['v2', 'v1'],
} as const;
export type AirtelVersions = {
  readonly [call in keyof typeof airtelVersions]: (typeof airtelVersions)[call][number];
};
export const usualAirtelVersions: AirtelVersions = {
  collection: 'v2',
  payout: 'v3',
  collectionStatus: 'v1',
  payoutStatus: 'v2',
  refund: 'v2',
};
export type AirtelVersion = AirtelVersions[keyof AirtelVersions];

/** Null: this network is not used. */
export interface NetworkSettings {
  readonly mtn: MtnSettings | null;
  readonly airtel: AirtelSettings | null;
}

type Source = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the networks: those that a network needs, or none of it. */
export function readNetworks(source: Source): NetworkSettings {
  return { mtn: readMtn(source), airtel: readAirtel(source) };
}

function readMtn(source: Source): NetworkSettings['mtn'] {
  const prefix = 'SENTE_MTN_';
  const names = ['BASE_URL', 'TARGET_ENVIRONMENT'];
  const keysOf = (product: string) => [`${product}_KEY`, `${product}_USER`, `${product}_SECRET`];
  // The keys of a product are set together; without any key, those of collections are asked for.
  const used = ['COLLECTION', 'DISBURSEMENT'].filter((product) =>
    keysOf(product).some((name) => source[prefix + name]),
  );
  const needed = (used.length > 0 ? used : ['COLLECTION']).flatMap(keysOf);
  const value = readAll(source, 'MTN', prefix, [...names, ...needed]);
  if (!value) return null;
  const product = (name: string) =>
    used.includes(name)
      ? {
          subscriptionKey: value(`${name}_KEY`),
          userId: value(`${name}_USER`),
          secret: value(`${name}_SECRET`),
        }
      : null;
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
    versions: {
      collection: choice(source, 'SENTE_AIRTEL_COLLECTION_VERSION', airtelVersions.collection),
      payout: choice(source, 'SENTE_AIRTEL_PAYOUT_VERSION', airtelVersions.payout),
      collectionStatus: choice(
        source,
        'SENTE_AIRTEL_COLLECTION_STATUS_VERSION',
        airtelVersions.collectionStatus,
      ),
      payoutStatus: choice(
        source,
        'SENTE_AIRTEL_PAYOUT_STATUS_VERSION',
        airtelVersions.payoutStatus,
      ),
      refund: choice(source, 'SENTE_AIRTEL_REFUND_VERSION', airtelVersions.refund),
    },
    signing: { default: null, on: true, off: false }[
      choice(source, 'SENTE_AIRTEL_SIGNING', ['default', 'on', 'off'])
    ],
  };
}

/** One of the values; the first one if it is not set. */
function choice<const T extends string>(
  source: Source,
  name: string,
  [usual, ...others]: readonly [T, ...T[]],
): T {
  const values: readonly T[] = [usual, ...others];
  const found = source[name] ? values.find((value) => value === source[name]) : usual;
  if (found === undefined) throw new StartError(`${name} must be one of: ${values.join(', ')}.`);
  return found;
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
