import { parseBalance } from '../payments/networks/amounts.ts';

const parts: Readonly<Record<string, string>> = {
  dd: '(?<day>\\d{1,2})',
  MM: '(?<month>\\d{1,2})',
  yyyy: '(?<year>\\d{4})',
  yy: '(?<year>\\d{2})',
  HH: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  a: '(?<half>[AaPp])[Mm]',
};
const tokens = /dd|MM|yyyy|yy|HH|mm|ss|a/g;

export function isDateFormat(format: string): boolean {
  const used: string[] = format.match(tokens) ?? [];
  const has = (token: string): boolean => used.includes(token);
  // Of a day alone the start is taken.
  const isWhole = has('dd') && has('MM') && (has('HH') ? has('mm') : !has('mm') && !has('ss'));
  const rest = format.replaceAll(tokens, '');
  return isWhole && /yy/.test(format) && /^[-/.: ,T]*$/.test(rest);
}

/** Uganda has no summer time. */
const aheadHours = 3;
const dayMs = 86_400_000;
const earliestMs = Date.UTC(2010, 0, 1);

/** Reads moments in Ugandan time: milliseconds, or a sentence why there is none. */
export function createDateReader(formats: readonly string[]): (text: string) => number | string {
  const patterns = formats.map((format) => {
    const pattern = format.replaceAll(tokens, (token) => parts[token] ?? token);
    return new RegExp(`^${pattern.replaceAll(/ +/g, '\\s*')}$`);
  });
  const read = (text: string): number | string => {
    for (const pattern of patterns) {
      const groups = pattern.exec(text)?.groups;
      if (groups) return momentOf(groups, text);
    }
    return `"${text.slice(0, 40)}" is no date like ${formats[0]}`;
  };
  return rememberingLast(read);
}

/** Many lines in a row say the same: the minute, and the own wallet. */
function rememberingLast<T>(read: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) };
    return last.value;
  };
}

/** By numbers: it runs for every line, and a text to parse would take most of the time of reading one. */
function momentOf(groups: Readonly<Record<string, string>>, text: string): number | string {
  const number = (name: string): number => Number(groups[name] ?? 0);
  const year = number('year') + (groups['year']?.length === 2 ? 2000 : 0);
  const [month, day, hour] = [number('month') - 1, number('day'), hourOf(groups)];
  const [minute, second] = [number('minute'), number('second')];
  const midnight = new Date(Date.UTC(year, month, day));
  // JavaScript takes 31 February as 3 March, and 25:00 as the next day.
  const isReal =
    midnight.getUTCMonth() === month &&
    midnight.getUTCDate() === day &&
    Math.max(minute, second) < 60 &&
    hour < 24;
  if (!isReal) return `"${text.slice(0, 40)}" is no date that exists`;
  const at = midnight.getTime() + ((hour - aheadHours) * 3600 + minute * 60 + second) * 1000;
  if (at > Date.now() + dayMs) return `"${text.slice(0, 40)}" is in the future`;
  return at < earliestMs ? `"${text.slice(0, 40)}" is before mobile money` : at;
}

/** 12 AM is midnight. 13:05 PM, which some statements have, is 13:05. */
function hourOf({ hour = '0', half }: Readonly<Record<string, string>>): number {
  const number = Number(hour);
  if (half === undefined || number > 12) return number;
  return (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

export interface Signed {
  readonly hundredths: bigint;
  readonly isNegative: boolean;
}

/**
 * 2,000 or -2000.00 or UGX 2,000; null if it is not that. In 2.000 the dot may stand between thousands: it is no amount,
 * rather than a thousandth of one.
 */
export function readAmount(text: string): Signed | null {
  const whole = wholeOf(text);
  if (whole !== null) return { hundredths: BigInt(whole * 100), isNegative: false };
  if (/\.\d{3}/.test(text)) return null;
  const match = /^(?:UGX)?\s*([+-]?)\s*(?:UGX)?\s*([\d.,]+)\s*(?:UGX)?$/i.exec(text);
  const hundredths = match ? parseBalance(match[2] ?? '') : null;
  return hundredths === null ? null : { hundredths, isNegative: match?.[1] === '-' };
}

const [zero, nine, comma] = [48, 57, 44];

/** Of most amounts: digits, perhaps with commas between the thousands. Null if it is anything else. */
function wholeOf(text: string): number | null {
  // So that its hundredths are exact.
  if (text.length > 16) return null;
  let [value, digits, isGrouped] = [0, 0, false];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === comma) {
      if (isGrouped ? digits !== 3 : digits < 1 || digits > 3) return null;
      [digits, isGrouped] = [0, true];
    } else if (code >= zero && code <= nine) {
      value = value * 10 + code - zero;
      digits++;
    } else {
      return null;
    }
  }
  const isWhole = isGrouped ? digits === 3 : digits > 0;
  return isWhole && value <= mostWhole ? value : null;
}

const mostWhole = Math.floor(Number.MAX_SAFE_INTEGER / 100);

/** A side of a payment: FRI:2567.../MSISDN is a phone, FRI:.../MM a wallet and never one. */
export type Party =
  | { readonly is: 'phone'; readonly phone: string }
  | { readonly is: 'wallet'; readonly id: string }
  | { readonly is: 'nobody' };

/** Of one column. */
export const createPartyReader = (): ((text: string) => Party) => rememberingLast(readParty);

function readParty(text: string): Party {
  if (text === '') return { is: 'nobody' };
  const [, id = text, type = ''] = /^(?:FRI:)?([^/]*)(?:\/(\w+))?$/i.exec(text) ?? [];
  const isWallet = type !== '' && type.toUpperCase() !== 'MSISDN';
  const phone = isWallet ? null : phoneOf(id);
  return phone ? { is: 'phone', phone } : { is: 'wallet', id };
}

const mobile = /^(?:\+?256|0)?(7\d{8})$/;

/** With 256 in front; null if it is no mobile number of Uganda. */
export function phoneOf(text: string): string | null {
  const match = mobile.exec(text) ?? mobile.exec(text.replaceAll(/[\s-]/g, ''));
  return match ? `256${match[1]}` : null;
}

/** The first number in a text. */
export function phoneInText(text: string): string | null {
  const match = /(?<!\d)(?:\+?256|0)?(7\d{8})(?!\d)/.exec(text);
  return match ? `256${match[1]}` : null;
}
