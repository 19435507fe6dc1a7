import { placeNames, placeWords, type StatementPlace } from '@sente/contract/network-statements';
import { separators, splitRecord, type CsvRecord } from './csv-records.ts';
import { headersOf, type Layout } from './layouts.ts';
import {
  amountOf,
  beginsWith,
  createKindReader,
  createStatusReader,
  directionOf,
  feeOf,
  LineProblem,
  moneyOf,
  phoneOfSides,
  plain,
  type Column,
  type Sides,
} from './statement-fields.ts';
import type { BadLine, StatementLine } from './statement-line.ts';
import { StatementRefused } from './statement-refused.ts';
import { createDateReader, createPartyReader, phoneInText, phoneOf } from './statement-values.ts';

/** Some statements begin with the name of the account, the range, and other rows. */
const mostRowsBeforeHeader = 50;
const longestContent = 500;
/** No id is this long, and the index of ids takes no value of some thousands. */
export const longestReference = 200;

export interface StatementReader {
  /** Null until the header was found. */
  layout(): Layout | null;
  /** Between the fields; null until the header was found. */
  separator(): string | null;
  /** Null for a row that is no line: before the header, the header itself, an empty row, a total. */
  take(record: CsvRecord): StatementLine | BadLine | null;
  /** Throws if there was no header. */
  end(): void;
}

export function isBad(line: StatementLine | BadLine): line is BadLine {
  return 'problem' in line;
}

export function createStatementReader(
  network: StatementPlace,
  layouts: readonly Layout[],
): StatementReader {
  const known = layouts.filter((one) => one.network === network);
  const before: string[] = [];
  let found: (Recognised & { read: (record: CsvRecord) => StatementLine | BadLine | null }) | null =
    null;
  const refuse = (): never => {
    throw new StatementRefused(
      before.length === 0
        ? 'The file is empty.'
        : (elsewhere(before, network, layouts) ?? unknownHeader(before, known)),
    );
  };
  return {
    layout: () => found?.layout ?? null,
    separator: () => found?.separator ?? null,
    take(record) {
      if (/^[\s,;"]*$/.test(record.text)) return null;
      if (found) return found.read(record);
      const recognised = recogniseHeader(record.text, known);
      if (recognised) {
        found = { ...recognised, read: createLineReader(recognised) };
      } else {
        before.push(record.text);
        if (before.length >= mostRowsBeforeHeader) refuse();
      }
      return null;
    },
    end() {
      if (!found) refuse();
    },
  };
}

interface Recognised {
  readonly layout: Layout;
  readonly separator: string;
  readonly headers: readonly string[];
}

/** The layout of which the row has all headers, and of several the one with the most. */
function recogniseHeader(text: string, layouts: readonly Layout[]): Recognised | null {
  let best: Recognised | null = null;
  for (const separator of separators) {
    const headers = splitRecord(text, separator)?.map(plain) ?? [];
    for (const layout of layouts) {
      const wanted = headersOf(layout);
      const isWhole = wanted.every((names) => names.some((one) => headers.includes(plain(one))));
      if (isWhole && (!best || wanted.length > headersOf(best.layout).length)) {
        best = { layout, separator, headers };
      }
    }
  }
  return best;
}

/** People choose the wrong network: a header of another one says which it is. */
function elsewhere(
  rows: readonly string[],
  network: StatementPlace,
  layouts: readonly Layout[],
): string | null {
  const others = layouts.filter((one) => one.network !== network);
  const found = rows.map((row) => recogniseHeader(row, others)).find((one) => one !== null);
  if (!found) return null;
  const { name, network: other } = found.layout;
  return `This is a statement of ${placeWords[other]} (${name}), not of ${placeWords[network]}. Import it under ${placeNames[other]}.`;
}

function unknownHeader(rows: readonly string[], layouts: readonly Layout[]): string {
  const fieldsOf = (row: string): string[] =>
    separators
      .map((separator) => splitRecord(row, separator) ?? [])
      .toSorted((a, b) => b.length - a.length)[0] ?? [];
  // A workbook or a PDF, of which nobody wants to see the bytes.
  if (rows.some((row) => row.includes('\0') || row.includes('\uFFFD'))) {
    return 'The file is not a table of text. Export it as CSV.';
  }
  const likely = rows.map(fieldsOf).toSorted((a, b) => b.length - a.length)[0] ?? [];
  const names = (fields: readonly string[]): string => fields.join(', ').slice(0, 300);
  const known = layouts.map((one) => {
    const headers = headersOf(one).map(([first = '']) => first);
    return `${one.name} (${names(headers)})`;
  });
  return `The header is not known. Found: ${names(likely)}. Known: ${known.join('; ')}.`;
}

const amountColumns = ['amount', 'moneyIn', 'moneyOut'] as const;
const idColumns = ['reference', 'orderId', 'phone', 'from', 'to'] as const;

function placesOf({ columns }: Layout, headers: readonly string[]): Map<Column, number> {
  const places = new Map<Column, number>();
  for (const [column, names = []] of Object.entries(columns)) {
    const place = headers.findIndex((one) => names.some((header) => plain(header) === one));
    if (column !== 'others' && place >= 0) places.set(column as Column, place);
  }
  return places;
}

type FieldOf = (fields: readonly string[]) => (column: Column) => string;

/** Totals and remarks begin with a word of the layout. Without a date, what has an amount may be a line all the same. */
function createRemarkTest({ ignore }: Layout, fieldOf: FieldOf) {
  const ignored = ignore.map(plain);
  const isRemark = (text: string): boolean => ignored.some((word) => beginsWith(plain(text), word));
  const has = (text: string): boolean => text !== '' && text !== '-' && !isRemark(text);
  return (fields: readonly string[]): boolean => {
    if (!fields.some(isRemark)) return false;
    const field = fieldOf(fields);
    const hasAmount = amountColumns.some((column) => has(field(column)));
    const hasDate =
      /\d/.test(field('at')) && !isRemark(field('at')) && !isRemark(field('reference'));
    return !(hasAmount && (hasDate || idColumns.some((column) => has(field(column)))));
  };
}

function createLineReader({ layout, separator, headers }: Recognised) {
  const places = placesOf(layout, headers);
  const readDate = createDateReader(layout.dates);
  const kindOf = createKindReader(layout);
  const statusOf = createStatusReader(layout);
  const ownWallets = layout.direction.by === 'parties' ? layout.direction.ownWallets : [];

  const fieldOf =
    (fields: readonly string[]) =>
    (column: Column): string =>
      fields[places.get(column) ?? -1] ?? '';
  const [readFrom, readTo] = [createPartyReader(), createPartyReader()];
  const isIgnored = createRemarkTest(layout, fieldOf);

  const read = (fields: readonly string[], lineNumber: number): StatementLine | null => {
    const field = fieldOf(fields);
    const atMs = readDate(field('at'));
    if (typeof atMs === 'string') {
      if (isIgnored(fields)) return null;
      throw new LineProblem(`The date ${atMs}`);
    }
    // An amount that is not quoted, such as 2,000 between commas, would be read as 2.
    if (fields.length > headers.length && fields.slice(headers.length).some((one) => one !== '')) {
      throw new LineProblem(`It has ${fields.length} fields, and the header ${headers.length}`);
    }
    const amount = moneyOf(layout, field);
    const currency = field('currency').toUpperCase();
    if (currency !== '' && currency !== 'UGX') {
      throw new LineProblem(`The currency is ${currency.slice(0, 10)}, not UGX`);
    }
    const text = field('text');
    const [from, to] = [readFrom(field('from')), readTo(field('to'))];
    const sides: Sides = { isNegative: amount.isNegative, from, to };
    const balance = amountOf(field('balance'), 'balance');
    if (field('reference').length > longestReference) {
      throw new LineProblem(`Its id has more than ${longestReference} characters`);
    }
    return {
      lineNumber,
      reference: field('reference') || null,
      orderId: field('orderId') || null,
      phone:
        phoneOf(field('phone')) ??
        phoneOfSides(sides) ??
        (layout.phoneInText ? phoneInText(text) : null),
      atMs,
      direction: directionOf(layout, sides, field('direction'), ownWallets),
      amount: amount.hundredths,
      fee: feeOf(layout, field('fee')),
      balanceAfter: balance && (balance.isNegative ? -balance.hundredths : balance.hundredths),
      kind: kindOf(text, sides, amount.hundredths),
      status: statusOf(field('status')),
      text,
    };
  };

  return ({ text, lineNumber }: CsvRecord): StatementLine | BadLine | null => {
    const bad = (problem: string): BadLine => ({
      lineNumber,
      content: text.replaceAll('\0', '').slice(0, longestContent),
      problem,
    });
    // PostgreSQL cannot store it, and a statement has none.
    if (text.includes('\0')) return bad('It has a character that is no text');
    const fields = splitRecord(text, separator);
    if (!fields) return bad('A quote is not closed');
    try {
      return read(fields, lineNumber);
    } catch (error) {
      if (error instanceof LineProblem) return bad(error.message);
      throw error;
    }
  };
}
