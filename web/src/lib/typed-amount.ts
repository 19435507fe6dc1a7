/** Digits, in groups of three or not at all: in 1,5 the comma could mean anything. */
const amountShape = /^-?(?:\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.\d+)?$/;

/** What was typed as a number; NaN for nothing and for what is no amount. */
export function readAmount(typed: string): number {
  const text = typed.trim();
  return amountShape.test(text) ? Number(text.replace(/[,\s]/g, '')) : Number.NaN;
}

/** For the contract's rules: what is typed but no number stays a text, which they have a message for. */
export function amountToCheck(typed: string): number | string {
  const amount = readAmount(typed);
  return Number.isNaN(amount) && typed.trim() !== '' ? typed : amount;
}
