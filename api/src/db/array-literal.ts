type Plain = string | number | bigint | undefined;

/**
 * A PostgreSQL array of values that need no quotes: ids, numbers, dates, our own constants.
 * Undefined becomes null. Several times faster than the driver's conversion.
 */
export function plainArray(values: readonly Plain[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}

export function textArray(values: readonly (string | null | undefined)[]): string {
  return `{${values.map((value) => (value == null ? 'NULL' : quoted(value))).join()}}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
