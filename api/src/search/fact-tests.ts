import type { Range, SearchTerms } from './search-terms.ts';

/**
 * Whether one of the facts by which `factParts` finds a payment `p`, whose transaction is `t`, holds for a row
 * that is read anyway.
 */
export function factTest(terms: SearchTerms, bind: (value: unknown) => string): string {
  const { ids, references, phone, phoneStart, phoneEnd, phoneRun } = terms;
  const between = (column: string, range: Range | null): string[] =>
    range === null ? [] : [`${column} between ${bind(range.from)} and ${bind(range.to)}`];
  const tests = [
    ...between('p.id', ids),
    ...between('t.id', ids),
    ...(phone === null ? [] : [`p.phone_number = ${bind(phone)}`]),
    ...between('p.phone_number collate "C"', phoneStart),
    ...between('reverse(p.phone_number) collate "C"', phoneEnd),
    ...(phoneRun === null ? [] : [`position(${bind(phoneRun.digits)} in p.phone_number) > 0`]),
    ...references.flatMap((range) => [
      ...between('p.reference collate "C"', range),
      ...between('p.network_reference collate "C"', range),
    ]),
  ];
  return tests.length === 0 ? 'false' : `(${tests.join(' or ')})`;
}
