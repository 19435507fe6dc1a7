import { emptyFileMessage, readCodeFile, type CodeFile } from '@sente/contract/code-file';
import { AppError, invalidField } from '../http/app-error.ts';

/** Returns the codes of an uploaded file, or throws an AppError that explains the errors. */
export function readUploadedFile(base64: string): CodeFile {
  const file = readCodeFile(decode(base64));
  if (file.errors.length === 0) return file;
  if (file.codes.length === 0 && file.errors[0] === emptyFileMessage) {
    throw invalidField('base64CsvFile', emptyFileMessage);
  }
  throw new AppError('validation_failed', {
    message: 'CSV validation failed',
    errors: file.errors,
  });
}

const foreignToBase64 = /[^A-Za-z0-9+/]/;
const notBase64 = 'The CSV file must be sent as base64';

/** Checks for invalid characters, which Node's decoder silently skips. */
function decode(base64: string): string {
  const digits = base64.replace(/={1,2}$/, '');
  if (base64.length % 4 !== 0 || foreignToBase64.test(digits)) {
    throw invalidField('base64CsvFile', notBase64);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw invalidField('base64CsvFile', 'The CSV file must be text in UTF-8');
  }
}
