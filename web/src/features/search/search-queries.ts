import { search, type Found } from '@sente/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat } from '../../api/read.ts';

export const searchQueries = {
  /** Each text has an answer of its own, so a late one can never stand under a newer text. */
  all: (text: string) =>
    queryOptions({
      queryKey: ['search', text],
      queryFn: async ({ signal }): Promise<Found> => {
        const { data } = await call(search.all, { query: { search: text }, signal });
        if (!isRecord(data)) throw invalidFormat(200);
        return data;
      },
    }),
};
