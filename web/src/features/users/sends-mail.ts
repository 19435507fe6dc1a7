import { site } from '@sente/contract/site';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';

const offersQuery = queryOptions({
  queryKey: key('site', 'offers'),
  queryFn: async ({ signal }) => (await call(site.offers, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether this installation sends mail; undefined while that is unknown. */
export function useSendsMail(): boolean | undefined {
  return useQuery(offersQuery).data?.sendsMail;
}
