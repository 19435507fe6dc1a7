/** Digits, optionally in groups of three: in 1,5 the comma would be ambiguous. */
const amountShape = /^-?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.\d+)?$/;

/** The typed number; NaN for empty or invalid text. */
export function readAmount(typed: string): number {
  const text = typed.trim();
  return amountShape.test(text) ? Number(text.replace(/[,\s]/g, '')) : Number.NaN;
}

/** For the contract's rules: invalid text stays a string, for which they have a message. */
export function amountToCheck(typed: string): number | string {
  const amount = readAmount(typed);
  return Number.isNaN(amount) && typed.trim() !== '' ? typed : amount;
}
