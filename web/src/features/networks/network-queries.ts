import { networks } from '@sente/contract/networks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

/** A network can go down and come back within a minute, so the screen polls. */
const refreshEveryMs = 20_000;
/** The server reads them at most once a minute. */
const floatsEveryMs = 60_000;

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
};
