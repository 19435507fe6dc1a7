import { createErrorList, isTitleOfCodes, linesOf, readValues } from '@sente/contract/code-file';

/** A file with several columns, of which one may have the codes. */
export interface FileColumns {
  readonly text: string;
  /** Of its first line that is not blank. */
  readonly first: readonly string[];
  /** The first values below it, column by column. */
  readonly samples: readonly (readonly string[])[];
  /** The column whose name says that it has the codes. */
  readonly likely: number | null;
}

export interface ColumnChoice {
  readonly index: number;
  /** The first line has the names of the columns, and no code. */
  readonly hasNames: boolean;
}

const sampleCount = 2;

/** Undefined if the first line of the file has one column only. */
export function columnsIn(text: string): FileColumns | undefined {
  const rows: string[][] = [];
  for (const [, line] of linesOf(text)) {
    if (line === '') continue;
    const values = readValues(line);
    if (!values || (rows.length === 0 && values.length < 2)) return undefined;
    rows.push(values);
    if (rows.length > sampleCount) break;
  }
  const [first, ...below] = rows;
  if (!first) return undefined;
  const likely = first.findIndex(isTitleOfCodes);
  return {
    text,
    first,
    samples: first.map((_, index) => below.map((row) => row[index] ?? '')),
    likely: likely < 0 ? null : likely,
  };
}

/** Names have no digits as a rule, and codes have. */
export function seemsToHaveNames({ first, likely }: FileColumns): boolean {
  return likely !== null || !first.some((value) => /\d/.test(value));
}

/** How a column is called to people: "Voucher code (KLA-0001, KLA-0002)". */
export function columnText({ first, samples }: FileColumns, { index, hasNames }: ColumnChoice) {
  const name = hasNames ? first[index]?.trim() : '';
  const below = samples[index] ?? [];
  const values = hasNames ? below : [first[index] ?? '', ...below].slice(0, sampleCount);
  const shown = values.filter((value) => value.trim() !== '').join(', ');
  return `${name || `Column ${index + 1}`}${shown ? ` (${shown})` : ''}`;
}

const linesPerStep = 1_000;

/**
 * The column as a file of its own, in which every code stays in its line, so that whatever is said about a line
 * is true of the chosen file. An empty value stays one, and is refused: no line is lost in silence.
 */
export function* columnInSteps(
  { text, first }: FileColumns,
  { index, hasNames }: ColumnChoice,
): Generator<undefined, { text: string; errors: readonly string[] }> {
  const errors = createErrorList();
  const lines: string[] = [];
  let isFirst = true;
  for (const [number, line] of linesOf(text)) {
    if (number % linesPerStep === 0) yield;
    const values = line === '' ? null : readValues(line);
    if (line === '' || (isFirst && hasNames)) lines.push('');
    else if (!values) errors.add(`Line ${number}: Quotes are not closed`);
    else if (values.length !== first.length) {
      errors.add(`Line ${number}: Expected ${first.length} columns, found ${values.length}`);
    } else lines.push(`"${(values[index] ?? '').replaceAll('"', '""')}"`);
    if (line !== '') isFirst = false;
  }
  return { text: lines.map((line) => `${line}\n`).join(''), errors: errors.all() };
}
