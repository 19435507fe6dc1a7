import type { Actor } from '../http/actor.ts';

/** What of a company its reader may see; the dashboards keep back the rest. */
export interface Sight {
  readonly accounts: boolean;
  readonly transactions: boolean;
}

export function sightOf({ permissions }: Actor): Sight {
  return {
    accounts: permissions.has('canViewAccounts'),
    transactions: permissions.has('canViewTransactions'),
  };
}
