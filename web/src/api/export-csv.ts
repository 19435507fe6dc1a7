import { ApiError } from './api-error.ts';
import { csvFile, csvLines, type CsvValue } from '../lib/download-csv.ts';

/** More than a spreadsheet is pleasant with; a shorter time or a search has the others. */
export const maxExportedRows = 100_000;

export interface ExportPage<Row> {
  readonly rows: readonly Row[];
  /** Of all pages; null: there are more than were counted. */
  readonly total: number | null;
  /** What to ask for next; null on the last one. */
  readonly nextAfter: string | null;
}

export interface ExportedList<Row> {
  readonly fileName: string;
  readonly fetchPage: (after: string | null, signal: AbortSignal) => Promise<ExportPage<Row>>;
  readonly columns: readonly ExportColumn<Row>[];
}

export type ExportColumn<Row> = readonly [header: string, valueOf: (row: Row) => CsvValue];

export interface ExportProgress {
  readonly rows: number;
  /** Null: not known. */
  readonly total: number | null;
}

export interface ExportedFile extends ExportProgress {
  readonly content: Blob;
  /** There are more rows than one file may have. */
  readonly isCut: boolean;
}

/** All rows of a list as one file, fetched page by page. Throws when a page fails. */
export async function exportCsv<Row>(
  { fetchPage, columns }: ExportedList<Row>,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  // Text and not rows: a hundred thousand of those would be many times as large.
  const pieces = [csvLines([columns.map(([header]) => header)])];
  let rows = 0;
  let after: string | null = null;
  for (;;) {
    const page: ExportPage<Row> = await retryOnce(() => fetchPage(after, signal), signal);
    const fitting = page.rows.slice(0, maxExportedRows - rows);
    pieces.push(csvLines(fitting.map((row) => columns.map(([, valueOf]) => valueOf(row)))));
    rows += fitting.length;
    const { total, nextAfter } = page;
    onProgress({ rows, total });
    const hasMore = nextAfter !== null && page.rows.length > 0;
    const isFull = rows >= maxExportedRows;
    if (!hasMore || isFull) {
      const isCut = isFull && (hasMore || fitting.length < page.rows.length);
      return { content: csvFile(new Blob(pieces)), rows, total, isCut };
    }
    after = nextAfter;
  }
}

/** A connection that is lost for a moment must not cost all that has come already. */
async function retryOnce<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError && error.kind === 'network')) throw error;
    return ask();
  }
}
