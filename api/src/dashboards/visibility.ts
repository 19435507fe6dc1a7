import type { Actor } from '../http/actor.ts';

/** What of a company its reader may see; the dashboards keep back the rest. */
export interface Visibility {
  readonly accounts: boolean;
  readonly transactions: boolean;
}

export function visibilityOf({ permissions }: Actor): Visibility {
  return {
    accounts: permissions.has('canViewAccounts'),
    transactions: permissions.has('canViewTransactions'),
  };
}
