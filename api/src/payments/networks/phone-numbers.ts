import { networkNames, type NetworkName } from '@sente/contract/payments';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Database } from '../../db/database.ts';
import { invalidField } from '../../http/app-error.ts';

export interface NetworkNumber {
  /** Digits only, beginning with 256. */
  readonly phoneNumber: string;
  readonly network: NetworkName;
}

export interface Numbering {
  /** From what somebody typed. Throws an AppError that names the field and says what is wrong. */
  resolve(typed: string, network?: NetworkName): Promise<NetworkNumber>;
}

const countryDigits = '256';
/** People write numbers in groups; anything else in one is a slip or another kind of address. */
const writtenNumber = /^\+?[\d\s().-]+$/;
const noNumber = 'Must be a Ugandan mobile number, such as 0772 123 456 or +256 772 123 456';
const prefixesFreshForMs = 60_000;

/** Null unless it is a number in Uganda. Whether it is a mobile one, its prefix tells. */
function normalisePhoneNumber(typed: string): string | null {
  const text = typed.trim();
  if (!writtenNumber.test(text)) return null;
  const found = parsePhoneNumberFromString(text, { defaultCountry: 'UG', extract: false });
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
    // What could not be read is read again by the next caller.
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
      // A fixed line can be named to any network and never be paid; numbers with a 7 are mobile.
      if (!known && !phoneNumber.startsWith(`${countryDigits}7`)) {
        throw invalidField('phoneNumber', noNumber);
      }
      // Whoever names a network knows better: people keep their number when they change it.
      const network = named ?? known;
      if (!network) {
        throw invalidField(
          'network',
          `The network of this number is not known. Name it: ${networkNames.join(' or ')}`,
        );
      }
      return { phoneNumber, network };
    },
  };
}

function networkOf(
  phoneNumber: string,
  prefixes: ReadonlyMap<string, NetworkName>,
): NetworkName | undefined {
  const national = phoneNumber.slice(countryDigits.length);
  // The longer prefix is the more exact one.
  return prefixes.get(national.slice(0, 3)) ?? prefixes.get(national.slice(0, 2));
}

async function readPrefixes(database: Database): Promise<ReadonlyMap<string, NetworkName>> {
  const rows = await database.unscoped.rows<{ prefix: string; network: string }>(
    'select prefix, network from network_prefixes',
  );
  const known: readonly string[] = networkNames;
  // A network without a connector in this version of the server is none that could be asked.
  const usable = rows.filter(({ network }) => known.includes(network));
  return new Map(usable.map(({ prefix, network }) => [prefix, network as NetworkName]));
}
