const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const idLength = 26;

const partOfShortId = /^[0-9A-HJKMNP-TV-Z]{1,26}$/i;
/** Seven digits in a row are treated as a phone number: only one id in a thousand has as many. */
const phoneNumber = /^\d{7,}$/;
/** With fewer letters nearly every id would match. */
const leastLettersForDigits = 3;

/** How to search a part of a short id among ids that are stored as UUIDs. */
export interface ShortIdSearch {
  /**
   * Hexadecimal digits, at least one of which occurs in every matching id; null if there are too
   * few.
   */
  readonly digits: readonly string[] | null;
}

/** Null if the text cannot be part of a short id. */
export function shortIdSearchOf(text: string): ShortIdSearch | null {
  if (!partOfShortId.test(text) || phoneNumber.test(text)) return null;
  if (text.length < leastLettersForDigits) return { digits: null };
  const bits = Array.from(text.toUpperCase())
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  // A letter has five bits and a hexadecimal digit four, so the text may begin at any bit of a
  // digit.
  return { digits: [0, 1, 2, 3].map((skipped) => wholeDigits(bits.slice(skipped))) };
}

function wholeDigits(bits: string): string {
  const groups = bits.match(/.{4}/g) ?? [];
  return groups.map((group) => Number.parseInt(group, 2).toString(16)).join('');
}

/**
 * The short id in SQL: five bits per letter, three for the first, as in db/short-id.ts. It takes 5
 * µs, so the digits have to exclude most of a million rows first.
 */
export function shortIdSql(id: string): string {
  const letters = Array.from({ length: idLength }, (_, index) => {
    const lastBit = 127 - 5 * (idLength - 1 - index);
    const byte = lastBit >> 3;
    const low = `get_byte(uuid_send(${id}), ${byte})`;
    const both = byte > 0 ? `(get_byte(uuid_send(${id}), ${byte - 1}) << 8 | ${low})` : low;
    return `substr('${alphabet}', ((${both} >> ${7 - (lastBit & 7)}) & 31) + 1, 1)`;
  });
  return `(${letters.join(' || ')})`;
}
