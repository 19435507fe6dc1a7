import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import type {
  networkStatements,
  StatementBadLine,
  StatementFile,
  StatementLine,
} from '@sente/contract/network-statements';
import { toUgx } from '../db/amounts.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { askToWithdraw } from '../reconciliation/withdraw-statement.ts';
import { audit } from '../security/audit.ts';
import { csvStatement, importStatement } from './import-statement.ts';
import type { Layout } from './layouts.ts';
import {
  countBadLines,
  countFiles,
  countLines,
  findFile,
  listBadLines,
  listFiles,
  listLines,
  type LineRow,
  type StatementFileRow,
} from './statement-lists.queries.ts';
import { StatementRefused } from './statement-refused.ts';

type Calls = typeof networkStatements;

export interface NetworkStatementsService {
  list(
    actor: Actor,
    query: QueryOf<Calls['list']>,
  ): Promise<{ data: StatementFile[]; meta: MetaOf<Calls['list']> }>;
  get(actor: Actor, id: string): Promise<StatementFile>;
  lines(
    actor: Actor,
    id: string,
    query: QueryOf<Calls['lines']>,
  ): Promise<{ data: StatementLine[]; meta: MetaOf<Calls['lines']> }>;
  badLines(
    actor: Actor,
    id: string,
    query: QueryOf<Calls['badLines']>,
  ): Promise<{ data: StatementBadLine[]; meta: MetaOf<Calls['badLines']> }>;
  upload(
    actor: Actor,
    query: QueryOf<Calls['upload']>,
    content: AsyncIterable<Uint8Array>,
  ): Promise<{ file: StatementFile; isNew: boolean }>;
  /** Asks for it. */
  withdraw(actor: Actor, id: string, reason: string): Promise<StatementFile>;
}

export function createNetworkStatementsService(
  database: Database,
  layouts: readonly Layout[],
): NetworkStatementsService {
  const get = (actor: Actor, id: string) =>
    database.within(actor.scope, async (db) => toFile(await findOrRefuse(db, id)));
  return {
    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        const network = query.network ?? null;
        const meta = pagingOf(query, await countFiles(db, network));
        const rows = await listFiles(db, network, {
          limit: meta.pageSize,
          offset: (meta.page - 1) * meta.pageSize,
        });
        return { data: rows.map(toFile), meta };
      }),

    get,

    lines: (actor, id, query) =>
      database.within(actor.scope, async (db) => {
        await findOrRefuse(db, id);
        const meta = pagingOf(query, await countLines(db, id));
        const offset = (meta.page - 1) * meta.pageSize;
        const rows = await listLines(db, id, { limit: meta.pageSize, offset });
        return { data: rows.map(toLine), meta };
      }),

    badLines: (actor, id, query) =>
      database.within(actor.scope, async (db) => {
        await findOrRefuse(db, id);
        const meta = pagingOf(query, await countBadLines(db, id));
        const data = await listBadLines(db, id, {
          limit: meta.pageSize,
          offset: (meta.page - 1) * meta.pageSize,
        });
        return { data, meta };
      }),

    // Where there are no wallets the file has all.
    upload: (actor, { network, name, wallet = 'both' }, content) =>
      spooled(content, async (path, checksum) => {
        const given = {
          network,
          wallet,
          name,
          checksum,
          source: 'upload',
          importedBy: actor.userId,
        } as const;
        const statement = csvStatement(path, network, layouts);
        const { fileId, isNew } = await importStatement(
          database,
          given,
          statement,
          async (db, id, counted) =>
            audit(db, actor, {
              action: 'networkStatements.upload',
              subject: { type: 'networkStatements', id },
              details: { network, wallet, name, ...counted },
            }),
        ).catch(asRefusal);
        return { file: await get(actor, fileId), isNew };
      }),

    withdraw: async (actor, id, reason) => {
      await get(actor, id);
      await askToWithdraw(database, actor, id, reason);
      return get(actor, id);
    },
  };
}

/**
 * Keeps an upload on disk while it arrives: its checksum is known only at the end, and a slow import must
 * not hold up the sender.
 */
async function spooled<T>(
  content: AsyncIterable<Uint8Array>,
  work: (path: string, checksum: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sente-statement-'));
  try {
    const path = join(folder, 'statement.csv');
    const checksum = createHash('sha256');
    let bytes = 0;
    // Phone numbers are nobody else's business.
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of content) {
        checksum.update(piece);
        bytes += piece.byteLength;
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
    if (bytes === 0) throw asError('The file is empty.');
    return await work(path, checksum.digest('hex'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function asRefusal(error: unknown): never {
  throw error instanceof StatementRefused ? asError(error.message) : error;
}

function asError(message: string): AppError {
  return new AppError('validation_failed', { message });
}

async function findOrRefuse(db: Db, id: string): Promise<StatementFileRow> {
  const row = await findFile(db, id);
  if (!row) throw notFound('Statement not found');
  return row;
}

function toLine(row: LineRow): StatementLine {
  const ugx = (amount: string | null): number | null => (amount === null ? null : toUgx(amount));
  const { direction, reference, status, text, found } = row;
  return {
    lineNumber: row.line_number,
    at: row.at.toISOString(),
    direction,
    amount: toUgx(row.amount),
    fee: ugx(row.fee),
    balanceAfter: ugx(row.balance_after),
    phoneNumber: row.phone,
    reference,
    status,
    text,
    found,
    caseId: row.case_id,
  };
}

function toFile(row: StatementFileRow): StatementFile {
  const { id, network, wallet, source, name, layout, state, problem } = row;
  return {
    id,
    network,
    wallet,
    source,
    name,
    layout,
    importedBy: row.imported_by,
    begunAt: row.begun_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    state,
    problem,
    newLines: row.new_lines,
    knownLines: row.known_lines,
    badLines: row.bad_lines,
    firstAt: row.first_at?.toISOString() ?? null,
    lastAt: row.last_at?.toISOString() ?? null,
    openingBalance: row.opening_balance === null ? null : toUgx(row.opening_balance),
    closingBalance: row.closing_balance === null ? null : toUgx(row.closing_balance),
    isBalanced: row.is_balanced,
    withdrawal:
      row.withdrawal_id === null
        ? null
        : {
            approvalId: row.withdrawal_id,
            askedBy: row.withdrawal_asked_by ?? 'Unknown',
            reason: row.withdrawal_reason ?? '',
            approvedBy: row.withdrawal_approved_by,
            at: row.withdrawn_at?.toISOString() ?? null,
          },
  };
}
