import type { Endpoint } from '@sente/contract/endpoint';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { requireCaller } from './access.ts';
import { bearerToken, type Actor, type FindActor, type FindTill } from './actor.ts';
import { AppError } from './app-error.ts';
import { refuseOutsideTable } from './mode.ts';
import { originOf } from './origin.ts';

type RouteChecks = Pick<
  RouteOptions,
  'bodyLimit' | 'onRequest' | 'preValidation' | 'preSerialization' | 'onResponse'
>;

export interface Checking {
  readonly findActor: FindActor;
  readonly findTill: FindTill;
  /** Checks of the calls that companies' own systems sign; they set `request.caller`. */
  readonly signedRoute: RouteChecks;
}

/** Before the body is read, so that a stranger cannot make the server parse megabytes. */
export function checksOf(
  endpoint: Endpoint,
  { findActor, findTill, signedRoute }: Checking,
): RouteChecks {
  const { access } = endpoint;
  if (access.who === 'credential') return signedRoute;
  if (access.who === 'till') {
    return {
      onRequest: async (request) => {
        // The mode is that of its cookies.
        request.till = await findTill(request, access.needs);
        refuseOutsideTable(request);
      },
    };
  }
  return {
    onRequest: (request) => authenticate(endpoint, request, findActor),
    ...(isNamedInBody(endpoint) && {
      preValidation: async (request: FastifyRequest) =>
        requireCaller(endpoint.access, request.actor),
    }),
  };
}

/** The checks of a caller before anything is read of the request. */
export async function authenticate(
  endpoint: Endpoint,
  request: FastifyRequest,
  findActor: FindActor,
): Promise<void> {
  if (endpoint.access.who === 'public') return;
  const token = bearerToken(request.headers.authorization);
  if (token) {
    request.actor = freshIfAsked(request, await findActor(token, originOf(request)));
    if (!request.actor) throw new AppError('session_ended');
    refuseOutsideTable(request);
    if (request.actor.mustChangePassword && !endpoint.allowsTemporaryPassword) {
      throw new AppError('password_change_required');
    }
    if (request.actor.mustSetUpFactor && !endpoint.allowsMissingFactor) {
      throw new AppError('factor_required');
    }
    if (request.actor.isVisitor && !isForVisitors(endpoint)) throw new AppError('demo_only');
  }
  // For a known caller the body is read anyway if it identifies the record whose history shows the
  // refusal.
  if (request.actor && isNamedInBody(endpoint)) return;
  requireCaller(endpoint.access, request.actor);
}

/** As HTTP has it, nothing that was kept elsewhere will do then: not even a replica. */
function freshIfAsked({ headers }: FastifyRequest, actor: Actor | null): Actor | null {
  const isFresh = /\bno-cache\b/i.test(headers['cache-control'] ?? '');
  return actor && isFresh ? { ...actor, scope: { ...actor.scope, isFresh } } : actor;
}

/** The one place that decides what the open demo may do. */
function isForVisitors({ method, visitors }: Endpoint): boolean {
  return visitors === undefined ? method === 'GET' : visitors === 'accepted';
}

function isNamedInBody({ about }: Endpoint): boolean {
  return about?.from.startsWith('body.') ?? false;
}
