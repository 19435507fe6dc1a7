import { errorCodes, type ErrorCode } from '@sente/contract/errors';

interface AppErrorDetails {
  /** Message for the caller; the code's default message if omitted. */
  readonly message?: string | undefined;
  readonly errors?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** For the developer of the caller; not for people. */
  readonly hint?: string;
}

/** A failure that the caller may read. Anything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? errorCodes[code].message);
    this.name = 'AppError';
    this.code = code;
    this.errors = details.errors ?? [this.message];
    this.fields = details.fields ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.hint = details.hint;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** One for all: thousands a second are refused, and each would have a stack of its own. */
export const overloaded = new AppError('unavailable', { retryAfterSeconds: 2 });

export function notFound(message: string): AppError {
  return new AppError('not_found', { message });
}

/** What the state of a record does not allow; the message tells why. */
export function refused(message: string): AppError {
  return new AppError('refused', { message });
}

/** A unique value is taken; names the field so that the form can mark it. */
export function alreadyInUse(field: string, message: string): AppError {
  return new AppError('already_in_use', { message, fields: { [field]: message } });
}

/** For checks beyond the schema: a well-formed value that is not acceptable. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('validation_failed', { message, fields: { [field]: message } });
}
