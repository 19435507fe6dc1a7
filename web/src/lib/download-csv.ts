import { markedFileName } from './mode.ts';

export type CsvValue = string | number | boolean | null | undefined;

/** Spreadsheets run text that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r\n]/;

function csvCell(value: CsvValue): string {
  // A number cannot contain a formula, and -500 must stay a number for sums to work.
  if (typeof value === 'number') return Number.isFinite(value) ? `"${value}"` : '""';
  const text = String(value ?? '');
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** RFC 4180 text: every value quoted, lines end in CRLF. */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => row.map(csvCell).join(',') + '\r\n').join('');
}

export function toCsv(headers: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return csvLines([headers, ...rows]);
}

/** A file for spreadsheets. The byte-order mark makes Excel read it as UTF-8. */
export function csvFile(content: string | Blob): Blob {
  return new Blob(['\uFEFF', content], { type: 'text/csv;charset=utf-8' });
}

/** Saves the rows as a file. */
export function downloadCsv(
  fileName: string,
  headers: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  downloadFile(fileName, csvFile(toCsv(headers, rows)));
}

/** Saves a file from memory through the browser. */
export function downloadFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = markedFileName(fileName);
  document.body.append(link);
  link.click();
  link.remove();
  // Safari starts the download after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
