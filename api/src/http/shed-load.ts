import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import {
  admitRequests,
  usualAdmission,
  type AdmissionFigures,
  type AdmissionLimits,
} from './admission.ts';
import { AppError } from './app-error.ts';

export interface LoadLimits {
  /** Requests a minute from one address. */
  readonly requestsPerMinute: number;
  /** While the event loop lags this much, nobody has more than a few requests worked on at once. */
  readonly busyAfterMs: number;
  /** The usual ones if omitted. */
  readonly admission?: AdmissionLimits;
}

/**
 * All requests of a company's system come from one address, and so do all callbacks of a network.
 */
const machinesMayAsk = 200;

function isOfMachines({ url }: FastifyRequest): boolean {
  return /^\/(?:api\/v1\/(?:Payments|Events)|callbacks)(?:[/?]|$)/.test(url);
}

/** Refusing early keeps the server responsive under overload. */
export async function shedLoad(
  app: FastifyInstance,
  database: Database,
  { requestsPerMinute, busyAfterMs, admission = usualAdmission }: LoadLimits,
): Promise<() => AdmissionFigures> {
  await app.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    // Only measured: to refuse everybody then would keep out those who ask little, and operators.
    pressureHandler: () => {},
  });
  await app.register(rateLimit, {
    global: false,
    max: (request) => requestsPerMinute * (isOfMachines(request) ? machinesMayAsk : 1),
    timeWindow: 60_000,
    // Never by anything the caller can choose, such as an unverified token.
    keyGenerator: (request) => `${request.ip}${isOfMachines(request) ? ' machines' : ''}`,
    // Legitimate callers never reach the limit, so the headers are omitted.
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    allowList: ({ url }) => !/^\/(?:api|callbacks|pay)\//.test(url),
    errorResponseBuilder: (_request, context) =>
      new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });
  // For the whole server, and therefore before each route's own authentication.
  app.addHook('onRequest', app.rateLimit());
  return admitRequests(app, database, admission);
}
