import { ApiError } from './api-error.ts';
import { csvFile, csvLines, type CsvValue } from '../lib/download-csv.ts';

/** More rows slow a spreadsheet down; a shorter range or a search covers the others. */
export const maxExportedRows = 100_000;

export interface ExportPage<Row> {
  readonly rows: readonly Row[];
  /** Over all pages; null if counting was capped. */
  readonly total: number | null;
  /** The cursor of the next page; null on the last one. */
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
  /** Null if unknown. */
  readonly total: number | null;
}

export interface ExportedFile extends ExportProgress {
  readonly content: Blob;
  /** There are more rows than one file may have. */
  readonly isCut: boolean;
}

/** Exports all rows of a list into one file, page by page. Throws if a page fails. */
export async function exportCsv<Row>(
  { fetchPage, columns }: ExportedList<Row>,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  // Text instead of rows, which would take many times the memory for a hundred thousand.
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

/** A short loss of connection must not discard the pages loaded so far. */
async function retryOnce<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError && error.kind === 'network')) throw error;
    return ask();
  }
}
