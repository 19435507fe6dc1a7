import { bankAccounts } from '@sente/contract/bank-accounts';
import type { BodyInputOf } from '@sente/contract/endpoint';
import {
  floatTransfers,
  settlementBatches,
  type SettlementBatch,
} from '@sente/contract/settlement-batches';
import { settlementStates, type Settlement } from '@sente/contract/settlement';
import { settlements } from '@sente/contract/settlements';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { wholeList, type ListPage } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';
import { withProof } from '../factors/ask-for-proof.ts';

export const settlementsPageSize = 20;
/** Of those that wait for a batch, so that one selection is one batch. */
export const requestedPageSize = 100;
export const shownStates = ['all', ...settlementStates] as const;

interface SettlementRequest {
  readonly companyId?: string | undefined;
  readonly state: (typeof shownStates)[number];
  readonly page: number;
  readonly pageSize?: number;
  /** When they were requested, in days of Kampala. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface SettlementPage extends ListPage<Settlement> {
  readonly totalAmount: number;
}

export const settlementQueries = {
  list: (request: SettlementRequest) =>
    queryOptions({
      queryKey: key('settlements', 'list', request),
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  bankAccounts: (companyId: string) =>
    queryOptions({
      queryKey: key('settlements', 'bank-accounts', companyId),
      queryFn: async ({ signal }) => {
        const read = readList('Failed to load bank accounts');
        return (await call(bankAccounts.list, { params: { id: companyId }, signal, read })).data;
      },
    }),
  terms: (companyId: string) =>
    queryOptions({
      queryKey: key('settlements', 'terms', companyId),
      queryFn: async ({ signal }) =>
        (await call(settlements.terms, { params: { id: companyId }, signal })).data,
    }),
  batches: (page: number) =>
    queryOptions({
      queryKey: key('settlements', 'batches', { page }),
      queryFn: ({ signal }) => fetchBatches(page, signal),
      placeholderData: keepPreviousData,
    }),
  batch: (id: string) =>
    queryOptions({
      queryKey: key('settlements', 'batch', id),
      queryFn: async ({ signal }) =>
        (await call(settlementBatches.get, { params: { id }, signal, read: readOne })).data,
    }),
};

async function fetchPage(
  { companyId, state, from, to, page, pageSize = settlementsPageSize }: SettlementRequest,
  signal: AbortSignal,
): Promise<SettlementPage> {
  const { data, meta } = await call(settlements.list, {
    query: {
      companyId,
      state: state === 'all' ? undefined : state,
      startDate: from || undefined,
      endDate: to || undefined,
      page: String(page),
      pageSize: String(pageSize),
    },
    signal,
    read: readList('Failed to load settlements'),
  });
  return { ...wholeList(data), totalAmount: 0, ...meta };
}

async function fetchBatches(page: number, signal: AbortSignal): Promise<ListPage<SettlementBatch>> {
  const { data, meta } = await call(settlementBatches.list, {
    query: { page: String(page), pageSize: String(settlementsPageSize) },
    signal,
    read: readList('Failed to load batches'),
  });
  return { ...wholeList(data), ...meta };
}

const changesList = { invalidates: [keys.settlements], after: ['success', 'failure'] } as const;

export function useAddBankAccount(companyId: string) {
  type Body = BodyInputOf<typeof bankAccounts.create>;
  return useChange({
    send: (body: Body) =>
      withProof(
        (shown) =>
          call(bankAccounts.create, { params: { id: companyId }, body: { ...body, ...shown } }),
        'banks',
      ),
    ...changesList,
  });
}

export function useRetireBankAccount() {
  return useChange({
    send: (id: string) => call(bankAccounts.retire, { params: { id } }),
    ...changesList,
  });
}

export function useSettle(companyId: string) {
  return useChange({
    send: (body: BodyInputOf<typeof settlements.request>) =>
      call(settlements.request, { params: { id: companyId }, body }),
    ...movesMoney,
  });
}

export function useSaveSchedule(companyId: string) {
  return useChange({
    send: (body: BodyInputOf<typeof settlements.saveSchedule> | null) =>
      body === null
        ? call(settlements.endSchedule, { params: { id: companyId } })
        : call(settlements.saveSchedule, { params: { id: companyId }, body }),
    ...changesList,
  });
}

export function useCancelSettlement() {
  return useChange({
    send: (id: string) => call(settlements.cancel, { params: { id } }),
    ...movesMoney,
  });
}

export function useMakeBatch() {
  return useChange({
    send: (ids: string[]) => call(settlementBatches.create, { body: { settlements: ids } }),
    ...movesMoney,
  });
}

/** One settlement, or all of a batch that are open. */
export function usePay() {
  return useChange({
    send: ({ id, isBatch, bankReference }: PayInput): Promise<unknown> => {
      const request = { params: { id }, body: { bankReference } };
      return isBatch ? call(settlementBatches.pay, request) : call(settlements.pay, request);
    },
    ...movesMoney,
  });
}

interface PayInput {
  readonly id: string;
  readonly isBatch: boolean;
  readonly bankReference: string;
}

export function useReturn() {
  return useChange({
    send: ({ id, note }: { id: string; note: string }) =>
      call(settlements.giveBack, { params: { id }, body: { reason: note } }),
    ...movesMoney,
  });
}

export function useMoveFloat() {
  return useChange({
    send: (body: BodyInputOf<typeof floatTransfers.create>) =>
      call(floatTransfers.create, { body }),
    ...movesMoney,
  });
}
