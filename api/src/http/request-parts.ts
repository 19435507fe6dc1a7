import type { Endpoint } from '@sente/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** Aborted when the caller has gone. Made for whoever asks: most calls end before that. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Null for a call that needs none. */
export function idempotencyKeyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  if (!endpoint.isIdempotent) return null;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') throw new AppError('idempotency_key_missing');
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new AppError('idempotency_key_invalid');
}
