import {
  bulkLinesOf,
  bulkSeparatorOf,
  emptyBulkFile,
  readBulkHeader,
  type bulkColumns,
} from '@sente/contract/bulk-header';
import { maxBulkLines } from '@sente/contract/bulk-payouts';
import { invalidField } from '../http/app-error.ts';
import { splitRecord } from '../network-statements/csv-records.ts';

/** A line as it was written; nothing of it is checked yet. */
export interface WrittenLine {
  /** Of the file, from 1, or the place in a request. */
  readonly number: number;
  readonly phone: string;
  readonly amount: string;
  readonly name: string | null;
  readonly network: string | null;
  readonly reference: string | null;
}

type Column = (typeof bulkColumns)[number];

/** Longer texts are no names, and would not fit where they are shown. */
const longest = 100;

/** The lines of a CSV file or of pasted cells, or an AppError that says what is wrong with the file. */
export function readBulkFile(text: string): WrittenLine[] {
  const { lines, top } = bulkLinesOf(text);
  const head = lines[top];
  if (head === undefined) throw refuse(emptyBulkFile);
  const separator = bulkSeparatorOf(head);
  const header = readBulkHeader(splitRecord(head, separator) ?? []);
  if (header.fault !== null) throw refuse(header.fault);
  const { places } = header;
  const written = lines
    .map((line, index) => ({ line, number: index + 1 }))
    .slice(top + 1)
    .filter(({ line }) => line.replaceAll(separator, '').trim() !== '');
  if (written.length === 0) throw refuse('The file has a header, but no lines');
  if (written.length > maxBulkLines) {
    throw refuse(
      `The file has ${written.length.toLocaleString('en-US')} lines. At most ${maxBulkLines.toLocaleString('en-US')} are paid together.`,
    );
  }
  return written.map(({ line, number }) => {
    const cells = splitRecord(line, separator);
    if (!cells) throw refuse(`Line ${number} has a quote that does not end`);
    const cell = (column: Column): string => (cells[places[column] ?? -1] ?? '').slice(0, longest);
    return {
      number,
      phone: cell('phone'),
      amount: cell('amount'),
      name: cell('name') || null,
      network: cell('network') || null,
      reference: cell('reference') || null,
    };
  });
}

function refuse(message: string): Error {
  return invalidField('file', message);
}
