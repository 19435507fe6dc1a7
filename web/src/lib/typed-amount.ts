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

/** The digits in groups of three, and where the caret then is. What is no plain number stays as it is. */
export function groupDigits(typed: string, caret: number): { text: string; caret: number } {
  const plain = typed.replace(/[,\s]/g, '');
  const [whole = '', ...fraction] = plain.split('.');
  if (!/^\d*(?:\.\d*)?$/.test(plain)) return { text: typed, caret };
  const text = [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
  let left = typed.slice(0, caret).replace(/[,\s]/g, '').length;
  let at = 0;
  while (left > 0) if (text[at++] !== ',') left--;
  return { text, caret: at };
}
