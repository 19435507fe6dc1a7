import { ApiError, unexplained } from './api-error.ts';

/*
 * Texts for a failed call, chosen by the screen. `fallback` is the screen's own text for a failure
 * without an explanation.
 */

/** The default: all entries in one sentence, otherwise the message. */
export function joinedErrors(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.kind === 'refused' && !error.hasServerText ? fallback : error.message;
}

/** Sign-in: the first entry, otherwise the message. An HTTP status does not help a user here. */
export function firstError(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.errors[0] !== undefined) return error.errors[0];
  return isSilent(error) ? fallback : error.message;
}

/** Company forms on HTTP 400: each entry separately, otherwise the message. */
export function eachError(error: unknown, fallback: string): readonly string[] {
  if (!(error instanceof ApiError)) return [fallback];
  if (error.errors.length > 0) return error.errors;
  return [isSilent(error) ? fallback : error.message];
}

/**
 * For screens with their own text for every failure: the text of the answer, otherwise that text.
 */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  // A list has already replaced these with its own text ("Failed to fetch ..."); it stays.
  const isNamed = error.kind === 'refused' && error.message !== unexplained;
  return isSilent(error) && !isNamed ? fallback : error.message;
}

/** For panels, which have room: the text and, for a lost connection, what it means. */
export function errorSentences(error: unknown, fallback: string): string {
  const detail = error instanceof ApiError ? error.detail : undefined;
  return [errorText(error, fallback), detail].filter(Boolean).join('. ');
}

function isSilent(error: ApiError): boolean {
  return !error.hasServerText && (error.kind === 'http' || error.kind === 'refused');
}
