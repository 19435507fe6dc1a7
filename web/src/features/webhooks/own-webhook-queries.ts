import type { Overlap } from '@sente/contract/api-keys';
import type { BodyInputOf, BodyOf } from '@sente/contract/endpoint';
import { ownWebhooks, type NewOwnWebhook, type OwnWebhook } from '@sente/contract/own-webhooks';
import type { WebhookDelivery } from '@sente/contract/webhooks';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { invalidFormat, readList } from '../../api/read.ts';
import { withProof } from '../factors/ask-for-proof.ts';
import {
  type DeliveryFilter,
  type DeliveryPage,
  pollMs,
  untilDelivered,
} from './webhook-queries.ts';

export const loadFailure = 'Failed to load webhooks';

const allWebhooks = key('own-webhooks', 'list');
const allDeliveries = key('own-webhooks', 'deliveries');
/** After an unanswered call the list shows whether it was made. */
const after = ['success', 'outdated', 'unanswered'] as const;

export interface OwnDeliveryFilters {
  readonly webhook: string;
  readonly state: DeliveryFilter;
  readonly search: string;
}

export const ownWebhookQueries = {
  list: () =>
    queryOptions({
      queryKey: allWebhooks,
      queryFn: async ({ signal }): Promise<readonly OwnWebhook[]> =>
        (await call(ownWebhooks.list, { signal, read: readList(loadFailure) })).data,
      // Beside the deliveries, which are asked for as often: both tell of the same attempt.
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ waiting }) => waiting > 0) ? pollMs : false,
    }),
  deliveries: (filters: OwnDeliveryFilters) =>
    infiniteQueryOptions({
      queryKey: key('own-webhooks', 'deliveries', filters),
      queryFn: ({ pageParam, signal }) => fetchDeliveries(filters, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextAfter,
      refetchInterval: ({ state: { data } }) =>
        untilDelivered(data?.pages.flatMap((page) => page.rows)),
    }),
  /** For a delivery outside the list, for example after a reload. */
  delivery: (id: string) =>
    queryOptions({
      queryKey: key('own-webhooks', 'deliveries', 'one', id),
      queryFn: async ({ signal }): Promise<WebhookDelivery> => {
        const { data } = await call(ownWebhooks.delivery, { params: { deliveryId: id }, signal });
        if (!isRecord(data) || !Array.isArray(data['attempts'])) throw invalidFormat(200);
        return data;
      },
      refetchInterval: ({ state: { data } }) => untilDelivered(data && [data]),
    }),
};

async function fetchDeliveries(
  { webhook, state, search }: OwnDeliveryFilters,
  from: string | null,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  const { data, meta } = await call(ownWebhooks.deliveries, {
    query: {
      webhook: webhook === 'all' ? undefined : webhook,
      state: state === 'all' ? undefined : state,
      search: search.trim() || undefined,
      after: from ?? undefined,
    },
    signal,
    read: readList('Failed to load webhook deliveries'),
  });
  return { rows: data, nextAfter: meta?.nextAfter ?? null };
}

export type WebhookTerms = BodyInputOf<typeof ownWebhooks.create>;

export function useAddWebhook() {
  return useChange({
    send: async (body: WebhookTerms): Promise<NewOwnWebhook> =>
      (
        await withProof(
          (shown) => call(ownWebhooks.create, { body: { ...body, ...shown } }),
          'keys',
        )
      ).data,
    invalidates: [allWebhooks],
    after,
  });
}

export function useUpdateWebhook() {
  return useChange({
    send: async ({
      id,
      ...body
    }: WebhookTerms & { readonly id: string; readonly updatedAt: string }): Promise<OwnWebhook> =>
      (
        await withProof(
          (shown) => call(ownWebhooks.update, { params: { id }, body: { ...body, ...shown } }),
          'keys',
        )
      ).data,
    invalidates: [allWebhooks],
    after,
  });
}

export function useRotateWebhook() {
  return useChange({
    send: async ({ id, overlap }: { id: string; overlap: Overlap }): Promise<NewOwnWebhook> =>
      (
        await withProof(
          (shown) => call(ownWebhooks.rotate, { params: { id }, body: { overlap, ...shown } }),
          'keys',
        )
      ).data,
    invalidates: [allWebhooks],
    after,
  });
}

export function useRemoveOwnWebhook() {
  return useChange({
    send: (id: string) => call(ownWebhooks.remove, { params: { id } }),
    invalidates: [allWebhooks, allDeliveries],
    after,
  });
}

export function useTestOwnWebhook() {
  return useChange({
    send: async (id: string) => (await call(ownWebhooks.test, { params: { id } })).data,
    invalidates: [],
  });
}

export function useSendOwnAgain() {
  return useChange({
    send: async ({ id }: WebhookDelivery) =>
      (await call(ownWebhooks.sendAgain, { params: { deliveryId: id } })).data,
    // A filter may remove it from the list while the panel still shows it.
    stores: ({ id }) => key('own-webhooks', 'deliveries', 'one', id),
    invalidates: [allDeliveries],
    after: ['success', 'failure'],
  });
}

export function useSendManyAgain() {
  return useChange({
    send: async ({ id, ...body }: BodyOf<typeof ownWebhooks.sendManyAgain> & { id: string }) =>
      (await call(ownWebhooks.sendManyAgain, { params: { id }, body })).data,
    invalidates: [allDeliveries, allWebhooks],
    after: ['success', 'failure'],
  });
}
