import type { MatchKind } from '@sente/contract/search';
import { textArray } from '../db/array-literal.ts';
import type { CreatedIds } from './created-ids.ts';
import type { Range, SearchTerms } from './search-terms.ts';

type Bind = (value: unknown) => string;

/** One row of a part: why it was found, and what. */
export function hit(match: MatchKind, id: { payment: string } | { transaction: string }): string {
  const payment = 'payment' in id ? id.payment : 'null::uuid';
  const transaction = 'transaction' in id ? id.transaction : 'null::uuid';
  return `select '${match}' as match, ${payment} as payment_id, ${transaction} as transaction_id`;
}

interface Facts {
  /** The parameter with the number of rows of each part. */
  readonly count: string;
  /** The most numbers, or payments with such a reference, that are read. */
  readonly most: number;
  /** Null: of all companies that the caller may see. */
  readonly companyId: string | null;
  /** Narrows them to those that were created within these ids. */
  readonly within?: CreatedIds & { readonly of: 'payments' | 'transactions' };
  /**
   * Of more references than are read, those of as many of the newest payments are found all the same: the
   * index is in the order of the references.
   */
  readonly newest?: number;
}

/**
 * How much of a fact the text is, the surest first: an amount before all that has the same figures. Of very many
 * with that amount some come after what is also the whole of a reference.
 */
const grades = [
  'id',
  'amount',
  'whole',
  'moreAmounts',
  'end',
  'net',
  'start',
  'part',
  'word',
] as const;
type Grade = (typeof grades)[number];

export interface GradedPart {
  readonly grade: Grade;
  readonly query: string;
}

export function gradeRank(grade: Grade): number {
  return grades.indexOf(grade);
}

/** What a caller may quote of a payment, by index: ids, references and phone numbers. */
export function factParts(terms: SearchTerms, bind: Bind, facts: Facts): string[] {
  return gradedFactParts(terms, bind, facts).map(({ query }) => query);
}

export function gradedFactParts(
  terms: SearchTerms,
  bind: Bind,
  { companyId, within, ...rest }: Facts,
): GradedPart[] {
  const company = companyId === null ? null : bind(companyId);
  const from = within?.fromId ? bind(within.fromId) : null;
  const below = within?.belowId ? bind(within.belowId) : null;
  const id = within?.of === 'transactions' ? 'p.transaction_id' : 'p.id';
  const inCompany = (column: string): string =>
    company === null ? '' : `and ${column} = ${company}`;
  const inTime = (column: string): string =>
    `${from === null ? '' : `and ${column} >= ${from}`} ${below === null ? '' : `and ${column} < ${below}`}`;
  const reading: Reading = {
    ...rest,
    bind,
    inCompany,
    narrowed: `${inCompany('p.company_id')} ${inTime(id)}`,
    inTime: inTime(id),
  };
  return [
    ...idParts(terms, reading),
    ...referenceParts(terms, reading),
    ...phoneParts(terms, reading),
  ];
}

interface Reading extends Pick<Facts, 'count' | 'most' | 'newest'> {
  readonly bind: Bind;
  /** Narrows a column to the company, if there is one. */
  readonly inCompany: (column: string) => string;
  /** Narrow the payments `p` to the time, and to the company too. */
  readonly inTime: string;
  readonly narrowed: string;
}

function idParts(
  { ids, receipt }: SearchTerms,
  { bind, count, inCompany, narrowed }: Reading,
): GradedPart[] {
  if (ids === null) return [];
  const range = `between ${bind(ids.from)} and ${bind(ids.to)}`;
  const isReceipt = receipt === 'named';
  const queries = [
    // A receipt has the id of the transaction, and only without one that of the payment.
    `${hit(isReceipt ? 'receiptNumber' : 'id', { payment: 'p.id' })} from payments p
     where p.id ${range} ${isReceipt ? 'and p.transaction_id is null' : ''} ${narrowed}
     order by p.id desc limit ${count}`,
    `${hit(receipt === null ? 'transactionId' : 'receiptNumber', { transaction: 't.id' })} from transactions t
     where t.id ${range} ${inCompany('t.company_id')} order by t.id desc limit ${count}`,
  ];
  return queries.map((query) => ({ grade: 'id', query }));
}

function referenceParts(
  { text, references }: SearchTerms,
  { bind, count, most, newest, inCompany, inTime, narrowed }: Reading,
): GradedPart[] {
  if (references.length === 0) return [];
  const between = (column: string, { from, to }: Range): string =>
    `p.${column} collate "C" between ${bind(from)} and ${bind(to)}`;
  // Each spelling reads the index by itself: with OR between them PostgreSQL reads all of it. From its end,
  // because references often count up.
  const inRanges = (column: string, ranges = references, last = newest): string =>
    ranges
      .map(
        (range) =>
          `(select p.id from payments p where ${between(column, range)} ${narrowed}
            order by p.${column} collate "C" desc limit ${most})`,
      )
      .concat(
        last === undefined
          ? []
          : `(select p.id from (
               select p.* from payments p where true ${narrowed} order by p.id desc limit ${last}
             ) p where ${ranges.map((range) => between(column, range)).join(' or ')})`,
      )
      .join(' union ');
  const whole = references.map(({ from }) => ({ from, to: from }));
  const wholeParts = [
    `${hit('networkReference', { payment: 'p.id' })} from (
       ${inRanges('network_reference', whole, undefined)}
     ) p order by p.id desc limit ${count}`,
    // Exactly as typed: one company may use the same reference for thousands of payments.
    `${hit('reference', { payment: 'p.id' })} from companies c cross join lateral (
       select p.id from payments p
       where p.reference collate "C" = ${bind(text)} and p.company_id = c.id ${inTime}
       order by p.id desc limit ${count}
     ) p where true ${inCompany('c.id')} order by p.id desc limit ${count}`,
  ];
  const startParts = [
    `${hit('networkReference', { payment: 'p.id' })} from (
       ${inRanges('network_reference')}
     ) p order by p.id desc limit ${count}`,
    `${hit('reference', { payment: 'p.id' })} from (
       ${inRanges('reference')}
     ) p order by p.id desc limit ${count}`,
  ];
  return [
    ...wholeParts.map((query): GradedPart => ({ grade: 'whole', query })),
    ...startParts.map((query): GradedPart => ({ grade: 'start', query })),
  ];
}

function phoneParts(
  { phone, phoneStart, phoneEnd, phoneRun }: SearchTerms,
  { bind, count, most, inCompany, inTime }: Reading,
): GradedPart[] {
  const known = (which: string): string =>
    `select k.company_id, k.phone_number from known_numbers k where ${which} ${inCompany('k.company_id')} limit ${most}`;
  const payments = (match: MatchKind, numbers: string): string =>
    `${hit(match, { payment: 'p.id' })} from (${numbers}) k cross join lateral (
       select p.id from payments p
       where p.phone_number = k.phone_number collate "default" and p.company_id = k.company_id ${inTime}
       order by p.id desc limit ${count}
     ) p order by p.id desc limit ${count}`;
  const inRange = (grade: Grade, column: string, range: Range | null): GradedPart[] => {
    if (range === null) return [];
    const which = `k.${column} between ${bind(range.from)} and ${bind(range.to)}`;
    return [{ grade, query: payments('phonePart', known(which)) }];
  };
  const inRanges = (column: string, ranges: readonly Range[]): string =>
    `(select k.* from unnest(
       ${bind(textArray(ranges.map(({ from }) => from)))}::text[],
       ${bind(textArray(ranges.map(({ to }) => to)))}::text[]
     ) r("from", "to") cross join lateral (
       ${known(`k.${column} between r."from" and r."to"`)}
     ) k limit ${most})`;
  const wholePhone = (number: string): GradedPart => ({
    grade: 'whole',
    query: payments('phone', known(`k.phone_number = ${bind(number)}`)),
  });
  const runPart = ({ forwards, backwards }: NonNullable<SearchTerms['phoneRun']>): GradedPart => ({
    grade: 'part',
    query: payments(
      'phonePart',
      `${inRanges('phone_number', forwards)} union ${inRanges('backwards', backwards)}`,
    ),
  });
  return [
    ...(phone === null ? [] : [wholePhone(phone)]),
    ...inRange('end', 'backwards', phoneEnd),
    ...inRange('start', 'phone_number', phoneStart),
    ...(phoneRun === null ? [] : [runPart(phoneRun)]),
  ];
}
