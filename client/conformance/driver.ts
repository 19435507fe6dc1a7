/**
 * Runs the Node client for the conformance tests: a call per line of standard input, an answer per line of
 * standard output, both as JSON.
 */
import { createInterface } from 'node:readline';
import {
  createSenteClient,
  SenteError,
  signRequest,
  verifyWebhook,
  type BulkLineFilters,
  type BulkOrder,
  type CollectionOrder,
  type EventQuery,
  type LinkFilters,
  type LinkOrder,
  type ListFilters,
  type RefundOrder,
  type SenteClient,
  type SenteOptions,
} from '../sente-client.ts';

interface Call {
  readonly name: string;
  readonly options: SenteOptions;
  // The arguments of the call, whatever it is.
  readonly arguments: unknown[];
}

const calls: Record<string, (client: SenteClient, ...given: never[]) => Promise<unknown>> = {
  collect: (client, order: CollectionOrder, idempotencyKey?: string) =>
    client.collect(order, { ...(idempotencyKey && { idempotencyKey }) }),
  payOut: (client, order: CollectionOrder, idempotencyKey?: string) =>
    client.payOut(order, { ...(idempotencyKey && { idempotencyKey }) }),
  refund: (client, transactionId: string, order?: RefundOrder, idempotencyKey?: string) =>
    client.refund(transactionId, order, { ...(idempotencyKey && { idempotencyKey }) }),
  payOutMany: (client, order: BulkOrder, idempotencyKey?: string) =>
    client.payOutMany(order, { ...(idempotencyKey && { idempotencyKey }) }),
  retryBulkPayout: (
    client,
    bulkId: string,
    retry: Pick<BulkOrder, 'faultyLines'>,
    idempotencyKey?: string,
  ) => client.retryBulkPayout(bulkId, retry, { ...(idempotencyKey && { idempotencyKey }) }),
  getBulkPayout: (client, bulkId: string) => client.getBulkPayout(bulkId),
  listBulkLines: (client, bulkId: string, filters: BulkLineFilters) =>
    client.listBulkLines(bulkId, filters),
  get: (client, transactionId: string) => client.get(transactionId),
  list: (client, filters: ListFilters) => client.list(filters),
  balance: (client) => client.balance(),
  products: (client) => client.products(),
  createLink: (client, link: LinkOrder, idempotencyKey?: string) =>
    client.createLink(link, { ...(idempotencyKey && { idempotencyKey }) }),
  getLink: (client, linkId: string) => client.getLink(linkId),
  listLinks: (client, filters: LinkFilters) => client.listLinks(filters),
  endLink: (client, linkId: string) => client.endLink(linkId),
  events: (client, query: EventQuery) => client.events(query),
  waitFor: (client, transactionId: string, timeoutMs: number) =>
    client.waitFor(transactionId, { timeoutMs, everyMs: 50 }),
};

async function run({ name, options, arguments: given }: Call): Promise<unknown> {
  if (name === 'signRequest') {
    type Signing = Required<Parameters<typeof signRequest>>;
    const [all] = given as [Signing[0] & Signing[1] & Signing[2]];
    return signRequest(all, all, all);
  }
  if (name === 'verifyWebhook') {
    const [request] = given as Parameters<typeof verifyWebhook>;
    return verifyWebhook(request);
  }
  return calls[name]?.(createSenteClient(options), ...(given as never[]));
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify({ result: await run(JSON.parse(line) as Call) }));
  } catch (error) {
    if (!(error instanceof SenteError)) throw error;
    const { code, message, status, fields, requestId, hint, idempotencyKey } = error;
    const told = { code, message, status, fields, requestId, hint, idempotencyKey };
    console.log(JSON.stringify({ error: told }));
  }
}
