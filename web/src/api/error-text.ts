import { ApiError, unexplained } from './api-error.ts';

/*
 * Ways to put a failed call into words, each used where a screen asks for it. `fallback` is
 * the screen's own text for a failure that says nothing itself.
 */

/** Everywhere unless a screen says otherwise: all entries in one sentence, else the message. */
export function joinedErrors(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.kind === 'refused' && !error.hasServerText ? fallback : error.message;
}

/** Sign-in: the first entry, else the message. An HTTP status says nothing to a person here. */
export function firstError(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.errors[0] !== undefined) return error.errors[0];
  return isSilent(error) ? fallback : error.message;
}

/** Company forms on HTTP 400: each entry by itself, else the message. */
export function eachError(error: unknown, fallback: string): readonly string[] {
  if (!(error instanceof ApiError)) return [fallback];
  if (error.errors.length > 0) return error.errors;
  return [isSilent(error) ? fallback : error.message];
}

/** Screens with a text of their own for every failure: what the answer says, else that text. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  // A list's reader has put its own words in place of these ("Failed to fetch ..."); they stay.
  const isNamed = error.kind === 'refused' && error.message !== unexplained;
  return isSilent(error) && !isNamed ? fallback : error.message;
}

/** In panels, which have room for it: the text and, of a lost connection, what that means. */
export function errorSentences(error: unknown, fallback: string): string {
  const detail = error instanceof ApiError ? error.detail : undefined;
  return [errorText(error, fallback), detail].filter(Boolean).join('. ');
}

function isSilent(error: ApiError): boolean {
  return !error.hasServerText && (error.kind === 'http' || error.kind === 'refused');
}
