import type { ErrorCode } from './errors.ts';
import type { Mode } from './test-mode.ts';

/** Every response of the server is one of these two. */
export interface Success<Data, Meta = undefined> {
  readonly success: true;
  readonly message: string | null;
  readonly error: null;
  readonly errors: readonly [];
  readonly data: Data;
  readonly meta?: Meta;
  /** Of the calls that companies' own systems sign. */
  readonly mode?: Mode;
}

export interface Failure {
  readonly success: false;
  readonly message: string;
  /** Same as `message`; some clients read only this field. */
  readonly error: string;
  /** One sentence per problem. */
  readonly errors: readonly string[];
  readonly data: null;
  readonly code: ErrorCode;
  /** Invalid input: field name (dotted if nested) to message. */
  readonly fields: Readonly<Record<string, string>>;
  /** Identifies the request in the server's log. */
  readonly requestId: string;
  /** For developers: what the server computed from a request whose signature does not match. */
  readonly hint?: string;
  readonly mode?: Mode;
}
