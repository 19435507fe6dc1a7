import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { unexpectedFormat } from './read-account.ts';

interface FailureTexts {
  /** The server said no and not why. */
  readonly refused: string;
  /** There was no answer, or none that could be read. */
  readonly thrown: string;
}

export const createFailure: FailureTexts = {
  refused: 'Failed to create account',
  thrown: 'An error occurred while creating the account',
};
export const updateFailure: FailureTexts = {
  refused: 'Failed to update account',
  thrown: 'An error occurred while updating the account',
};

/** What an account form says when saving failed. */
export function saveFailureText(error: unknown, texts: FailureTexts): string {
  if (!(error instanceof ApiError)) return texts.thrown;
  if (error.kind !== 'network' && error.kind !== 'format') return errorText(error, texts.refused);
  return error.message === unexpectedFormat ? unexpectedFormat : texts.thrown;
}
