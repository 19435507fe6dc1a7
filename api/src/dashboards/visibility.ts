import type { Actor } from '../http/actor.ts';

/** Which figures of the company the reader may see. */
export interface Visibility {
  readonly accounts: boolean;
  readonly transactions: boolean;
  readonly products: boolean;
}

export function visibilityOf({ permissions }: Actor): Visibility {
  return {
    accounts: permissions.has('canViewAccounts'),
    transactions: permissions.has('canViewTransactions'),
    products: permissions.has('canViewProducts'),
  };
}
