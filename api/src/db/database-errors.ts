import pg from 'pg';

/** The database cannot be used now. After a commit it is unknown whether it took place. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be used', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** No answer in time. An immediate retry would wait again. */
export class DatabaseTimeout extends DatabaseUnavailable {}

/** A standby where a primary is needed, or the other way round. */
export class WrongServer extends DatabaseUnavailable {}

/**
 * Errors after which the connection is of no use: connection failures (08), the server stops, has
 * crashed or starts (57P), too many connections, a read-only server such as a demoted one, and
 * sessions that the server ended.
 */
const lostConnection = /^(?:08...|57P..|53300|25006|25P03|25P04)$/;

/** Errors that the server did not report are connection failures. */
export function asUnavailable(error: unknown): never {
  if (error instanceof DatabaseUnavailable) throw error;
  if (error instanceof pg.DatabaseError) {
    throw lostConnection.test(error.code ?? '') ? new DatabaseUnavailable(error) : error;
  }
  // The driver has no other sign of a timeout.
  const isTimeout = error instanceof Error && /timeout/i.test(error.message);
  throw isTimeout ? new DatabaseTimeout(error) : new DatabaseUnavailable(error);
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The violated unique constraint or index, so that a service can report which value is taken. */
export function violatedUnique(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined;
}
