const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const idLength = 26;

const partOfShortId = /^[0-9A-HJKMNP-TV-Z]{1,26}$/i;
/** Seven figures in a row are a phone number: one id in a thousand has as many. */
const phoneNumber = /^\d{7,}$/;
/** Of fewer letters nearly every id has the digits that they stand for. */
const leastLettersForDigits = 3;

/** How a part of a transaction id is looked for among ids that are stored as UUIDs. */
export interface ShortIdSearch {
  /** Hexadecimal digits, one of which every id that matches has; null: too few to tell. */
  readonly digits: readonly string[] | null;
}

/** Null when the text cannot be part of one. */
export function shortIdSearchOf(text: string): ShortIdSearch | null {
  if (!partOfShortId.test(text) || phoneNumber.test(text)) return null;
  if (text.length < leastLettersForDigits) return { digits: null };
  const bits = Array.from(text.toUpperCase())
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  // A letter has five bits and a digit four, so the text may begin at any bit of a digit.
  return { digits: [0, 1, 2, 3].map((skipped) => wholeDigits(bits.slice(skipped))) };
}

function wholeDigits(bits: string): string {
  const groups = bits.match(/.{4}/g) ?? [];
  return groups.map((group) => Number.parseInt(group, 2).toString(16)).join('');
}

/**
 * The short form of an id in SQL: each of its letters stands for five bits, the first for three, as
 * in payment-id.ts. It takes 5 µs, so that among a million the digits have to leave few.
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
