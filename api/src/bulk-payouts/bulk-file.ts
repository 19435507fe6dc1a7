import { bulkColumns, maxBulkLines } from '@sente/contract/bulk-payouts';
import { invalidField } from '../http/app-error.ts';
import { separators, splitRecord } from '../network-statements/csv-records.ts';

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

/** What people call the columns. */
const headers: Readonly<Record<Column, readonly string[]>> = {
  phone: ['phone', 'phone number', 'number', 'mobile', 'msisdn', 'telephone'],
  amount: ['amount', 'amount ugx', 'ugx', 'sum'],
  name: ['name', 'recipient', 'receiver', 'beneficiary', 'full name'],
  network: ['network', 'operator', 'provider'],
  reference: ['reference', 'ref', 'note', 'description', 'narration'],
};

/** Longer texts are no names, and would not fit where they are shown. */
const longest = 100;

/** The lines of a CSV file or of pasted cells, or an AppError that says what is wrong with the file. */
export function readBulkFile(text: string): WrittenLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const top = lines.findIndex((line) => line.trim() !== '');
  const head = lines[top];
  if (head === undefined) throw refuse('The file is empty');
  const separator = separators.find((one) => head.includes(one)) ?? ',';
  const places = placesOf(splitRecord(head, separator) ?? []);
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

function placesOf(head: readonly string[]): Partial<Record<Column, number>> {
  const names = head.map((name) =>
    name
      .toLowerCase()
      .replaceAll(/[\s_()-]+/g, ' ')
      .trim(),
  );
  const places: Partial<Record<Column, number>> = {};
  for (const column of bulkColumns) {
    const [place, other] = [...names.keys()].filter((each) =>
      headers[column].includes(names[each] ?? ''),
    );
    if (place !== undefined) places[column] = place;
    // Money would go to one of two numbers, or be one of two amounts.
    if (other !== undefined && (column === 'phone' || column === 'amount')) {
      throw refuse(
        `Columns ${(place ?? 0) + 1} and ${other + 1} could both be the ${column}: ${head[place ?? 0]} and ${head[other]}. Rename or remove the one that is not.`,
      );
    }
  }
  if (places.phone === undefined || places.amount === undefined) {
    throw refuse(
      'The first line must name the columns: phone and amount, and if wanted name, network and reference',
    );
  }
  return places;
}

function refuse(message: string): Error {
  return invalidField('file', message);
}
