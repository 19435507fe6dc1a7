/** One line of a CSV file, every value quoted. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => `"${harmless(value).replaceAll('"', '""')}"`).join()}\r\n`;
}

/** Spreadsheets run text that begins with one of these characters as a formula. A number is none. */
function harmless(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
}
