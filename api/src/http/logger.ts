import { pino, type DestinationStream, type Logger } from 'pino';
import pg from 'pg';

/**
 * The parts of an error that are logged. An allow-list, because a database error contains the
 * failing row, possibly with password hashes.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error instanceof pg.DatabaseError && {
      code: error.code,
      table: error.table,
      constraint: error.constraint,
    }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}
