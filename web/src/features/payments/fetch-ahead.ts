import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQueries } from '../accounts/account-queries.ts';
import { feeQueries } from '../fees/fee-queries.ts';
import { taxQueries } from '../fees/tax-queries.ts';
import { networkQueries } from '../networks/network-queries.ts';

/** Renders nothing; loads the data that every quick-action form starts with. */
export default function FetchAhead({ companyId }: { companyId: string }) {
  const client = useQueryClient();
  useEffect(() => {
    void client.prefetchQuery(accountQueries.ofCompany(companyId));
    void client.prefetchQuery(networkQueries.health());
    void client.prefetchQuery(feeQueries.ofCompany(companyId));
    void client.prefetchQuery(taxQueries.all());
  }, [client, companyId]);
  return null;
}
