/** One line of a CSV file, every value quoted. */
export function csvLine(values: readonly string[]): string {
  return `${values.map((value) => `"${harmless(value).replaceAll('"', '""')}"`).join()}\r\n`;
}

/** Spreadsheets run text that begins with one of these characters as a formula. */
function harmless(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
