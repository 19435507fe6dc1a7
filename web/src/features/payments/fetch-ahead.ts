import type { QueryClient } from '@tanstack/react-query';
import { accountQueries } from '../accounts/account-queries.ts';
import { feeQueries } from '../fees/fee-queries.ts';
import { networkQueries } from '../networks/network-queries.ts';

/** The data that every quick-action form starts with. */
export function fetchAhead(client: QueryClient, companyId: string): void {
  void client.prefetchQuery(accountQueries.ofCompany(companyId));
  void client.prefetchQuery(networkQueries.health());
  void client.prefetchQuery(feeQueries.ofCompany(companyId));
}
