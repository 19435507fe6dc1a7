import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import type { requestFields } from './request-values.ts';

type FieldName = (typeof requestFields)[number];

/** Refusals that are about one field although the answer names none. */
const fieldOfCode: Partial<Record<string, FieldName>> = {
  insufficient_funds: 'amount',
  account_inactive: 'accountId',
  network_unavailable: 'network',
};

/** The same error with the field that it is about. */
export function withField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code === undefined) return error;
  const field = fieldOfCode[error.code];
  if (!field || error.fields[field] !== undefined) return error;
  const { kind, status, code, errors, detail, hasServerText, message } = error;
  const fields = { ...error.fields, [field]: message };
  return new ApiError({ kind, status, code, errors, detail, hasServerText, message, fields });
}

/** The first try came through, and then something was changed in the form. */
export function wasFiledBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused';
}

/** For the foot of the form; null where the fields tell it all. */
export function requestFailureText(
  error: unknown,
  shownFields: readonly FieldName[],
): string | null {
  if (error instanceof ApiError && shownFields.some((name) => error.fields[name] !== undefined)) {
    return null;
  }
  return errorText(error, 'The request could not be filed');
}
