import { placeNames, placeWords, type StatementPlace } from '@sente/contract/network-statements';
import { separators, splitRecord, type CsvRecord } from './csv-records.ts';
import { headersOf, type Layout } from './layouts.ts';
import type { BadLine, StatementLine } from './statement-line.ts';
import { StatementRefused } from './statement-refused.ts';
import {
  createDateReader,
  phoneInText,
  phoneOf,
  readAmount,
  readParty,
  type Party,
  type Signed,
} from './statement-values.ts';

/** Some statements begin with the name of the account, the range, and other rows. */
const mostRowsBeforeHeader = 50;
const longestContent = 500;

type Column = Exclude<keyof Layout['columns'], 'others'>;

export interface StatementReader {
  /** Null until the header was found. */
  layout(): Layout | null;
  /** Null for a row that is no line: before the header, the header itself, an empty row. */
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
  let found: { layout: Layout; read: (record: CsvRecord) => StatementLine | BadLine } | null = null;
  const refuse = (): never => {
    throw new StatementRefused(
      before.length === 0
        ? 'The file is empty.'
        : (elsewhere(before, network, layouts) ?? unknownHeader(before, known)),
    );
  };
  return {
    layout: () => found?.layout ?? null,
    take(record) {
      if (/^[\s,;"]*$/.test(record.text)) return null;
      if (found) return found.read(record);
      const recognised = recogniseHeader(record.text, known);
      if (recognised) {
        found = { layout: recognised.layout, read: createLineReader(recognised) };
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

const plain = (header: string): string => header.toLowerCase().replaceAll(/\s+/g, ' ').trim();

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

/** Throws this for a line that cannot be read. */
class LineProblem extends Error {}

function createLineReader({ layout, separator, headers }: Recognised) {
  const places = new Map<Column, number>();
  for (const [column, names = []] of Object.entries(layout.columns)) {
    const place = headers.findIndex((one) => names.some((header) => plain(header) === one));
    if (column !== 'others' && place >= 0) places.set(column as Column, place);
  }
  const readDate = createDateReader(layout.dates);
  const kindOf = createKindReader(layout);
  const statusOf = createStatusReader(layout);
  const ownWallets = layout.direction.by === 'parties' ? layout.direction.ownWallets : [];

  const read = (fields: readonly string[], lineNumber: number): StatementLine => {
    const field = (column: Column): string => fields[places.get(column) ?? -1] ?? '';
    const atMs = readDate(field('at'));
    if (typeof atMs === 'string') throw new LineProblem(`The date ${atMs}`);
    const amount = moneyOf(layout, field);
    const currency = field('currency').toUpperCase();
    if (currency !== '' && currency !== 'UGX') {
      throw new LineProblem(`The currency is ${currency.slice(0, 10)}, not UGX`);
    }
    const text = field('text');
    const [from, to] = [readParty(field('from')), readParty(field('to'))];
    const sides: Sides = { isNegative: amount.isNegative, from, to };
    const balance = amountOf(field('balance'), 'balance');
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
      fee: amountOf(field('fee'), 'fee')?.hundredths ?? null,
      balanceAfter: balance && (balance.isNegative ? -balance.hundredths : balance.hundredths),
      kind: kindOf(text, sides, amount.hundredths),
      status: statusOf(field('status')),
      text,
    };
  };

  return ({ text, lineNumber }: CsvRecord): StatementLine | BadLine => {
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

/** Of two columns one has it; a line such as an opening balance has none, and moves nothing. */
function moneyOf({ direction }: Layout, field: (column: Column) => string): Signed {
  if (direction.by !== 'columns') {
    const amount = amountOf(field('amount'), 'amount');
    if (!amount) throw new LineProblem('There is no amount');
    return amount;
  }
  const [came, went] = [
    amountOf(field('moneyIn'), 'amount'),
    amountOf(field('moneyOut'), 'amount'),
  ];
  const moved = [came, went].filter((one) => one !== null && one.hundredths !== 0n);
  if (moved.length > 1) throw new LineProblem('Money came in and went out on one line');
  if (moved.length === 0 && field('balance') === '') throw new LineProblem('There is no amount');
  const isNegative = went !== null && went.hundredths !== 0n;
  return { hundredths: moved[0]?.hundredths ?? 0n, isNegative };
}

function amountOf(text: string, what: string) {
  if (text === '' || text === '-') return null;
  const amount = readAmount(text);
  if (!amount) throw new LineProblem(`The ${what} "${text.slice(0, 40)}" is no number`);
  return amount;
}

interface Sides {
  readonly isNegative: boolean;
  readonly from: Party;
  readonly to: Party;
}

function phoneOfSides({ from, to }: Sides): string | null {
  if (from.is === 'phone' && to.is === 'phone') return null;
  if (from.is === 'phone') return from.phone;
  return to.is === 'phone' ? to.phone : null;
}

function directionOf(
  { direction }: Layout,
  { isNegative, from, to }: Sides,
  word: string,
  ownWallets: readonly string[],
): 'in' | 'out' {
  if (direction.by === 'column') {
    const has = (words: readonly string[]): boolean =>
      words.some((one) => plain(one) === plain(word));
    if (has(direction.in)) return 'in';
    if (has(direction.out)) return 'out';
    throw new LineProblem(`"${word.slice(0, 40)}" does not tell whether money came in or went out`);
  }
  if (isNegative) return 'out';
  if (direction.by !== 'parties') return 'in';
  const isOwn = (party: Party): boolean => party.is === 'wallet' && ownWallets.includes(party.id);
  if (isOwn(from) !== isOwn(to)) return isOwn(to) ? 'in' : 'out';
  if ((from.is === 'phone') !== (to.is === 'phone')) return from.is === 'phone' ? 'in' : 'out';
  throw new LineProblem('From and To do not tell whether money came in or went out');
}

function createKindReader({ kinds }: Layout) {
  const patterns = (['reversal', 'fee', 'transfer'] as const)
    .filter((kind) => kinds[kind].length > 0)
    .map((kind) => {
      const words = kinds[kind].map((word) => word.replaceAll(/[^\w ]/g, '\\$&')).join('|');
      return { kind, pattern: new RegExp(`\\b(?:${words})\\b`, 'i') };
    });
  return (text: string, { from, to }: Sides, amount: bigint): StatementLine['kind'] => {
    if (amount === 0n) return 'other';
    const named = patterns.find(({ pattern }) => pattern.test(text));
    if (named) return named.kind;
    return from.is === 'wallet' && to.is !== 'phone' ? 'transfer' : 'payment';
  };
}

function createStatusReader({ statuses }: Layout) {
  const words = new Map<string, StatementLine['status']>();
  for (const status of ['completed', 'failed', 'pending'] as const) {
    for (const word of statuses[status]) words.set(plain(word), status);
  }
  return (word: string): StatementLine['status'] => {
    if (word === '') return 'completed';
    const status = words.get(plain(word));
    if (!status) throw new LineProblem(`The status "${word.slice(0, 40)}" is not known`);
    return status;
  };
}
