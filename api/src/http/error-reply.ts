import type { Failure } from '@sente/contract/envelope';
import type { ErrorCode } from '@sente/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable, sqlState } from '../db/database-errors.ts';
import { AppError, overloaded } from './app-error.ts';
import { modeIn } from './mode.ts';

/** The only place that turns an error into a response. Details for operators go to the log only. */
export function replyWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asAppError(error);
  // Those are counted, and each has its line with a 503.
  if (failure.status >= 500 && error !== overloaded)
    request.log.error({ err: error }, 'request failed');
  if (failure.retryAfterSeconds !== undefined)
    reply.header('retry-after', failure.retryAfterSeconds);
  if (failure.status === 401) {
    const isSigned = request.routeOptions.config.isSigned ?? false;
    reply.header('www-authenticate', isSigned ? 'Signature' : 'Bearer');
  }
  return reply
    .status(failure.status)
    .header('cache-control', 'no-store')
    .send({ ...failureEnvelope(failure, request.id), ...modeIn(request) });
}

function failureEnvelope(error: AppError, requestId: string): Failure {
  return {
    success: false,
    message: error.message,
    error: error.message,
    errors: error.errors,
    data: null,
    code: error.code,
    fields: error.fields,
    requestId,
    ...(error.hint !== undefined && { hint: error.hint }),
  };
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const byState = databaseCode(sqlState(error));
  if (byState) return new AppError(byState, { retryAfterSeconds: 2 });
  if (error instanceof DatabaseUnavailable)
    return new AppError('unavailable', { retryAfterSeconds: 2 });
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode === 'number') return frameworkError(statusCode);
  return new AppError('internal');
}

/** Cancelled by a timeout, out of connections or disk, or the database is starting or stopping. */
function databaseCode(state: string | undefined): ErrorCode | null {
  if (!state) return null;
  if (state === '57014' || state === '55P03' || state.startsWith('57P') || state.startsWith('53')) {
    return 'unavailable';
  }
  return 'internal';
}

/**
 * Fastify's own errors: broken JSON, a body that is too large, an unknown content type, overload.
 */
function frameworkError(statusCode: number): AppError {
  switch (statusCode) {
    case 404:
      return new AppError('not_found');
    case 413:
      return new AppError('too_large');
    case 415:
      return new AppError('unsupported_content');
    case 429:
      return new AppError('too_many_requests');
    case 503:
      return new AppError('unavailable', { retryAfterSeconds: 2 });
    default:
      return statusCode < 500
        ? new AppError('validation_failed', { message: 'The request could not be read' })
        : new AppError('internal');
  }
}
