/* Without the schema library: pages that only show numbers do not load it. */

/** Digits in groups; any other character is no phone number. */
const written = /^\+?[\d\s().-]+$/;
/** Nine digits after the country code or the trunk prefix 0, whichever people write. */
const ugandan = /^(?:256)?0?([2-9]\d{8})$/;
/** E.164: a country code and the number, 15 digits at most. */
const foreign = /^[1-9]\d{6,14}$/;

export const phoneMessage = 'Please enter a valid phone number';
export const phoneExample = '+256 772 123456';

/**
 * The form in which numbers are stored: 0772 123 456, 256772123456 and +256 772 123456 are all
 * +256772123456. A number of another country needs its plus. Null for what is no phone number.
 */
export function phoneOf(typed: string): string | null {
  const text = typed.trim();
  if (!written.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  const isInternational = text.startsWith('+') || digits.startsWith('00');
  const whole = digits.replace(/^00/, '');
  const national = ugandan.exec(whole)?.[1];
  if (national !== undefined && (!isInternational || whole.startsWith('256'))) {
    return `+256${national}`;
  }
  const isForeign = isInternational && !whole.startsWith('256') && foreign.test(whole);
  return isForeign ? `+${whole}` : null;
}

/** As people read it: +256 772 123456. What is no phone number is shown as it is. */
export function phoneText(stored: string): string {
  return (phoneOf(stored) ?? stored).replace(/^\+256(\d{3})(\d{6})$/, '+256 $1 $2');
}

/** As `phoneOf`, but a number from before these rules stays as it is until somebody changes it. */
export function changedPhone(typed: string, before: string | null): string | null {
  return typed.trim() === before ? before : phoneOf(typed);
}

/** What people quote of a number: its last digits, with their zeros, at least three. */
export function lastDigits(search: string): string | null {
  const digits = search.replaceAll(/[\s().-]/g, '');
  return /^\d{3,11}$/.test(digits) ? digits : null;
}

/**
 * The digits that every way of writing a number has in common, for a search in stored ones: "0772 12"
 * and "+256 77212" become 77212. Null if the text cannot be a part of a number.
 */
export function phoneDigits(search: string): string | null {
  const text = search.trim();
  if (!written.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^(?:00)?256|^0+/, '');
  return digits.length < 3 ? null : digits;
}
