import type { Endpoint } from '@sente/contract/endpoint';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { ApiCaller, ApiCallers, Claimed } from './api-caller.ts';
import { AppError } from './app-error.ts';
import { originOf } from './origin.ts';
import { parseJson } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    claimed: Claimed | null;
    caller: ApiCaller | null;
  }
  interface FastifyContextConfig {
    /** The body stays text until its signature was found right. */
    isSigned?: boolean;
  }
}

/** An order is a few hundred characters; nobody makes the server keep more before it knows them. */
const bodyLimitBytes = 16 * 1024;

/** For a route that companies' own systems call: their signature instead of a session. */
export function signedRoute(
  callers: ApiCallers,
): Pick<RouteOptions, 'bodyLimit' | 'onRequest' | 'preValidation'> {
  return {
    bodyLimit: bodyLimitBytes,
    onRequest: async (request) => {
      request.claimed = await callers.look(request);
    },
    preValidation: async (request) => {
      const { claimed, body } = request;
      if (!claimed) throw new AppError('signature_missing');
      const text = typeof body === 'string' ? body : '';
      request.caller = await callers.prove(request, claimed, text, originOf(request));
      request.body = parseJson(text);
    },
  };
}

/** Null where the call needs none. */
export function idempotencyKeyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  if (!endpoint.isIdempotent) return null;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') throw new AppError('idempotency_key_missing');
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new AppError('idempotency_key_invalid');
}
