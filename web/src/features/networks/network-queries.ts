import { networks } from '@sente/contract/networks';
import type { NetworkName } from '@sente/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

/** A network can go down and come back within a minute, so the screen polls. */
const refreshEveryMs = 20_000;
/** The server reads them at most once a minute. */
const floatsEveryMs = 60_000;
const holderFreshForMs = 5 * 60_000;

interface WantedHolder {
  companyId: string;
  phoneNumber: string;
  network: NetworkName | undefined;
}

export const networkQueries = {
  health: () =>
    queryOptions({
      queryKey: keys.networks,
      queryFn: async ({ signal }) =>
        (await call(networks.list, { signal, read: readList('Failed to load networks') })).data,
      refetchInterval: refreshEveryMs,
    }),
  floats: () =>
    queryOptions({
      queryKey: keys.networkFloats,
      queryFn: async ({ signal }) => (await call(networks.floats, { signal })).data,
      refetchInterval: floatsEveryMs,
    }),
  /** Without a retry: what is not answered is said to be unknown. */
  holder: ({ companyId, ...query }: WantedHolder) =>
    queryOptions({
      queryKey: keys.walletHolder({ companyId, ...query }),
      queryFn: async ({ signal }) =>
        (await call(networks.holder, { params: { companyId }, query, signal })).data,
      staleTime: holderFreshForMs,
      retry: false,
    }),
};
