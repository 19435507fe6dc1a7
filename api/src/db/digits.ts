/** SQL: the digits of a phone number, however it was written when it was stored. */
export function digitsOf(column: string): string {
  return `regexp_replace(${column}, '\\D', '', 'g')`;
}
