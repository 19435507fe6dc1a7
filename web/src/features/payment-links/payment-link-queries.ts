import type { BodyInputOf } from '@sente/contract/endpoint';
import {
  linkStates,
  paymentLinks,
  type Checkout,
  type PaymentLink,
} from '@sente/contract/payment-links';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { wholeList, type ListPage } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';

export const linksPageSize = 20;
export const checkoutsPageSize = 10;
export const shownStates = ['all', ...linkStates] as const;
export const loadFailure = 'Failed to load payment links';

interface LinkRequest {
  readonly companyId: string;
  readonly state: (typeof shownStates)[number];
  readonly search: string;
  readonly page: number;
}

export const paymentLinkQueries = {
  list: (request: LinkRequest) =>
    queryOptions({
      queryKey: key('payment-links', 'list', request),
      queryFn: ({ signal }) => fetchLinks(request, signal),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: key('payment-links', 'details', id),
      queryFn: async ({ signal }) =>
        (await call(paymentLinks.get, { params: { id }, signal, read: readOne })).data,
    }),
  checkouts: (id: string, page: number) =>
    queryOptions({
      queryKey: key('payment-links', 'checkouts', id, { page }),
      queryFn: ({ signal }) => fetchCheckouts(id, page, signal),
      placeholderData: keepPreviousData,
    }),
};

async function fetchLinks(
  { companyId, state, search, page }: LinkRequest,
  signal: AbortSignal,
): Promise<ListPage<PaymentLink>> {
  const { data, meta } = await call(paymentLinks.list, {
    query: {
      companyId,
      state: state === 'all' ? undefined : state,
      search: search.trim() || undefined,
      page: String(page),
      pageSize: String(linksPageSize),
    },
    signal,
    read: readList(loadFailure),
  });
  return { ...wholeList(data), ...meta };
}

async function fetchCheckouts(
  id: string,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<Checkout>> {
  const { data, meta } = await call(paymentLinks.checkouts, {
    params: { id },
    query: { page: String(page), pageSize: String(checkoutsPageSize) },
    signal,
    read: readList('Failed to load payments'),
  });
  return { ...wholeList(data), ...meta };
}

export function useCreateLink() {
  return useChange({
    send: (body: BodyInputOf<typeof paymentLinks.create>) => call(paymentLinks.create, { body }),
    invalidates: [keys.paymentLinks],
    // The list then shows whether it was made.
    after: ['success', 'unanswered'],
  });
}

export function useEndLink() {
  return useChange({
    send: (id: string) => call(paymentLinks.end, { params: { id } }),
    invalidates: [keys.paymentLinks],
    after: ['success', 'outdated'],
  });
}

/** By staff. */
export function useStopLink() {
  return useChange({
    send: ({ id, note }: { id: string; note: string }) =>
      call(paymentLinks.stop, { params: { id }, body: { reason: note } }),
    invalidates: [keys.paymentLinks],
    after: ['success', 'outdated'],
  });
}
