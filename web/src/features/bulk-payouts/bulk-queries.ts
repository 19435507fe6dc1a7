import {
  bulkPayouts,
  bulkStates,
  type BulkLine,
  type BulkLineView,
  type BulkPayout,
} from '@sente/contract/bulk-payouts';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { callFile } from '../../api/call-file.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { errorText } from '../../api/error-text.ts';
import { key, keys } from '../../api/keys.ts';
import { wholeList, type ListPage } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';
import { downloadFile } from '../../lib/download-csv.ts';
import { notify } from '../../ui/toast.tsx';

export const bulksPageSize = 20;
export const linesPageSize = 25;
export const shownStates = ['all', ...bulkStates] as const;
export const loadFailure = 'Failed to load bulk payouts';

interface BulkRequest {
  readonly search: string;
  readonly state: (typeof shownStates)[number];
  readonly page: number;
}

/** Something happens to it without anybody pressing a button. */
function isUnderWay({ state }: Pick<BulkPayout, 'state'>): boolean {
  return state === 'checking' || state === 'running';
}

const refreshMs = 1_500;

export const bulkQueries = {
  list: (request: BulkRequest) =>
    queryOptions({
      queryKey: key('bulk-payouts', 'list', request),
      queryFn: ({ signal }) => fetchBulks(request, signal),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: keys.bulkPayouts.details(id),
      queryFn: async ({ signal }) =>
        (await call(bulkPayouts.get, { params: { id }, signal, read: readOne })).data,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? refreshMs : false),
    }),
  /** `stage` reads them again when the bulk payout goes on. */
  lines: (id: string, view: BulkLineView, page: number, stage: string) =>
    queryOptions({
      queryKey: key('bulk-payouts', 'lines', id, { view, page, stage }),
      queryFn: ({ signal }) => fetchLines(id, view, page, signal),
      placeholderData: keepPreviousData,
    }),
};

async function fetchBulks(
  { search, state, page }: BulkRequest,
  signal: AbortSignal,
): Promise<ListPage<BulkPayout>> {
  const { data, meta } = await call(bulkPayouts.list, {
    query: {
      search: search.trim() || undefined,
      state: state === 'all' ? undefined : state,
      page: String(page),
      pageSize: String(bulksPageSize),
    },
    signal,
    read: readList(loadFailure),
  });
  return { ...wholeList(data), ...meta };
}

async function fetchLines(
  id: string,
  view: BulkLineView,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<BulkLine>> {
  const { data, meta } = await call(bulkPayouts.lines, {
    params: { id },
    query: { view, page: String(page), pageSize: String(linesPageSize) },
    signal,
    read: readList('Failed to load the lines'),
  });
  return { ...wholeList(data), ...meta };
}

export function useCreateBulk() {
  return useChange({
    send: async (body: BodyInputOf<typeof bulkPayouts.create>) =>
      (await call(bulkPayouts.create, { body, read: readOne })).data,
    ...movesMoney,
  });
}

export function useSubmitBulk() {
  return useChange({
    send: async ({ id, faultyCount, doubled }: BulkPayout) =>
      (
        await call(bulkPayouts.submit, {
          params: { id },
          body: { leaveOutFaulty: faultyCount > 0, payDoubled: doubled !== null },
          read: readOne,
        })
      ).data,
    ...movesMoney,
  });
}

export function useCancelBulk() {
  return useChange({
    send: (id: string) => call(bulkPayouts.cancel, { params: { id } }),
    ...movesMoney,
  });
}

export function useRetryBulk() {
  return useChange({
    send: async (id: string) =>
      (await call(bulkPayouts.retry, { params: { id }, read: readOne })).data,
    ...movesMoney,
  });
}

export async function downloadResults(id: string): Promise<void> {
  try {
    const file = await callFile(bulkPayouts.file, { params: { id } });
    downloadFile(file.fileName ?? 'bulk-payout.csv', file.content);
  } catch (error) {
    notify.error(errorText(error, 'Failed to download the file'));
  }
}
