/**
 * The short form of a UUID: 26 letters and digits of Crockford's base 32. Companies and the networks
 * know a payment by it, since some of them accept no dashes.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const shortIdLength = 26;
const shortForm = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function toShortId(uuid: string): string {
  if (!uuidForm.test(uuid)) throw new RangeError('Not a UUID');
  const digits = BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(shortIdLength, '0');
  let text = '';
  for (const digit of digits) text += alphabet.charAt(parseInt(digit, 32));
  return text;
}

/** Null if the text is no short id. */
export function fromShortId(text: string): string | null {
  const upper = text.toUpperCase();
  if (!shortForm.test(upper)) return null;
  let value = 0n;
  for (const letter of upper) value = (value << 5n) | BigInt(alphabet.indexOf(letter));
  const hex = value.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The ids whose short form begins with a text of at least `minLength`; null if none can. */
export function shortIdRange(
  text: string,
  minLength: number,
): { readonly from: string; readonly to: string } | null {
  if (text.length < minLength || text.length > shortIdLength) return null;
  const from = fromShortId(text.padEnd(shortIdLength, '0'));
  const to = fromShortId(text.padEnd(shortIdLength, 'Z'));
  return from === null || to === null ? null : { from, to };
}
