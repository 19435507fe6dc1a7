/** The range of ids that begin with a text, both ends included. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/** Shorter texts are more likely the beginning of a word or a number. */
const minDigits = 6;
const idDigits = 32;
const idStart = /^[0-9a-f]+(?:-[0-9a-f]+)*-?$/i;

/** Null if the text cannot be the beginning of an id. */
export function idRangeOf(text: string): IdRange | null {
  if (!idStart.test(text)) return null;
  const digits = text.replaceAll('-', '').toLowerCase();
  if (digits.length < minDigits || digits.length > idDigits) return null;
  return { from: digits.padEnd(idDigits, '0'), to: digits.padEnd(idDigits, 'f') };
}
