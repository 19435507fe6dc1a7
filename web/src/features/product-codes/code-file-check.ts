import {
  doubtTexts,
  emptyFileMessage,
  readCodeFileInSteps,
  type CodeFile,
} from '@sente/contract/code-file';
import { productCodes } from '@sente/contract/product-codes';
import { columnInSteps, columnsIn, type ColumnChoice, type FileColumns } from './file-columns.ts';
import { formatBytes } from '../../lib/format-bytes.ts';

/** The result of checking a file before it is sent. */
export type CodeFileCheck = {
  /** If the file has several; one of them can be sent instead of the file. */
  readonly columns?: FileColumns | undefined;
} & (
  | {
      readonly isGood: true;
      readonly codeCount: number;
      /** A sentence for each line that looks like a title or a formula: it would be sold as well. */
      readonly doubts: readonly string[];
      readonly content: Blob;
    }
  | { readonly isGood: false; readonly message: string; readonly errors: readonly string[] }
);

export const noFileMessage = 'Please select a CSV file';

/** The base64 text must fit into a request with the other fields. */
export const maxFileBytes = Math.floor(((productCodes.upload.bodyLimitBytes - 1_024) * 3) / 4);

/** With the server's rules. The page stays responsive for any file size. */
export async function checkCodeFile(file: File): Promise<CodeFileCheck> {
  if (!isCsv(file)) return refused(noFileMessage);
  if (file.size > maxFileBytes) {
    return refused(`CSV file is too large: it can have at most ${formatBytes(maxFileBytes)}`);
  }
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return refused('Failed to read file');
  const text = decoded(bytes);
  if (text === null) return refused('Failed to parse CSV file');
  // The checked content is sent, even if the file on disk changes.
  const check = toCheck(await inSlices(readCodeFileInSteps(text)), new Blob([bytes]));
  return check.isGood ? check : { ...check, columns: columnsIn(text) };
}

/** The same for one column of a file that has several. */
export async function checkColumn(
  columns: FileColumns,
  choice: ColumnChoice,
): Promise<CodeFileCheck> {
  const { text, errors } = await inSlices(columnInSteps(columns, choice));
  if (errors.length > 0) return { ...refused('CSV validation failed', errors), columns };
  const read = await inSlices(readCodeFileInSteps(text));
  return { ...toCheck(read, new Blob([text])), columns };
}

function toCheck(read: CodeFile, content: Blob): CodeFileCheck {
  const { codes, errors } = read;
  if (codes.length === 0 && errors[0] === emptyFileMessage) return refused(emptyFileMessage);
  if (errors.length > 0) return refused('CSV validation failed', errors);
  return { isGood: true, codeCount: codes.length, doubts: doubtTexts(read), content };
}

function refused(message: string, errors: readonly string[] = []): CodeFileCheck {
  return { isGood: false, message, errors };
}

/** Windows reports another type for .csv when a spreadsheet is installed. */
function isCsv({ type, name }: File): boolean {
  return /\bcsv\b/i.test(type) || /\.csv$/i.test(name);
}

/** Null if it is no text. */
function decoded(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Too short to notice (100,000 codes take 0.3 s on a desktop, more on a phone). */
const sliceMs = 12;

async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (let since = performance.now(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}

/** The browser does this off the main thread. Without the prefix of a data URL. */
export function toBase64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(content);
  });
}

/** The total, including errors that the list only counts in its last line. */
export function countErrors(errors: readonly string[]): number {
  const more = /^and ([\d,]+) more$/.exec(errors.at(-1) ?? '')?.[1];
  return more === undefined ? errors.length : errors.length - 1 + Number(more.replaceAll(',', ''));
}
