import * as z from 'zod/mini';
import { requiredText } from './fields.ts';

/** Maximum number of codes in a file, and of errors reported for it. */
export const maxCodesPerFile = 100_000;
export const maxToldErrors = 50;

export const emptyFileMessage = 'CSV file is empty';

const codeText = requiredText('Value cannot be empty', 100);

export interface CodeFile {
  readonly codes: readonly string[];
  /** The line of each code, counted from 1. */
  readonly lines: readonly number[];
  /** Lines that look like a title or a formula; they are among the codes. */
  readonly doubtful: ReadonlyMap<number, Doubt>;
  /** One sentence per error, up to the limit; empty if the file is valid. */
  readonly errors: readonly string[];
}

export type Doubt = 'title' | 'formula';

/** What whoever uploads says about doubtful lines: leave them out, or they are codes. */
export const doubtfulAnswers = ['skip', 'upload'] as const;
export type DoubtfulAnswer = (typeof doubtfulAnswers)[number];

/** One sentence for each doubtful line, up to the limit. */
export function doubtTexts({ codes, lines, doubtful }: CodeFile): string[] {
  const told = createErrorList();
  for (const [index, line] of lines.entries()) {
    const doubt = doubtful.get(line);
    if (doubt) told.add(`Line ${line}: ${codes[index]} looks like a ${doubt}`);
  }
  return told.all();
}

/** Of the first line of an exported sheet. */
const title =
  /^((product|voucher|internet|wifi)?[ _-]?(codes?|vouchers?|pins?|serials?))( ?(no|number)s?)?$/i;

/** Whether a column of this name has the codes. */
export function isTitleOfCodes(name: string): boolean {
  return title.test(name.trim());
}

/** A spreadsheet would run it. */
const formula = /^\s*"?[=+\-@\t]/;

/** A code can begin like a formula, and be named like a title: people decide. */
function doubtAbout(line: string, code: string, isFirst: boolean): Doubt | null {
  if (isFirst && title.test(code)) return 'title';
  return formula.test(line) || formula.test(code) ? 'formula' : null;
}

/**
 * Reads a file with one code per line, with the same rules in the browser and on the server: no
 * header, blank lines are skipped, values may be quoted.
 */
export function readCodeFile(text: string): CodeFile {
  const steps = readCodeFileInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Takes a few milliseconds on a slow phone. */
const linesPerStep = 1_000;

/** The same with pauses, so that the page stays responsive. */
export function* readCodeFileInSteps(text: string): Generator<undefined, CodeFile> {
  const codes: string[] = [];
  const lines: number[] = [];
  const doubtful = new Map<number, Doubt>();
  const errors = createErrorList();
  const firstLineOf = new Map<string, number>();
  let count = 0;
  for (const [number, line] of linesOf(text)) {
    if (number % linesPerStep === 0) yield;
    if (line === '') continue;
    if (++count > maxCodesPerFile) continue;
    const read = readLine(line);
    if (read.error !== undefined) {
      errors.add(`Line ${number}: ${read.error}`);
      continue;
    }
    const first = firstLineOf.get(read.code);
    if (first !== undefined) {
      errors.add(`Line ${number}: ${read.code} is on line ${first} already`);
      continue;
    }
    firstLineOf.set(read.code, number);
    const doubt = doubtAbout(line, read.code, codes.length === 0);
    if (doubt) doubtful.set(number, doubt);
    codes.push(read.code);
    lines.push(number);
  }
  if (count === 0) return { codes, lines, doubtful, errors: [emptyFileMessage] };
  if (count > maxCodesPerFile) {
    const [most, found] = [maxCodesPerFile, count].map((n) => n.toLocaleString('en-US'));
    return {
      codes,
      lines,
      doubtful,
      errors: [`A CSV file can hold at most ${most} codes, found ${found}`],
    };
  }
  return { codes, lines, doubtful, errors: errors.all() };
}

/** Keeps the first errors and counts the rest. */
export function createErrorList(): { add(error: string): void; all(): string[] } {
  const told: string[] = [];
  let count = 0;
  return {
    add: (error) => {
      if (++count <= maxToldErrors) told.push(error);
    },
    all: () => {
      const more = count - told.length;
      return more > 0 ? [...told, `and ${more.toLocaleString('en-US')} more`] : told;
    },
  };
}

/**
 * Yields each line with its number instead of an array: a file may consist of millions of blank
 * lines.
 */
export function* linesOf(text: string): Generator<[number: number, line: string]> {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = start;
  let from = start;
  for (let number = 1; from < text.length; number++) {
    const end = ends.exec(text);
    yield [number, text.slice(from, end?.index ?? text.length)];
    from = end ? ends.lastIndex : text.length;
  }
}

/** Matches nearly every line: no quotes and no separators. */
const plainCode = /^[!#-+\--~]{1,100}$/;

/** Such a line is no code; it is not parsed further. */
const maxLineLength = 10_000;

type Line = { code: string; error?: undefined } | { error: string };

function readLine(line: string): Line {
  if (plainCode.test(line)) return { code: line };
  if (line.length > maxLineLength) return { error: 'Must be at most 100 characters' };
  const values = readValues(line);
  if (!values) return { error: 'Quotes are not closed' };
  if (values.length !== 1) return { error: `Expected 1 column, found ${values.length}` };
  const checked = z.safeParse(codeText, values[0]);
  if (checked.success) return { code: checked.data };
  return { error: checked.error.issues[0]?.message ?? 'Value cannot be read' };
}

/** The values of a line; null for an unterminated quote. */
export function readValues(line: string): string[] | null {
  const values: string[] = [];
  for (let at = 0; ; at++) {
    const value = readQuoted(line, at);
    if (value === null) return null;
    const end = value?.end ?? endOfPlain(line, at);
    values.push(value?.text ?? line.slice(at, end));
    if (end === line.length) return values;
    at = end;
  }
}

function endOfPlain(line: string, from: number): number {
  const comma = line.indexOf(',', from);
  return comma < 0 ? line.length : comma;
}

const quotedValue = /[ \t]*"((?:[^"]|"")*)"[ \t]*(?=,|$)/y;
const quoteBegins = /[ \t]*"/y;

/** Undefined if the value is not quoted. */
function readQuoted(line: string, at: number): { text: string; end: number } | null | undefined {
  quoteBegins.lastIndex = at;
  if (!quoteBegins.test(line)) return undefined;
  quotedValue.lastIndex = at;
  const match = quotedValue.exec(line);
  if (!match) return null;
  return { text: (match[1] ?? '').replaceAll('""', '"'), end: quotedValue.lastIndex };
}
