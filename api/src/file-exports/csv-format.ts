import { kampalaTime } from '@sente/contract/kampala';
import { csvLine } from '../http/csv.ts';
import type { Cell, FileFormat } from './file-format.ts';

const nothing = Buffer.alloc(0);

/** The byte-order mark makes Excel read it as UTF-8. */
export const csvFormat: FileFormat = {
  begin: (headers) => `\uFEFF${csvLine(headers)}`,
  rows: (rows) => rows.map((row) => csvLine(row.map(textOf))).join(''),
  end: () => '',
  pack: (content) => Buffer.from(content),
  wrap: () => ({ front: nothing, back: nothing }),
};

/** A negative number is no formula and stays a number, so that sums work. */
function textOf(cell: Cell): string | number {
  if (cell === null) return '';
  if (cell instanceof Date) return kampalaTime(cell);
  // Shillings have two decimals or none.
  return typeof cell === 'number' && !Number.isInteger(cell) ? cell.toFixed(2) : cell;
}
