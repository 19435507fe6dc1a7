import {
  enquiries,
  type AnswerBody,
  type AskBody,
  type Enquiry,
  type ReplyBody,
} from '@sente/contract/enquiries';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import type { ExportColumn, ExportedList } from '../../api/export-csv.ts';
import { key, keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { readList } from '../../api/read.ts';
import { kampalaTime } from '../../lib/kampala.ts';

export const enquiriesPageSize = 20;
export const shownStates = ['all', 'new', 'undelivered', 'answered'] as const;

/** The filters of the list; all are in the address. */
interface EnquiryRequest {
  readonly search: string;
  readonly state: (typeof shownStates)[number];
  readonly page: number;
}

export interface EnquiryPage extends ListPage<Enquiry> {
  readonly newCount: number;
  readonly undeliveredCount: number;
  /** Whether the contact form takes any. */
  readonly areTaken: boolean;
  /** Whether answers can be mailed from here. */
  readonly sendsMail: boolean;
}

const lists = key('enquiries', 'list');
const everySome = 20_000;

export const enquiryQueries = {
  list: (request: EnquiryRequest) =>
    queryOptions({
      queryKey: key('enquiries', 'list', request),
      queryFn: ({ signal }) => fetchPage(request, enquiriesPageSize, signal),
      placeholderData: keepPreviousData,
      // Whoever has one open sees what a colleague answered.
      refetchInterval: everySome,
    }),
  /** Of the own company. */
  own: queryOptions({
    queryKey: key('enquiries', 'own'),
    queryFn: async ({ signal }) =>
      (await call(enquiries.listOwn, { signal, read: readList() })).data,
    // The answer is read on the page that asked.
    refetchInterval: everySome,
  }),
};

async function fetchPage(
  { search, state, page }: EnquiryRequest,
  pageSize: number,
  signal: AbortSignal,
): Promise<EnquiryPage> {
  const { data, meta } = await call(enquiries.list, {
    query: {
      search: search.trim() || undefined,
      state: state === 'all' ? undefined : state,
      page: String(page),
      pageSize: String(pageSize),
    },
    signal,
    read: readList('Failed to load enquiries'),
  });
  const unknown = { newCount: 0, undeliveredCount: 0, areTaken: true, sendsMail: false };
  return { ...unknown, ...wholeList(data), ...meta };
}

function statusOf(answer: Enquiry['answer']): string {
  if (!answer) return 'New';
  return answer.isUndelivered ? 'Not delivered' : 'Answered';
}

const columns: readonly ExportColumn<Enquiry>[] = [
  ['Received', ({ receivedAt }) => kampalaTime(receivedAt)],
  ['Name', ({ name }) => name],
  ['Company', ({ company }) => company?.name],
  ['Email', ({ email }) => email],
  ['Message', ({ message }) => message],
  ['Status', ({ answer }) => statusOf(answer)],
  ['Answered', ({ answer }) => answer && kampalaTime(answer.at)],
  ['Answered By', ({ answer }) => answer?.by],
  ['Answer', ({ answer }) => answer?.text],
  ['Note', ({ answer }) => answer?.note],
];

/** All that pass the filters. */
export function enquiriesToExport(request: EnquiryRequest): ExportedList<Enquiry> {
  return {
    fileName: 'enquiries.csv',
    columns,
    fetchPage: async (after, signal) => {
      const page = Number(after ?? 1);
      const { rows, totalCount, totalPages } = await fetchPage({ ...request, page }, 100, signal);
      return { rows, total: totalCount, nextAfter: page < totalPages ? String(page + 1) : null };
    },
  };
}

/** The menu and the dashboard count the new ones. */
const counted = [lists, keys.attention];

export function useAskProvider() {
  return useChange({
    send: (body: AskBody) => call(enquiries.ask, { body }),
    invalidates: [enquiryQueries.own.queryKey],
  });
}

export function useAnswerEnquiry() {
  return useChange({
    send: ({ id, ...body }: { id: string } & AnswerBody) =>
      call(enquiries.answer, { params: { id }, body }),
    invalidates: counted,
    // A colleague may have answered meanwhile.
    after: ['success', 'outdated'],
  });
}

export function useReplyToEnquiry() {
  return useChange({
    send: ({ id, ...body }: { id: string } & ReplyBody) =>
      call(enquiries.reply, { params: { id }, body }),
    invalidates: counted,
    // A colleague may have answered meanwhile.
    after: ['success', 'outdated'],
  });
}

export function useReopenEnquiry() {
  return useChange({
    send: (id: string) => call(enquiries.reopen, { params: { id } }),
    invalidates: counted,
  });
}

export function useDeleteEnquiry() {
  return useChange({
    send: (id: string) => call(enquiries.remove, { params: { id } }),
    invalidates: counted,
  });
}
