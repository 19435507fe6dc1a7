import type { BodyInputOf } from '@sente/contract/endpoint';
import { taxes, type TaxRate } from '@sente/contract/taxes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

export type TaxBody = BodyInputOf<typeof taxes.add>;

const taxesKey = key('taxes');

export const taxQueries = {
  all: () =>
    queryOptions({
      queryKey: taxesKey,
      queryFn: async ({ signal }) =>
        (await call(taxes.list, { signal, read: readList('Failed to load taxes') })).data,
    }),
  /** Those that are charged now. */
  current: () => ({ ...taxQueries.all(), select: currentOf }),
};

function currentOf(all: readonly TaxRate[]): TaxRate[] {
  return all.filter(({ isCurrent, percent }) => isCurrent && percent > 0);
}

const refreshes = {
  invalidates: [taxesKey, keys.attention, keys.approvals.all],
  after: ['success', 'failure'],
  waits: true,
} as const;

export function useAddTax() {
  return useChange({ ...refreshes, send: (body: TaxBody) => call(taxes.add, { body }) });
}

export function useRemoveTax() {
  return useChange({
    ...refreshes,
    send: (id: string) => call(taxes.remove, { params: { id } }),
  });
}
