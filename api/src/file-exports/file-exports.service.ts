import type { BodyOf } from '@sente/contract/endpoint';
import {
  exportedLists,
  exportLifeHours,
  type FileExport,
  type fileExports,
} from '@sente/contract/file-exports';
import { kampalaDay } from '@sente/contract/kampala';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import type { FileResult } from '../http/file-reply.ts';
import { parsePart } from '../http/parse.ts';
import { audit } from '../security/audit.ts';
import { listsToExport } from './exported-lists.ts';
import {
  deleteExport,
  deleteOldest,
  findExport,
  insertExport,
  listExports,
  readPart,
  type ExportRow,
} from './file-exports.queries.ts';

type StartBody = BodyOf<typeof fileExports.start>;

export interface FileExportsService {
  list(actor: Actor): Promise<FileExport[]>;
  start(actor: Actor, body: StartBody): Promise<FileExport>;
  get(actor: Actor, id: string): Promise<FileExport>;
  file(actor: Actor, id: string): Promise<FileResult>;
  /** Also ends one that is being written. */
  remove(actor: Actor, id: string): Promise<void>;
}

/** Exports of a person that are kept beside a new one, and how many may be written at a time. */
const mostKept = 9;
const mostUnfinished = 3;

/** Everybody has only their own, also staff. */
export function createFileExportsService(database: Database): FileExportsService {
  const within = <T>({ scope }: Actor, work: (db: Db) => Promise<T>) =>
    database.within(scope, work);
  return {
    list: (actor) =>
      within(actor, async (db) => (await listExports(db, actor.userId)).map(toFileExport)),

    start: (actor, body) => within(actor, (db) => start(db, actor, body)),

    get: (actor, id) => within(actor, async (db) => toFileExport(await found(db, actor, id))),

    async file(actor, id) {
      const row = await within(actor, (db) => found(db, actor, id));
      if (row.state !== 'done') throw refused('The file is not complete yet');
      // One transaction per part, so that a slow download does not hold a connection.
      const next = (number: number) => within(actor, (db) => readPart(db, id, number));
      return { fileName: fileNameOf(row), pieces: piecesOf(row, next) };
    },

    remove: (actor, id) =>
      within(actor, async (db) => {
        if (!(await deleteExport(db, actor.userId, id))) throw notFound('Export not found');
      }),
  };
}

async function start(db: Db, actor: Actor, { list, format, filters }: StartBody) {
  const { userId, companyId } = actor;
  // It has the accounts of the provider, beside those of the company.
  if (list === 'ledger-entries' && !actor.isStaff) throw new AppError('forbidden');
  const scoped = await inScope(db, actor, filters);
  parsePart(exportedLists[list], scoped, 'filters');
  await holdOwnRecords(db, userId);
  const running = (await listExports(db, userId)).filter(
    ({ state }) => state === 'waiting' || state === 'writing',
  );
  if (running.length >= mostUnfinished) {
    throw refused(`${mostUnfinished} exports are being written. Wait for one, or cancel it.`);
  }
  const totalCount = await listsToExport[list].count(db, scoped);
  if (totalCount === 0) throw refused('There is nothing to export');
  await deleteOldest(db, userId, mostKept);
  const id = uuidV7();
  const row = await insertExport(db, {
    id,
    userId,
    companyId,
    list,
    format,
    totalCount,
    filters: scoped,
    lifeHours: exportLifeHours,
  });
  await audit(db, actor, {
    action: 'fileExports.start',
    companyId: scoped['companyId'] ?? companyId,
    details: { list, format, rows: totalCount },
  });
  if (!row) throw new Error('The export was not stored');
  return toFileExport(row);
}

/** A company's people export what is theirs, whatever they ask for. */
async function inScope(
  db: Db,
  { isStaff, companyId: own }: Actor,
  filters: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const companyId = filters['companyId'] ?? (isStaff ? undefined : (own ?? ''));
  if (companyId === undefined) return filters;
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(companyId);
  if (!isId || !(await companyExists(db, companyId))) throw notFound('Company not found');
  return { ...filters, companyId };
}

async function found(db: Db, { userId }: Actor, id: string): Promise<ExportRow> {
  const row = await findExport(db, userId, id);
  if (!row) throw notFound('Export not found');
  return row;
}

async function* piecesOf(
  { part_count }: ExportRow,
  next: (number: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer> {
  // The front, the parts, and the back.
  for (let number = 0; number <= part_count + 1; number++) {
    const part = await next(number);
    if (!part) throw new Error('The export was deleted during its download');
    yield part;
  }
}

function fileNameOf({ list, format, created_at }: ExportRow): string {
  return `${listsToExport[list].name}-${kampalaDay(created_at.getTime())}.${format}`;
}

function toFileExport(row: ExportRow): FileExport {
  return {
    id: row.id,
    list: row.list,
    format: row.format,
    state: row.state,
    fileName: fileNameOf(row),
    rowCount: row.row_count,
    totalCount: row.total_count,
    isCut: row.is_cut,
    sizeBytes: Number(row.size_bytes),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
