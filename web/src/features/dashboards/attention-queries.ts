import { readAttention, type Attention } from '@sente/contract/attention';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';

const everyMinute = 60_000;

export const attentionQueries = {
  /** Refreshed every minute while the tab is visible. */
  now: () =>
    queryOptions({
      queryKey: keys.attention,
      queryFn: async ({ signal }): Promise<Attention> => {
        const { data } = await call(readAttention, { signal });
        if (!isRecord(data) || !Array.isArray(data.items)) throw invalidFormat(200);
        return data;
      },
      refetchInterval: everyMinute,
    }),
};
