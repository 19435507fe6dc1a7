import type { BodyInputOf } from '@sente/contract/endpoint';
import { webhooks, type Webhook, type WebhookDelivery } from '@sente/contract/webhooks';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat, readList } from '../../api/read.ts';

/** The message says why a secret cannot be shown. */
export interface CompanyWebhook {
  readonly webhook: Webhook | null;
  readonly message: string | null;
}

export type DeliveryFilter = 'all' | WebhookDelivery['state'];

export interface DeliveryFilters {
  readonly state: DeliveryFilter;
  readonly search: string;
}

export interface DeliveryPage {
  readonly rows: readonly WebhookDelivery[];
  readonly nextAfter: string | null;
}

export const pollMs = 5_000;

/** A pending delivery is polled until it arrives. */
export const untilDelivered = (rows: readonly WebhookDelivery[] = []): number | false =>
  rows.some(({ state }) => state === 'waiting') ? pollMs : false;

export const webhookQueries = {
  /**
   * Every read returns the secret and is recorded in the company's history; see credentialQueries.
   */
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: keys.webhooks.ofCompany(companyId),
      queryFn: async ({ signal }): Promise<CompanyWebhook> => {
        const { data, message } = await call(webhooks.get, { params: { id: companyId }, signal });
        if (data !== null && (!isRecord(data) || typeof data.url !== 'string')) {
          throw invalidFormat(200);
        }
        return { webhook: data, message };
      },
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  deliveries: (companyId: string, filters: DeliveryFilters) =>
    infiniteQueryOptions({
      queryKey: keys.webhooks.deliveries(companyId, filters),
      queryFn: ({ pageParam, signal }) => fetchDeliveries(companyId, filters, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextAfter,
      refetchInterval: ({ state: { data } }) =>
        untilDelivered(data?.pages.flatMap((page) => page.rows)),
    }),
  /** For a delivery outside the list, for example after a reload. */
  delivery: (companyId: string, deliveryId: string) =>
    queryOptions({
      queryKey: keys.webhooks.delivery(companyId, deliveryId),
      queryFn: async ({ signal }): Promise<WebhookDelivery> => {
        const params = { id: companyId, deliveryId };
        const { data } = await call(webhooks.delivery, { params, signal });
        if (!isRecord(data) || !Array.isArray(data['attempts'])) throw invalidFormat(200);
        return data;
      },
      refetchInterval: ({ state: { data } }) => untilDelivered(data && [data]),
    }),
};

async function fetchDeliveries(
  companyId: string,
  { state, search }: DeliveryFilters,
  after: string | null,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  const { data, meta } = await call(webhooks.deliveries, {
    params: { id: companyId },
    query: {
      state: state === 'all' ? undefined : state,
      search: search.trim() || undefined,
      after: after ?? undefined,
    },
    signal,
    read: readList('Failed to load webhook deliveries'),
  });
  return { rows: data, nextAfter: meta?.nextAfter ?? null };
}

/** The answer is shown without another read, because every read is recorded. */
const shows = (companyId: string) => {
  const queryKey = keys.webhooks.ofCompany(companyId);
  return { stores: () => queryKey, invalidates: [queryKey], after: ['outdated'] } as const;
};

export function useSaveWebhook(companyId: string) {
  return useChange({
    ...shows(companyId),
    send: async (body: BodyInputOf<typeof webhooks.save>): Promise<CompanyWebhook> => {
      const { data, message } = await call(webhooks.save, { params: { id: companyId }, body });
      return { webhook: data, message };
    },
  });
}

export function useReplaceSecret(companyId: string) {
  return useChange({
    ...shows(companyId),
    send: async (_of: Webhook): Promise<CompanyWebhook> => {
      const { data, message } = await call(webhooks.replaceSecret, { params: { id: companyId } });
      return { webhook: data, message };
    },
  });
}

export function useRemoveWebhook(companyId: string) {
  return useChange({
    ...shows(companyId),
    send: async (_of: Webhook): Promise<CompanyWebhook> => {
      await call(webhooks.remove, { params: { id: companyId } });
      return { webhook: null, message: null };
    },
  });
}

export function useTestWebhook(companyId: string) {
  return useChange({
    send: async () => (await call(webhooks.test, { params: { id: companyId } })).data,
    invalidates: [],
  });
}

export function useSendAgain(companyId: string) {
  return useChange({
    send: async ({ id }: WebhookDelivery) =>
      (await call(webhooks.sendAgain, { params: { id: companyId, deliveryId: id } })).data,
    // A filter may remove it from the list while the panel still shows it.
    stores: ({ id }) => keys.webhooks.delivery(companyId, id),
    invalidates: [keys.webhooks.allDeliveries(companyId)],
    after: ['success', 'failure'],
  });
}
