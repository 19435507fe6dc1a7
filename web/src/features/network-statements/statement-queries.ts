import {
  networkStatements,
  statementPlaces,
  type StatementBadLine,
  type StatementFile,
  type StatementLine,
  type StatementPlace,
  type StatementWallet,
} from '@sente/contract/network-statements';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callUpload } from '../../api/call-upload.ts';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';

export const statementsPageSize = 20;
export const shownNetworks = ['all', ...statementPlaces] as const;
/** People wait for an import that runs. */
const everyTwoSeconds = 2_000;

interface StatementRequest {
  readonly network: (typeof shownNetworks)[number];
  readonly page: number;
}

const lists = key('network-statements', 'list');
const details = key('network-statements', 'details');

export const statementQueries = {
  list: (request: StatementRequest) =>
    queryOptions({
      queryKey: key('network-statements', 'list', request),
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.rows.some(isImporting) ? everyTwoSeconds : false,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: key('network-statements', 'details', id),
      queryFn: async ({ signal }) =>
        (await call(networkStatements.get, { params: { id }, signal, read: readOne })).data,
      refetchInterval: ({ state }) =>
        state.data && isImporting(state.data) ? everyTwoSeconds : false,
    }),
  lines: (id: string, page: number) =>
    queryOptions({
      queryKey: key('network-statements', 'details', id, 'lines', { page }),
      queryFn: ({ signal }) => fetchLines(id, page, signal),
      placeholderData: keepPreviousData,
    }),
  badLines: (id: string, page: number) =>
    queryOptions({
      queryKey: key('network-statements', 'details', id, 'bad-lines', { page }),
      queryFn: ({ signal }) => fetchBadLines(id, page, signal),
      placeholderData: keepPreviousData,
    }),
};

const isImporting = ({ state }: StatementFile): boolean => state === 'importing';

async function fetchPage(
  { network, page }: StatementRequest,
  signal: AbortSignal,
): Promise<ListPage<StatementFile>> {
  const { data, meta } = await call(networkStatements.list, {
    query: {
      network: network === 'all' ? undefined : network,
      page: String(page),
      pageSize: String(statementsPageSize),
    },
    signal,
    read: readList('Failed to load statements'),
  });
  return { ...wholeList(data), ...meta };
}

async function fetchLines(
  id: string,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<StatementLine>> {
  const { data, meta } = await call(networkStatements.lines, {
    params: { id },
    query: { page: String(page), pageSize: String(statementsPageSize) },
    signal,
    read: readList('Failed to load lines'),
  });
  return { ...wholeList(data), ...meta };
}

async function fetchBadLines(
  id: string,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<StatementBadLine>> {
  const { data, meta } = await call(networkStatements.badLines, {
    params: { id },
    query: { page: String(page), pageSize: String(statementsPageSize) },
    signal,
    read: readList('Failed to load bad lines'),
  });
  return { ...wholeList(data), ...meta };
}

/** Asks for it; a second person approves. */
export function useWithdrawStatement() {
  return useChange({
    send: ({ id, note }: { id: string; note: string }) =>
      call(networkStatements.withdraw, { params: { id }, body: { reason: note } }),
    ...movesMoney,
  });
}

interface StatementUpload {
  readonly network: StatementPlace;
  readonly wallet: StatementWallet;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (sentFraction: number) => void;
}

export function useUploadStatement() {
  return useChange({
    send: ({ network, wallet, file, signal, onProgress }: StatementUpload) =>
      callUpload(networkStatements.upload, {
        query: { network, name: file.name, wallet },
        body: file,
        signal,
        onProgress,
      }),
    invalidates: [lists, details],
    // A refused file is listed as well.
    after: ['success', 'failure'],
    waits: false,
  });
}
