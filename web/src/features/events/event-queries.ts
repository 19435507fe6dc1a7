import { eventTypes } from '@sente/contract/event-types';
import { events, type CompanyEvent } from '@sente/contract/events';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

interface EventPage {
  readonly rows: readonly CompanyEvent[];
  readonly nextBefore: number | null;
}

export const eventKinds = ['all', ...eventTypes] as const;

export interface EventFilters {
  readonly type: (typeof eventKinds)[number];
  readonly search: string;
}

export const eventQueries = {
  list: ({ type, search }: EventFilters) =>
    infiniteQueryOptions({
      queryKey: key('events', 'list', { type, search }),
      queryFn: async ({ pageParam, signal }): Promise<EventPage> => {
        const { data, meta } = await call(events.list, {
          query: {
            type: type === 'all' ? undefined : type,
            search: search.trim() || undefined,
            before: pageParam === null ? undefined : String(pageParam),
          },
          signal,
          read: readList('Failed to load events'),
        });
        return { rows: data, nextBefore: meta?.nextBefore ?? null };
      },
      initialPageParam: null as number | null,
      getNextPageParam: (page) => page.nextBefore,
    }),
};
