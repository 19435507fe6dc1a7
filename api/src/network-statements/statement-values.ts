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
const ahead = '+03:00';
const dayMs = 86_400_000;
const earliestMs = Date.UTC(2010, 0, 1);

/** Reads moments in Ugandan time: milliseconds, or a sentence why there is none. */
export function createDateReader(formats: readonly string[]): (text: string) => number | string {
  const patterns = formats.map((format) => {
    const pattern = format.replaceAll(tokens, (token) => parts[token] ?? token);
    return new RegExp(`^${pattern.replaceAll(/ +/g, '\\s*')}$`);
  });
  return (text) => {
    for (const pattern of patterns) {
      const groups = pattern.exec(text)?.groups;
      if (groups) return momentOf(groups, text);
    }
    return `"${text.slice(0, 40)}" is no date like ${formats[0]}`;
  };
}

function momentOf(groups: Readonly<Record<string, string>>, text: string): number | string {
  const two = (name: string): string => (groups[name] ?? '0').padStart(2, '0');
  const year = groups['year']?.length === 2 ? `20${groups['year']}` : groups['year'];
  const day = `${year}-${two('month')}-${two('day')}`;
  const at = Date.parse(`${day}T${hourOf(groups)}:${two('minute')}:${two('second')}${ahead}`);
  // The parser of JavaScript takes 31 February as 3 March.
  const isReal = new Date(at + 3 * 3_600_000).toJSON()?.startsWith(day);
  if (!isReal) return `"${text.slice(0, 40)}" is no date that exists`;
  if (at > Date.now() + dayMs) return `"${text.slice(0, 40)}" is in the future`;
  return at < earliestMs ? `"${text.slice(0, 40)}" is before mobile money` : at;
}

/** 12 AM is midnight. 13:05 PM, which some statements have, is 13:05. */
function hourOf({ hour = '0', half }: Readonly<Record<string, string>>): string {
  const number = Number(hour);
  const isLate = half?.toLowerCase() === 'p';
  if (half === undefined || number > 12) return hour.padStart(2, '0');
  return String((number % 12) + (isLate ? 12 : 0)).padStart(2, '0');
}

export interface Signed {
  readonly hundredths: bigint;
  readonly isNegative: boolean;
}

/** 2,000 or -2000.00 or UGX 2,000; null if it is not that. */
export function readAmount(text: string): Signed | null {
  const match = /^(?:UGX)?\s*([+-]?)\s*(?:UGX)?\s*([\d.,]+)\s*(?:UGX)?$/i.exec(text);
  const hundredths = match ? parseBalance(match[2] ?? '') : null;
  return hundredths === null ? null : { hundredths, isNegative: match?.[1] === '-' };
}

/** A side of a payment: FRI:2567.../MSISDN is a phone, FRI:.../MM a wallet and never one. */
export type Party =
  | { readonly is: 'phone'; readonly phone: string }
  | { readonly is: 'wallet'; readonly id: string }
  | { readonly is: 'nobody' };

export function readParty(text: string): Party {
  if (text === '') return { is: 'nobody' };
  const [, id = text, type = ''] = /^(?:FRI:)?([^/]*)(?:\/(\w+))?$/i.exec(text) ?? [];
  const isWallet = type !== '' && type.toUpperCase() !== 'MSISDN';
  const phone = isWallet ? null : phoneOf(id);
  return phone ? { is: 'phone', phone } : { is: 'wallet', id };
}

/** With 256 in front; null if it is no mobile number of Uganda. */
export function phoneOf(text: string): string | null {
  const match = /^(?:\+?256|0)?(7\d{8})$/.exec(text.replaceAll(/[\s-]/g, ''));
  return match ? `256${match[1]}` : null;
}

/** The first number in a text. */
export function phoneInText(text: string): string | null {
  const match = /(?<!\d)(?:\+?256|0)?(7\d{8})(?!\d)/.exec(text);
  return match ? `256${match[1]}` : null;
}
