import { events, type CompanyEvent } from '@sente/contract/events';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

interface EventPage {
  readonly rows: readonly CompanyEvent[];
  readonly nextBefore: number | null;
}

export const eventQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: key('events', 'list'),
      queryFn: async ({ pageParam, signal }): Promise<EventPage> => {
        const { data, meta } = await call(events.list, {
          query: { before: pageParam === null ? undefined : String(pageParam) },
          signal,
          read: readList('Failed to load events'),
        });
        return { rows: data, nextBefore: meta?.nextBefore ?? null };
      },
      initialPageParam: null as number | null,
      getNextPageParam: (page) => page.nextBefore,
    }),
};
