import type { Failure } from '@sente/contract/envelope';
import type { Mode } from '@sente/contract/test-mode';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { insertRequests, type NewRequest } from './api-requests.queries.ts';
import { maskBody, maskText } from './masking.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What it is answered, for the request log. */
    answer: unknown;
  }
}

const storeEveryMs = 500;
const mostTogether = 500;
/** More than the database takes in a minute; what comes on top is left out, and counted in the log. */
const mostUnstored = 20_000;
const longestPath = 500;

/**
 * Keeps the requests of a signed route in memory and stores them together, twice a second in one insert, so that no
 * caller waits for it. A killed server loses the last half second: this is a help for developers, not a book.
 */
export function recordRequests(
  app: FastifyInstance,
  databases: RequestDatabases,
  logger: Logger,
): Pick<RouteOptions, 'preSerialization' | 'onResponse'> {
  const stores = {
    live: createStore(databases.live, logger),
    test: createStore(databases.test, logger),
  };
  app.decorateRequest('answer', null);
  app.addHook('onClose', async () => {
    await Promise.all([stores.live.stop(), stores.test.stop()]);
  });
  return {
    preSerialization: async (request, _reply, payload) => {
      request.answer = payload;
      return payload;
    },
    onResponse: async (request, reply) => {
      const { claimed } = request;
      // Nobody's, if the key is unknown or none was named.
      if (claimed?.isKnown && !isEmptyPoll(request, reply)) {
        stores[request.mode].add(toRow(request, reply, claimed.row));
      }
    },
  };
}

/** Where the requests of each mode are kept; null: nowhere. */
export type RequestDatabases = Readonly<Record<Mode, () => Promise<Database | null>>>;

function createStore(findDatabase: () => Promise<Database | null>, logger: Logger) {
  let unstored: NewRequest[] = [];
  let leftOut = 0;
  let timer: NodeJS.Timeout | null = null;
  let storing: Promise<void> = Promise.resolve();

  const store = async (): Promise<void> => {
    timer = null;
    while (unstored.length > 0) {
      const batch = unstored.slice(0, mostTogether);
      unstored = unstored.slice(batch.length);
      try {
        const database = await findDatabase();
        await database?.within(platformScope, (db) => insertRequests(db, batch));
      } catch (error) {
        // Not again: a database that is away has more important work when it is back.
        logger.warn({ err: error, count: batch.length }, 'requests were not stored for developers');
      }
    }
    if (leftOut > 0) logger.warn({ count: leftOut }, 'requests were left out of the request log');
    leftOut = 0;
  };
  return {
    add(row: NewRequest): void {
      if (unstored.length >= mostUnstored) leftOut += 1;
      else unstored.push(row);
      timer ??= setTimeout(() => {
        storing = storing.then(store);
      }, storeEveryMs).unref();
    },

    async stop(): Promise<void> {
      if (timer) clearTimeout(timer);
      storing = storing.then(store);
      await storing;
    },
  };
}

/** Waiting for events is no news until one comes. */
function isEmptyPoll(
  { answer, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  if (routeOptions.config.endpointName !== 'payments.listEvents' || statusCode !== 200)
    return false;
  const { data } = answer as { readonly data?: unknown };
  return Array.isArray(data) && data.length === 0;
}

interface KeyRow {
  readonly company_id: string;
  readonly credential_id: string;
  readonly channel_id: string;
}

function toRow(request: FastifyRequest, reply: FastifyReply, key: KeyRow): NewRequest {
  // Anybody may send something under a key of which they only know the name.
  const isVerified = request.caller !== null;
  const failure = reply.statusCode >= 400 ? (request.answer as Partial<Failure> | null) : null;
  const idempotencyKey = request.headers['idempotency-key'];
  return {
    companyId: key.company_id,
    id: request.id,
    method: request.method,
    path: maskText((request.raw.url ?? '').slice(0, longestPath)),
    status: reply.statusCode,
    errorCode: failure?.code ?? null,
    errorMessage: failure?.message ? maskText(failure.message) : null,
    credentialId: key.credential_id,
    channelId: key.channel_id,
    address: request.ip,
    durationMs: Math.round(reply.elapsedTime),
    idempotencyKey:
      isVerified && typeof idempotencyKey === 'string'
        ? maskText(idempotencyKey.slice(0, 200))
        : null,
    requestBody: isVerified && typeof request.body !== 'string' ? maskBody(request.body) : null,
    answerBody: isVerified ? maskBody(request.answer) : null,
  };
}
