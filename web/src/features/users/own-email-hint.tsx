import { site } from '@sente/contract/site';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';

const offersQuery = queryOptions({
  queryKey: key('site', 'offers'),
  queryFn: async ({ signal }) => (await call(site.offers, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Beside the password that a change of the own email needs. */
export function OwnEmailHint() {
  const { data } = useQuery(offersQuery);
  if (!data) return 'Confirms the change.';
  return data.sendsMail
    ? 'Confirms the change. We send a link to the new address; it counts once you open it.'
    : 'Confirms the change, which counts at once: this installation sends no mail.';
}
