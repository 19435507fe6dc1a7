import type { NetworkName } from '@sente/contract/payments';

/** The server has the table that counts; this one only saves a choice, which stays open. */
const prefixes: readonly (readonly [network: NetworkName, national: RegExp])[] = [
  ['MTN', /^(?:76|77|78|31|39)/],
  ['AIRTEL', /^(?:70|74|75)/],
];

/** By the first digits of what is being typed; undefined as long as they tell nothing. */
export function guessNetwork(typed: string): NetworkName | undefined {
  const digits = typed.replace(/[\s().-]/g, '');
  const national = /^(?:\+?256|0)(\d{2,})$/.exec(digits)?.[1];
  if (national === undefined) return undefined;
  return prefixes.find(([, shape]) => shape.test(national))?.[0];
}
