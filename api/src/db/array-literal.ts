type Plain = string | number | bigint | undefined;

/**
 * A PostgreSQL array of values that need no quotes: ids, numbers, dates, our own constants.
 * Undefined becomes null. Several times faster than the driver's conversion.
 */
export function plainArray(values: readonly Plain[]): string {
  let text = '';
  for (const value of values) text += `,${value ?? 'NULL'}`;
  return `{${text.slice(1)}}`;
}

export function textArray(values: readonly (string | null | undefined)[]): string {
  let text = '';
  for (const value of values) text += value == null ? ',NULL' : `,${quoted(value)}`;
  return `{${text.slice(1)}}`;
}

const special = /["\\]/;

function quoted(text: string): string {
  return special.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
