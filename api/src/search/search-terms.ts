import { lastDigits, phoneDigits, phoneOf } from '@sente/contract/phone';
import { shortIdLength, shortIdRange } from '../db/short-id.ts';
import { phoneRunOf, reversed } from './phone-runs.ts';
import { spellingsOf } from './reference-spellings.ts';

/** A range of texts or ids, both ends included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Digits from anywhere in a phone number. */
interface PhoneRun {
  readonly digits: string;
  /** Of the numbers that contain them, and of these read backwards. */
  readonly forwards: readonly Range[];
  readonly backwards: readonly Range[];
}

/** What a typed text may be. Each part that is null cannot be it. */
export interface SearchTerms {
  readonly text: string;
  /** Ids that begin with it, in the long or the short form, or that the number of a receipt is made of. */
  readonly ids: Range | null;
  /** It has the R of a receipt's number before it, or is such a number without it. */
  readonly receipt: 'named' | 'possible' | null;
  /** A whole phone number, as payments store it. */
  readonly phone: string | null;
  /** Phone numbers that begin with it. */
  readonly phoneStart: Range | null;
  /** Phone numbers that end with it, read backwards. */
  readonly phoneEnd: Range | null;
  /** Phone numbers that contain it. */
  readonly phoneRun: PhoneRun | null;
  /** In hundredths of UGX. */
  readonly amount: string | null;
  /** References that begin with it, also in capitals and small letters, and with or without the network. */
  readonly references: readonly Range[];
}

export function searchTermsOf(text: string): SearchTerms {
  const phone = phoneOf(text)?.slice(1) ?? null;
  const start = phone === null ? phoneStartOf(text) : null;
  const end = phone === null ? lastDigits(text) : null;
  const run = phoneRunOf(text);
  return {
    text,
    ...idsOf(text),
    phone,
    phoneStart: start === null ? null : beginningWith(start),
    phoneEnd: end === null ? null : beginningWith(reversed(end)),
    phoneRun: run && {
      digits: run.digits,
      forwards: run.forwards.map(beginningWith),
      backwards: run.backwards.map(beginningWith),
    },
    amount: amountOf(text),
    references: text.length < minReference ? [] : spellingsOf(text).map(beginningWith),
  };
}

/** Shorter texts are more likely the beginning of a word or a number. */
const minIdLength = 6;
const idDigits = 32;
const idStart = /^[0-9a-f]+(?:-[0-9a-f]+)*-?$/i;

/** Null if the text cannot be the beginning of an id. */
export function idRangeOf(text: string): Range | null {
  if (!idStart.test(text)) return null;
  const digits = text.replaceAll('-', '').toLowerCase();
  if (digits.length < minIdLength || digits.length > idDigits) return null;
  return { from: digits.padEnd(idDigits, '0'), to: digits.padEnd(idDigits, 'f') };
}

/** "R-01M7V7FXZ2EY5B26KX4MF8GVF6", as `receiptNumber` writes it. */
const receiptMark = /^r[\s-]*/i;

function idsOf(text: string): Pick<SearchTerms, 'ids' | 'receipt'> {
  const short = shortIdRange(text, minIdLength);
  const ids = idRangeOf(text) ?? short;
  if (ids !== null) {
    const isWhole = short !== null && text.length === shortIdLength;
    return { ids, receipt: isWhole ? 'possible' : null };
  }
  const ofReceipt = receiptMark.test(text)
    ? shortIdRange(text.replace(receiptMark, ''), minIdLength)
    : null;
  return { ids: ofReceipt, receipt: ofReceipt && 'named' };
}

const minReference = 3;
/** The last character of all in byte order. */
const lastCharacter = '\u{10FFFF}';

function beginningWith(text: string): Range {
  return { from: text, to: `${text}${lastCharacter}` };
}

/** Numbers are stored with their country code, and people leave it out. */
function phoneStartOf(text: string): string | null {
  if (!/^(?:\+|0|256)/.test(text)) return null;
  const digits = phoneDigits(text);
  return digits === null ? null : `256${digits}`;
}

/** 450000, 450,000 and UGX 450 000.50 */
const writtenAmount =
  /^(?:ugx|shs?\.?)?\s*([1-9]\d{0,2}(?:[, ]\d{3})+|[1-9]\d{0,13})(?:\.(\d{1,2}))?$/i;

function amountOf(text: string): string | null {
  const [, whole, part = ''] = writtenAmount.exec(text) ?? [];
  if (whole === undefined) return null;
  return `${whole.replaceAll(/[, ]/g, '')}${part.padEnd(2, '0')}`;
}
