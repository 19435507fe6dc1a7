import type { FastifyInstance, RouteOptions } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { parseJson } from '../http/json-body.ts';
import type { ApiCallers, Claimed } from './api-callers.ts';
import type { CredentialLimits } from './credential-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    claimed: Claimed | null;
  }
}

/** An order has a few hundred characters. The server keeps no more before it knows the caller. */
const bodyLimitBytes = 16 * 1024;

/** The checks of a route that takes a signature instead of a session. */
export function createSignedRoute(
  app: FastifyInstance,
  callers: ApiCallers,
  limits: CredentialLimits,
): Pick<RouteOptions, 'bodyLimit' | 'onRequest' | 'preValidation'> {
  app.decorateRequest('claimed', null);
  return {
    bodyLimit: bodyLimitBytes,
    onRequest: async (request) => {
      request.claimed = await callers.look(request);
    },
    preValidation: async (request, reply) => {
      const { claimed, body } = request;
      if (!claimed) throw new AppError('signature_missing');
      const text = typeof body === 'string' ? body : '';
      await callers.verify(request, claimed, text);
      // A refused request costs no write, and its signature can be used again. All keys of a company share it.
      // What it tries out takes nothing from its real payments.
      limits.count(`${request.mode} ${claimed.row.company_id}`, reply);
      request.caller = await callers.use(request, claimed);
      request.body = parseJson(text);
    },
  };
}
