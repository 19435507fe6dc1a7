import { status } from '@sente/contract/status';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';

/** The server reads the waits as often. */
const refreshEveryMs = 30_000;

export const statusQueries = {
  now: () =>
    queryOptions({
      queryKey: keys.status,
      queryFn: async ({ signal }) => (await call(status.now, { signal })).data,
      refetchInterval: refreshEveryMs,
    }),
};
