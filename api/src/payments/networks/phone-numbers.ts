import { networkNames, type NetworkName } from '@sente/contract/payments';
import { phoneOf } from '@sente/contract/phone';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Database } from '../../db/database.ts';
import { invalidField } from '../../http/app-error.ts';

export interface NetworkNumber {
  /** Digits only, starting with 256. */
  readonly phoneNumber: string;
  readonly network: NetworkName;
  /** The network that the prefix belongs to, if another one was named; otherwise null. */
  readonly likelyNetwork: NetworkName | null;
}

export interface Numbering {
  /** Parses typed input. Throws an AppError for the invalid field. */
  resolve(typed: string, network?: NetworkName): Promise<NetworkNumber>;
}

const countryDigits = '256';
const noNumber = 'Must be a Ugandan mobile number, such as 0772 123 456 or +256 772 123 456';
const prefixesFreshForMs = 60_000;

/** Every such number is valid, so the library, which takes longer than all else here, is not asked. */
const mobile = /^\+2567\d{8}$/;

/** Null unless it is a Ugandan number. The prefix tells whether it is mobile. */
function normalisePhoneNumber(typed: string): string | null {
  const number = phoneOf(typed);
  if (number && mobile.test(number)) return number.slice(1);
  const found = number && parsePhoneNumberFromString(number, { extract: false });
  if (!found || found.country !== 'UG' || !found.isValid()) return null;
  return found.number.slice(1);
}

export function createNumbering(database: Database): Numbering {
  let prefixes: Promise<ReadonlyMap<string, NetworkName>> | undefined;
  let freshUntil = 0;

  const currentPrefixes = (): Promise<ReadonlyMap<string, NetworkName>> => {
    if (prefixes && Date.now() < freshUntil) return prefixes;
    freshUntil = Date.now() + prefixesFreshForMs;
    const reading = readPrefixes(database);
    prefixes = reading;
    // A failed read is retried by the next caller.
    reading.catch(() => {
      if (prefixes === reading) prefixes = undefined;
    });
    return reading;
  };

  return {
    async resolve(typed, named) {
      const phoneNumber = normalisePhoneNumber(typed);
      if (phoneNumber === null) throw invalidField('phoneNumber', noNumber);
      const known = networkOf(phoneNumber, await currentPrefixes());
      // Fixed lines cannot be paid; mobile numbers start with 7.
      if (!known && !phoneNumber.startsWith(`${countryDigits}7`)) {
        throw invalidField('phoneNumber', noNumber);
      }
      // An explicit network wins: people keep their number when they change networks.
      const network = named ?? known;
      if (!network) {
        throw invalidField(
          'network',
          `The network of this number is not known. Name it: ${networkNames.join(' or ')}`,
        );
      }
      return { phoneNumber, network, likelyNetwork: known && known !== network ? known : null };
    },
  };
}

function networkOf(
  phoneNumber: string,
  prefixes: ReadonlyMap<string, NetworkName>,
): NetworkName | undefined {
  const national = phoneNumber.slice(countryDigits.length);
  // The longer prefix is more specific.
  return prefixes.get(national.slice(0, 3)) ?? prefixes.get(national.slice(0, 2));
}

async function readPrefixes(database: Database): Promise<ReadonlyMap<string, NetworkName>> {
  const rows = await database.unscoped.rows<{ prefix: string; network: string }>(
    'select prefix, network from network_prefixes',
  );
  const known: readonly string[] = networkNames;
  // Networks without a connector in this version are ignored.
  const usable = rows.filter(({ network }) => known.includes(network));
  return new Map(usable.map(({ prefix, network }) => [prefix, network as NetworkName]));
}
