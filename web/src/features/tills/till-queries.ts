import type { BodyInputOf } from '@sente/contract/endpoint';
import { tills, type TillShift } from '@sente/contract/tills';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { wholeList, type ListPage } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';

export const tillsPageSize = 20;
export const shiftsPageSize = 10;
export const loadFailure = 'Failed to load tills';

export const tillQueries = {
  list: (companyId: string) =>
    queryOptions({
      queryKey: key('tills', 'list', companyId),
      queryFn: async ({ signal }) =>
        (await call(tills.list, { query: { companyId }, signal, read: readList(loadFailure) }))
          .data,
    }),
  /** What happens at the devices is not told, so it is asked for. */
  details: (id: string) =>
    queryOptions({
      queryKey: key('tills', 'details', id),
      queryFn: async ({ signal }) =>
        (await call(tills.get, { params: { id }, signal, read: readOne })).data,
      refetchInterval: 15_000,
    }),
  shift: (id: string, shiftId: string) =>
    queryOptions({
      queryKey: key('tills', 'shift', id, shiftId),
      queryFn: async ({ signal }) =>
        (await call(tills.shift, { params: { id, shiftId }, signal, read: readOne })).data,
    }),
  shifts: (id: string, page: number) =>
    queryOptions({
      queryKey: key('tills', 'shifts', id, { page }),
      queryFn: ({ signal }) => fetchShifts(id, page, signal),
      placeholderData: keepPreviousData,
    }),
};

async function fetchShifts(
  id: string,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<TillShift>> {
  const { data, meta } = await call(tills.shifts, {
    params: { id },
    query: { page: String(page), pageSize: String(shiftsPageSize) },
    signal,
    read: readList('Failed to load shifts'),
  });
  return { ...wholeList(data), ...meta };
}

/** Each changes what the page of the till shows. */
const change = <Input, Answer>(send: (input: Input) => Promise<Answer>) => ({
  send,
  invalidates: [keys.tills],
  after: ['success', 'outdated', 'unanswered'] as const,
});

export function useCreateTill() {
  return useChange(
    change((body: BodyInputOf<typeof tills.create>) => call(tills.create, { body })),
  );
}

export function useUpdateTill(id: string) {
  return useChange(
    change((body: BodyInputOf<typeof tills.update>) =>
      call(tills.update, { params: { id }, body }),
    ),
  );
}

export function useEndTill() {
  return useChange(change((id: string) => call(tills.end, { params: { id } })));
}

export function useAddDevice(id: string) {
  return useChange(
    change((body: { name: string }) => call(tills.addDevice, { params: { id }, body })),
  );
}

export function useUnpair(id: string) {
  return useChange(change((deviceId: string) => call(tills.unpair, { params: { id, deviceId } })));
}

export function useUnlock(id: string) {
  return useChange(change((deviceId: string) => call(tills.unlock, { params: { id, deviceId } })));
}

export function useAddCashier(id: string) {
  return useChange(
    change((body: { name: string }) => call(tills.addCashier, { params: { id }, body })),
  );
}

export function useRenewPin(id: string) {
  return useChange(
    change((cashierId: string) => call(tills.renewPin, { params: { id, cashierId } })),
  );
}

export function useRemoveCashier(id: string) {
  return useChange(
    change((cashierId: string) => call(tills.removeCashier, { params: { id, cashierId } })),
  );
}

export function useEndShift(id: string) {
  return useChange(change((shiftId: string) => call(tills.endShift, { params: { id, shiftId } })));
}
