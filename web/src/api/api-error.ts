/**
 * The kind of failure: no connection, an HTTP error, a body in the wrong format, or a 2xx answer
 * with `success: false`.
 */
export type ApiErrorKind = 'network' | 'http' | 'format' | 'refused';

interface ApiErrorInit {
  kind: ApiErrorKind;
  message: string;
  status: number;
  code?: string | undefined;
  errors?: readonly string[];
  fields?: Readonly<Record<string, string>>;
  detail?: string | undefined;
  hasServerText?: boolean;
}

/** The message of a 2xx answer that contains only `success: false`. */
export const unexplained = 'API request failed';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** One of the contract's error codes, if the answer contains one. */
  readonly code: string | undefined;
  /** One sentence per problem. */
  readonly errors: readonly string[];
  /** Field name to its sentence. */
  readonly fields: Readonly<Record<string, string>>;
  readonly detail: string | undefined;
  /** False: `message` is a default, and a screen may show its own text instead. */
  readonly hasServerText: boolean;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.kind = init.kind;
    this.status = init.status;
    this.code = init.code;
    this.errors = init.errors ?? [];
    this.fields = init.fields ?? {};
    this.detail = init.detail;
    this.hasServerText = init.hasServerText ?? false;
  }
}

/** Does not exist, or no longer. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** A field that the form shows is wrong. */
export function namesField(error: unknown): boolean {
  return error instanceof ApiError && Object.keys(error.fields).length > 0;
}

/** Visitors of the open demo neither change anything nor see everything. */
export function isDemoOnly(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'demo_only';
}

/**
 * It is unknown whether the server processed the request: there was no readable answer, or a
 * proxy's own page while the request may have passed.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.kind === 'network' || error.kind === 'format') return true;
  return error.status >= 500 && !error.hasServerText;
}

/** Reads a failed answer: errors, then message, then error. */
export function failureOf(
  body: unknown,
  kind: 'http' | 'refused',
  status: number,
  fallback: string,
): ApiError {
  const source: Record<string, unknown> = isRecord(body) ? body : {};
  const errors = Array.isArray(source['errors']) ? source['errors'].filter(isText) : [];
  const message = [errors.join(', '), source['message'], source['error']].find(isText);
  return new ApiError({
    kind,
    status,
    message: message ?? fallback,
    code: isText(source['code']) ? source['code'] : undefined,
    errors,
    fields: textsOf(source['fields']),
    hasServerText: message !== undefined,
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function textsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => isText(entry[1])),
  );
}
