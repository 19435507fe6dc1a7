import { pino, type DestinationStream, type Logger } from 'pino';
import pg from 'pg';

/**
 * What an error may tell the log. An allow-list: a database error carries the failing row with it,
 * password hashes included.
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
