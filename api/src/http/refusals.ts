import type { Endpoint } from '@sente/contract/endpoint';
import type { ErrorCode } from '@sente/contract/errors';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Actor } from './actor.ts';
import { AppError } from './app-error.ts';

/** A refused attempt of a signed-in caller, for the audit log. */
interface Refusal {
  readonly action: string;
  readonly subject?: { readonly type: string; readonly id: string };
  readonly details: { readonly code: string; readonly tried?: string };
}

export type OnRefused = (actor: Actor, refusal: Refusal) => Promise<void>;

/** Decisions about permission or money, as opposed to invalid input. */
const refusalCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'forbidden',
  'not_found',
  'refused',
  'account_frozen',
  'account_inactive',
  'company_suspended',
  'number_blocked',
  'limit_exceeded',
  'insufficient_funds',
]);

/** The caller gets the refusal even if it cannot be recorded; the log then has both. */
export async function writeRefusal(
  endpoint: Endpoint,
  request: FastifyRequest,
  error: unknown,
  onRefused: OnRefused,
): Promise<void> {
  const action = request.routeOptions.config.endpointName ?? '';
  if (!request.actor) return;
  if (!(error instanceof AppError) || !refusalCodes.has(error.code)) return;
  const { subject, tried } = concernedBy(endpoint, action, request);
  try {
    await onRefused(request.actor, {
      action,
      ...(subject && { subject }),
      details: { code: error.code, ...(tried && { tried }) },
    });
  } catch (cause) {
    request.log.error({ err: cause }, 'a refusal was not written to the audit log');
  }
}

/** As much of what is no id as the log keeps. */
const longestTried = 60;

/**
 * The record that a request concerns, from the raw request: a refused one may not be parsed. What stands in its
 * address instead of an id is kept as it was tried.
 */
function concernedBy(
  endpoint: Endpoint,
  action: string,
  request: FastifyRequest,
): { subject?: Refusal['subject']; tried?: string } {
  const { type, from } = endpoint.about ?? { type: action.split('.')[0] ?? '', from: 'params.id' };
  const [part = '', field = ''] = from.split('.');
  const parts: Record<string, unknown> = {
    params: request.params,
    query: request.query,
    body: request.body,
  };
  const value = (parts[part] as Record<string, unknown> | null)?.[field];
  const named = z.safeParse(z.guid(), value);
  if (named.success) return { subject: { type, id: named.data.toLowerCase() } };
  const isTried = part === 'params' && typeof value === 'string' && value !== '';
  return isTried ? { tried: value.slice(0, longestTried) } : {};
}
