import type { ErrorCode } from './errors.ts';

/** Every answer of the server, without exception, is one of these two. */
export interface Success<Data, Meta = undefined> {
  readonly success: true;
  readonly message: string | null;
  readonly error: null;
  readonly errors: readonly [];
  readonly data: Data;
  readonly meta?: Meta;
}

export interface Failure {
  readonly success: false;
  readonly message: string;
  /** The same text as `message`; some callers read only this one. */
  readonly error: string;
  /** One sentence for each thing that is wrong. */
  readonly errors: readonly string[];
  readonly data: null;
  readonly code: ErrorCode;
  /** Which input is wrong: field name (dotted when nested) to its sentence. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names this request in the server's log. */
  readonly requestId: string;
}
