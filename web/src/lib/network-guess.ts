import type { NetworkName } from '@sente/contract/payments';

/** A first guess that preselects and asks before the server does; the server's table can be changed. */
const prefixes: readonly (readonly [network: NetworkName, national: RegExp])[] = [
  ['MTN', /^(?:76|77|78|31|39)/],
  ['AIRTEL', /^(?:70|74|75)/],
];

/** By the first digits; undefined while they match no network. */
export function guessNetwork(typed: string): NetworkName | undefined {
  const digits = typed.replace(/[\s().-]/g, '');
  const national = /^(?:\+?256|0)(\d{2,})$/.exec(digits)?.[1];
  if (national === undefined) return undefined;
  return prefixes.find(([, shape]) => shape.test(national))?.[0];
}
