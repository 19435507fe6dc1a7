export type CsvValue = string | number | boolean | null | undefined;

/** A spreadsheet runs text that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r\n]/;

function csvCell(value: CsvValue): string {
  // A number cannot carry a formula, and -500 has to stay a number for sums to work.
  if (typeof value === 'number') return Number.isFinite(value) ? `"${value}"` : '""';
  const text = String(value ?? '');
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** RFC 4180 text: every value quoted, lines end in CRLF. */
export function toCsv(headers: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [headers, ...rows].map((row) => row.map(csvCell).join(',') + '\r\n').join('');
}

/** Saves the rows as a file. The byte-order mark makes Excel read it as UTF-8. */
export function downloadCsv(
  fileName: string,
  headers: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  const blob = new Blob(['\uFEFF', toCsv(headers, rows)], { type: 'text/csv;charset=utf-8' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari starts the download after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
