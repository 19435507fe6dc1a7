import type { MetaOf } from '@sente/contract/endpoint';
import {
  type BrakeDecision,
  type BrakedPayout,
  type BrakeSelection,
  type BrakeState,
  type PayoutBrake,
  payoutBrakes,
} from '@sente/contract/payout-brakes';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { invalidFormat, readList, readOne } from '../../api/read.ts';

export const brakesPageSize = 10;
export const heldPageSize = 20;
/** People look at it while payouts come in. */
const everyTenSeconds = 10_000;

export const brakeQueries = {
  state: () =>
    queryOptions({
      queryKey: keys.payoutBrakes.state,
      queryFn: async ({ signal }): Promise<BrakeState> => {
        const { data } = await call(payoutBrakes.state, { signal });
        if (!isRecord(data) || !Array.isArray(data.brakes)) throw invalidFormat(200);
        return data;
      },
      refetchInterval: everyTenSeconds,
    }),
  ended: (page: number) =>
    queryOptions({
      queryKey: keys.payoutBrakes.list({ page }),
      queryFn: ({ signal }) => fetchEnded(page, signal),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: keys.payoutBrakes.details(id),
      queryFn: async ({ signal }) =>
        (await call(payoutBrakes.get, { params: { id }, signal, read: readOne })).data,
      refetchInterval: everyTenSeconds,
    }),
  payouts: (id: string, page: number, wanted: BrakeSelection) =>
    queryOptions({
      queryKey: keys.payoutBrakes.payouts(id, { page, ...wanted }),
      queryFn: ({ signal }) => fetchPayouts(id, page, wanted, signal),
      placeholderData: keepPreviousData,
      refetchInterval: everyTenSeconds,
    }),
};

async function fetchEnded(page: number, signal: AbortSignal): Promise<ListPage<PayoutBrake>> {
  const { data, meta } = await call(payoutBrakes.list, {
    query: { page: String(page), pageSize: String(brakesPageSize) },
    signal,
    read: readList('Failed to load earlier brakes'),
  });
  return { ...wholeList(data), ...meta };
}

/** With what the held payouts have in common. */
export type HeldPage = ListPage<BrakedPayout> & MetaOf<typeof payoutBrakes.payouts>;

async function fetchPayouts(
  id: string,
  page: number,
  { amount, ...wanted }: BrakeSelection,
  signal: AbortSignal,
): Promise<HeldPage> {
  const { data, meta } = await call(payoutBrakes.payouts, {
    params: { id },
    query: {
      page: String(page),
      pageSize: String(heldPageSize),
      ...wanted,
      ...(amount !== undefined && { amount: String(amount) }),
    },
    signal,
    read: readList('Failed to load the payouts'),
  });
  return {
    ...wholeList(data),
    pageSize: heldPageSize,
    heldCount: 0,
    heldAmount: 0,
    askers: [],
    amounts: [],
    ...meta,
  };
}

/** Without a company: all payouts. */
export function useStopPayouts() {
  return useChange<{ companyId: string | null; note: string }>({
    send: ({ companyId, note: reason }) =>
      companyId === null
        ? call(payoutBrakes.tripForAll, { body: { reason } })
        : call(payoutBrakes.trip, { params: { id: companyId }, body: { reason } }),
    ...movesMoney,
  });
}

/** Payouts by what they have in common, with how many are held now. */
export interface Selected {
  readonly selection: BrakeSelection;
  readonly count: number;
  readonly amount: number;
}

export interface Proposal {
  readonly decision: BrakeDecision;
  /** Of a release: payouts that are cancelled instead. */
  readonly cancelledIds: readonly string[];
  readonly selected?: Selected | undefined;
}

export function useProposeEnd() {
  return useChange({
    send: ({
      id,
      note: reason,
      decision,
      cancelledIds,
      selected,
    }: Proposal & { id: string; note: string }) =>
      call(payoutBrakes.propose, {
        params: { id },
        body: selected
          ? { decision, reason, selection: selected.selection }
          : { decision, reason, cancelledIds: [...cancelledIds] },
      }),
    ...movesMoney,
  });
}
