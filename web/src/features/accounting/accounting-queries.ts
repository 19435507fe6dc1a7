import { accounting, type AccountingDay } from '@sente/contract/accounting';
import type { QueryInputOf } from '@sente/contract/endpoint';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';
import { withProof } from '../factors/ask-for-proof.ts';

const all = key('accounting');

export const accountingQueries = {
  days: () =>
    queryOptions({
      queryKey: key('accounting', 'days'),
      queryFn: ({ signal }) =>
        call(accounting.days, { signal, read: readList('Failed to load days') }),
    }),
  trialBalance: (day: string | undefined) =>
    queryOptions({
      queryKey: key('accounting', 'trial-balance', day ?? 'today'),
      queryFn: async ({ signal }) =>
        (await call(accounting.trialBalance, { query: { day }, signal })).data,
      placeholderData: keepPreviousData,
    }),
  entries: (query: Omit<QueryInputOf<typeof accounting.entries>, 'after'>) =>
    infiniteQueryOptions({
      queryKey: key('accounting', 'entries', query),
      queryFn: async ({ pageParam: after, signal }) => {
        const { data, meta } = await call(accounting.entries, {
          query: { ...query, after },
          signal,
          read: readList('Failed to load entries'),
        });
        return { rows: data, nextAfter: meta?.nextAfter ?? null };
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextAfter }) => nextAfter ?? undefined,
    }),
  months: () =>
    queryOptions({
      queryKey: key('accounting', 'months'),
      queryFn: async ({ signal }) =>
        (await call(accounting.months, { signal, read: readList('Failed to load months') })).data,
    }),
  proofs: (companyId: string) =>
    queryOptions({
      queryKey: key('accounting', 'proofs', companyId),
      queryFn: async ({ signal }) =>
        (
          await call(accounting.liabilityProofs, {
            params: { id: companyId },
            signal,
            read: readList('Failed to load proofs'),
          })
        ).data,
    }),
};

/** Asks who it is if the sign-in is some time ago. */
export function useCloseDay() {
  return useChange<string, AccountingDay>({
    send: async (day) =>
      (
        await withProof(
          (shown) => call(accounting.closeDay, { params: { day }, body: { ...shown } }),
          'books',
        )
      ).data,
    invalidates: [all],
    after: ['success', 'outdated'],
  });
}
