import { StatementRefused } from './statement-refused.ts';

/** One record of a CSV file: usually a line, several if a quoted field has line breaks. */
export interface CsvRecord {
  /** Of its first line, from 1. */
  readonly lineNumber: number;
  readonly text: string;
}

/** A line this long is no line of a statement. */
const longestLine = 1024 * 1024;
/** More lines than this in one field mean that its quote was never closed. */
const mostLinesOfRecord = 20;

/**
 * Reads the records of a file piece by piece. A quote opens a field only after a separator, which the header tells:
 * until it is known each record is given alone, and any separator counts.
 */
export async function* readRecords(
  content: AsyncIterable<Uint8Array>,
  separatorOf: () => string | null,
): AsyncGenerator<CsvRecord[]> {
  const isOpen = (text: string): boolean =>
    hasOpenQuote(text, separatorOf() ?? separators.join(''));
  let lineNumber = 0;
  let open: string[] = [];
  let records: CsvRecord[] = [];
  const giveUpFirst = (): void => {
    const [first = '', ...rest] = open;
    const firstNumber = lineNumber - open.length + 1;
    open = [];
    records.push({ lineNumber: firstNumber, text: first });
    lineNumber = firstNumber;
    for (const line of rest) take(line);
  };
  const take = (line: string): void => {
    lineNumber++;
    if (open.length === 0 && !(line.includes('"') && isOpen(line))) {
      records.push({ lineNumber, text: line });
      return;
    }
    open.push(line);
    const text = open.join('\n');
    if (open.length > 1 && !isOpen(text)) {
      records.push({ lineNumber: lineNumber - open.length + 1, text });
      open = [];
    } else if (open.length >= mostLinesOfRecord) {
      giveUpFirst();
    }
  };
  for await (const lines of readLines(content)) {
    for (const line of lines) {
      take(line);
      if (records.length === 0 || separatorOf() !== null) continue;
      yield records;
      records = [];
    }
    yield records;
    records = [];
  }
  while (open.length > 0) giveUpFirst();
  if (records.length > 0) yield records;
}

/** Without the mark that some programs put at the beginning. */
async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of content) {
    const lines = linesOf(rest + decoder.decode(piece, { stream: true }));
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) {
      throw new StatementRefused('A line has more than a million characters: this is no CSV file.');
    }
    yield lines;
  }
  const last = rest + decoder.decode();
  if (last !== '') yield linesOf(last);
}

/** The last one may have no end. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (;;) {
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    lines.push(text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end));
    if (at < 0) return lines;
    from = at + 1;
  }
}

/** Whether a quoted field of the text has no end. */
function hasOpenQuote(text: string, separator: string): boolean {
  let at = text.indexOf('"');
  while (at >= 0) {
    if (at === 0 || separator.includes(text[at - 1] ?? '')) {
      at = closingQuote(text, at + 1);
      if (at < 0) return true;
    }
    at = text.indexOf('"', at + 1);
  }
  return false;
}

export const separators: readonly string[] = [',', ';', '\t'];

/** Two quotes are one in the text. -1 if there is none. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** The fields without surrounding spaces; null if a quote ends nowhere, or in the middle of a field. */
export function splitRecord(text: string, separator: string): string[] | null {
  if (!text.includes('"')) return text.split(separator).map((field) => field.trim());
  const fields: string[] = [];
  let at = 0;
  while (at <= text.length) {
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0) return null;
      fields.push(
        text
          .slice(at + 1, end)
          .replaceAll('""', '"')
          .trim(),
      );
      const next = text.indexOf(separator, end);
      if (text.slice(end + 1, next < 0 ? undefined : next).trim() !== '') return null;
      if (next < 0) return fields;
      at = next + 1;
    } else {
      const next = text.indexOf(separator, at);
      fields.push(text.slice(at, next < 0 ? undefined : next).trim());
      if (next < 0) return fields;
      at = next + 1;
    }
  }
  return fields;
}
