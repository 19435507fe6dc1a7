import { crc32 } from 'node:zlib';
import { maxExportedRows } from '@sente/contract/file-exports';
import type { Database, Db } from '../db/database.ts';
import { platformScope, type Scope } from '../db/scope.ts';
import { csvFormat } from './csv-format.ts';
import { listsToExport, type Page } from './exported-lists.ts';
import {
  enqueue,
  findAsker,
  findUnfinished,
  holdExport,
  insertPart,
  markFailed,
  storeProgress,
  type ExportRow,
} from './file-exports.queries.ts';
import { xlsxFormat } from './xlsx-format.ts';

const formats = { csv: csvFormat, xlsx: xlsxFormat };

/** After this time the job goes on later, so that others of the queue take their turn. */
const sliceMs = 15_000;

/**
 * Writes as many parts as fit into a slice of time, each with the rows that the person may see now, which may be some
 * seconds old. Ends when the file is whole, or with a job for the rest.
 */
export async function writeExport(
  database: Database,
  id: string,
  mostRows = maxExportedRows,
): Promise<void> {
  const asker = await database.within(platformScope, (db) => findAsker(db, id));
  if (!asker) return;
  if (!asker.may_read) return failExport(database, id);
  const scope: Scope = {
    platform: asker.is_staff,
    companyId: asker.company_id,
    userId: asker.user_id,
  };
  const until = Date.now() + sliceMs;
  for (;;) {
    const written = await database.within(scope, (db) => findUnfinished(db, id));
    if (!written) return;
    const columns = { isOfAll: asker.is_staff, seesNumbers: asker.sees_numbers };
    const page = await readPage(database, scope, written, columns);
    const hasMore = await database.within(scope, (db) =>
      writePart(db, written, page, columns.isOfAll, mostRows),
    );
    if (!hasMore) return;
    if (Date.now() > until) break;
  }
  await database.within(scope, (db) => enqueue(db, id, asker.user_id));
}

export async function failExport(database: Database, id: string): Promise<void> {
  await database.within(platformScope, (db) => markFailed(db, id));
}

interface Columns {
  readonly isOfAll: boolean;
  readonly seesNumbers: boolean;
}

function readPage(
  database: Database,
  scope: Scope,
  { list, filters, after_id: after }: ExportRow,
  { isOfAll, seesNumbers }: Columns,
): Promise<Page> {
  return database.reading(scope, (db) =>
    listsToExport[list].read(db, filters, after, isOfAll, seesNumbers),
  );
}

/** The page behind what is written. True if there are more to write. */
async function writePart(
  db: Db,
  { id, part_count: parts }: ExportRow,
  page: Page,
  isOfAll: boolean,
  mostRows: number,
): Promise<boolean> {
  const row = await holdExport(db, id, parts);
  if (!row) return false;
  const format = formats[row.format];
  const list = listsToExport[row.list];
  const fitting = page.rows.slice(0, mostRows - row.row_count);
  const rowCount = row.row_count + fitting.length;
  const isFull = rowCount >= mostRows;
  const isLast = page.nextAfter === null || isFull;
  const content = [
    row.part_count === 0 ? format.begin(list.headers(isOfAll)) : '',
    format.rows(fitting),
    isLast ? format.end() : '',
  ].join('');
  const packed = packedWith(row, content, format.pack(content));
  const number = row.part_count + 1;
  await insertPart(db, id, number, packed.bytes);
  const whole = isLast ? format.wrap(packed) : null;
  if (whole) {
    await insertPart(db, id, 0, whole.front);
    await insertPart(db, id, number + 1, whole.back);
  }
  await storeProgress(db, id, {
    state: isLast ? 'done' : 'writing',
    row_count: rowCount,
    is_cut: isFull && (page.nextAfter !== null || fitting.length < page.rows.length),
    after_id: page.nextAfter,
    part_count: number,
    sizeBytes: packed.size + (whole ? whole.front.length + whole.back.length : 0),
    crc: packed.crc,
    length: packed.length,
  });
  return !isLast;
}

/** What is stored so far, with a further part. */
function packedWith(row: ExportRow, content: string, bytes: Buffer) {
  return {
    bytes,
    crc: crc32(content, Number(row.sheet_crc)),
    length: Number(row.sheet_bytes) + Buffer.byteLength(content),
    size: Number(row.size_bytes) + bytes.length,
  };
}
