import {
  fileExports,
  type ExportedListName,
  type ExportFormat,
  type FileExport,
} from '@sente/contract/file-exports';
import { queryOptions } from '@tanstack/react-query';
import { downloadFile } from '../lib/download-csv.ts';
import { callFile } from './call-file.ts';
import { call } from './call.ts';
import { useChange } from './change.ts';
import { key } from './keys.ts';
import { readList } from './read.ts';

const all = key('file-exports');
const pollMs = 700;

/** The own ones of the last day. Polled while one is being written. */
export function exportsQuery() {
  return queryOptions({
    queryKey: all,
    queryFn: async ({ signal }) =>
      (await call(fileExports.list, { signal, read: readList('Failed to load exports') })).data,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? pollMs : false),
    staleTime: 0,
  });
}

export function isUnderWay({ state }: FileExport): boolean {
  return state === 'waiting' || state === 'writing';
}

/** What is exported: a list, with the query of its call. */
export interface WantedExport {
  readonly list: ExportedListName;
  readonly filters: Readonly<Record<string, string | undefined>>;
}

export function useStartExport({ list, filters }: WantedExport) {
  return useChange({
    send: async (format: ExportFormat) => {
      const set = Object.entries(filters).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      const body = { list, format, filters: Object.fromEntries(set) };
      return (await call(fileExports.start, { body })).data;
    },
    invalidates: [all],
  });
}

export function useRemoveExport() {
  return useChange({
    send: (id: string) => call(fileExports.remove, { params: { id } }),
    invalidates: [all],
    after: ['success', 'outdated'],
  });
}

/** Saves the file through the browser. */
export function useSaveExport() {
  return useChange({
    send: async ({ id, fileName }: FileExport) => {
      const file = await callFile(fileExports.file, { params: { id } });
      downloadFile(file.fileName ?? fileName, file.content);
    },
    invalidates: [],
  });
}
