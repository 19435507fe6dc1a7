import type { BulkLine, BulkPayout, bulkPayouts } from '@sente/contract/bulk-payouts';
import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { csvLine } from '../http/csv.ts';
import type { FileResult } from '../http/file-reply.ts';
import { pagingOf } from '../http/paging.ts';
import type { Handlers } from '../http/serve.ts';
import { audit } from '../security/audit.ts';
import { readBulkFile, type WrittenLine } from './bulk-file.ts';
import {
  countBulks,
  findBulk,
  insertBulk,
  listBulks,
  type BulkRow,
  type NewBulk,
} from './bulk-payouts.queries.ts';
import { countLines, listLines, listLinesAfter } from './bulk-lines.queries.ts';
import { findPayingAccount, lockBulk, moveBulk, type StoredBulk } from './stored-bulks.queries.ts';
import { toBulk, toLine } from './bulk-view.ts';
import { retryOf } from './retrying.ts';
import { submit } from './submitting.ts';

type Calls = typeof bulkPayouts;

/** Bulk payouts as people make and see them in the portal. */
export function bulkPayoutsRoutes(database: Database): Handlers<Calls> {
  /** A company reads its own; the platform writes. */
  const change = async (
    actor: Actor,
    id: string,
    work: (db: Db, bulk: StoredBulk) => Promise<string>,
  ): Promise<{ data: BulkPayout }> => {
    const changedId = await database.within({ ...actor.scope, platform: true }, async (db) => {
      const bulk = await lockBulk(db, id);
      if (!bulk || bulk.company_id !== actor.companyId) throw notFound('Bulk payout not found');
      return work(db, bulk);
    });
    return {
      data: await database.within(actor.scope, async (db) => toBulk(await must(db, changedId))),
    };
  };
  return {
    list: ({ actor, query }) => database.within(actor.scope, (db) => list(db, actor, query)),
    get: async ({ actor, params }) => ({
      data: await database.within(actor.scope, async (db) => toBulk(await must(db, params.id))),
    }),
    lines: ({ actor, params, query }) =>
      database.within(actor.scope, (db) => linesOf(db, params.id, query)),
    file: async ({ actor, params }) => {
      const row = await database.within(actor.scope, (db) => must(db, params.id));
      return resultFile(database, actor, row);
    },

    create: async ({ actor, body }) => {
      const lines = readBulkFile(body.file);
      const id = await database.within({ ...actor.scope, platform: true }, (db) =>
        create(db, actor, body, lines),
      );
      return { data: await database.within(actor.scope, async (db) => toBulk(await must(db, id))) };
    },

    submit: ({ actor, params, body }) =>
      change(actor, params.id, async (db, bulk) => {
        if (bulk.state === 'checking') throw refused('The lines are still being checked');
        if (bulk.state !== 'draft') throw refused('This bulk payout was already submitted');
        await submit(db, actor, bulk, body.leaveOutFaulty ?? false);
        await record(db, actor, bulk, 'submit', { amount: bulk.amount, lines: bulk.ok_count });
        return bulk.id;
      }),

    cancel: ({ actor, params }) =>
      change(actor, params.id, async (db, bulk) => {
        await cancel(db, actor, bulk);
        return bulk.id;
      }),

    retry: ({ actor, params }) =>
      change(actor, params.id, async (db, bulk) =>
        store(db, actor, { ...(await retryOf(db, bulk)), accountId: bulk.account_id }),
      ),
  };
}

async function must(db: Db, id: string): Promise<BulkRow> {
  const row = await findBulk(db, id);
  if (!row) throw notFound('Bulk payout not found');
  return row;
}

async function list(
  db: Db,
  { companyId }: Actor,
  { state, search = '', ...query }: QueryOf<Calls['list']>,
): Promise<{ data: BulkPayout[]; meta: MetaOf<Calls['list']> }> {
  const filters = { companyId: companyId ?? '', state: state ?? null, search };
  const meta = pagingOf({ ...query, page: query.page ?? 1 }, await countBulks(db, filters));
  const place = { limit: meta.pageSize, offset: (meta.page - 1) * meta.pageSize };
  return { data: (await listBulks(db, filters, place)).map(toBulk), meta };
}

async function linesOf(
  db: Db,
  id: string,
  { view = 'all', ...query }: QueryOf<Calls['lines']>,
): Promise<{ data: BulkLine[]; meta: MetaOf<Calls['lines']> }> {
  const bulk = await must(db, id);
  const meta = pagingOf({ ...query, page: query.page ?? 1 }, await countLines(db, id, view));
  const place = { limit: meta.pageSize, offset: (meta.page - 1) * meta.pageSize };
  const rows = await listLines(db, id, view, place);
  return { data: rows.map((row) => toLine(row, bulk.submitted_at !== null)), meta };
}

async function create(
  db: Db,
  actor: Actor,
  body: BodyOf<Calls['create']>,
  lines: readonly WrittenLine[],
): Promise<string> {
  const companyId = actor.companyId ?? '';
  const account = await findPayingAccount(db, companyId, { id: body.accountId });
  if (!account) throw notFound('Account not found');
  if (!account.is_active) throw new AppError('account_inactive');
  if (body.replaces !== undefined) {
    const former = await lockBulk(db, body.replaces);
    if (!former || former.company_id !== companyId) throw notFound('Bulk payout not found');
    await cancel(db, actor, former);
  }
  return store(db, actor, { name: body.name, accountId: account.id, retryOf: null, lines });
}

async function store(
  db: Db,
  actor: Actor,
  bulk: Pick<NewBulk, 'name' | 'accountId' | 'retryOf' | 'lines'>,
): Promise<string> {
  const id = uuidV7();
  const companyId = actor.companyId ?? '';
  const of = { companyId, createdBy: actor.userId, origin: 'portal' } as const;
  const none = { leavesOut: false, keyHash: null, inputHash: null };
  await insertBulk(db, { id, ...of, ...none, ...bulk }).catch((error: unknown): never => {
    if (violatedUnique(error) !== 'bulk_payouts_retry_key') throw error;
    throw refused('The failed lines are being paid by another bulk payout already');
  });
  await audit(db, actor, {
    action: bulk.retryOf ? 'bulkPayouts.retry' : 'bulkPayouts.create',
    subject: { type: 'accounts', id: bulk.accountId },
    companyId,
    details: { bulkPayout: id, name: bulk.name, lines: bulk.lines.length },
  });
  return id;
}

async function cancel(db: Db, actor: Actor, bulk: StoredBulk): Promise<void> {
  if (bulk.state !== 'checking' && bulk.state !== 'draft') {
    throw refused('This bulk payout was already submitted');
  }
  await moveBulk(db, bulk.id, { state: 'cancelled' });
  await record(db, actor, bulk, 'cancel', {});
}

function record(
  db: Db,
  actor: Actor,
  bulk: StoredBulk,
  action: 'submit' | 'cancel',
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action: `bulkPayouts.${action}`,
    subject: { type: 'accounts', id: bulk.account_id },
    companyId: bulk.company_id,
    details: { bulkPayout: bulk.id, name: bulk.name, ...details },
  });
}

const fileLines = 500;
const header = [
  'Line',
  'Phone',
  'Network',
  'Amount',
  'Fee',
  'Name',
  'Name at the network',
  'Reference',
  'State',
  'Network reference',
  'Reason',
  'Warnings',
];

function resultFile(database: Database, actor: Actor, bulk: BulkRow): FileResult {
  // One transaction per part, so that a slow download does not hold a connection.
  async function* pieces(): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(header)}`;
    for (let after = 0; ;) {
      const from = after;
      const rows = await database.within(actor.scope, (db) =>
        listLinesAfter(db, bulk.id, from, fileLines),
      );
      yield rows.map((row) => resultLine(toLine(row, bulk.submitted_at !== null))).join('');
      if (rows.length < fileLines) return;
      after = rows.at(-1)?.number ?? after;
    }
  }
  const day = bulk.created_at.toISOString().slice(0, 10);
  return { fileName: `bulk-payout-${day}-${bulk.id.slice(-6)}.csv`, pieces: pieces() };
}

function resultLine(line: BulkLine): string {
  return csvLine([
    line.number,
    line.phoneNumber.replace(/^\+/, ''),
    line.network ?? '',
    line.amount ?? line.amountText,
    line.fee,
    line.name ?? '',
    line.networkName ?? '',
    line.reference ?? '',
    line.state,
    line.networkReference ?? '',
    [...line.faults, line.reason ?? ''].filter(Boolean).join('; '),
    line.warnings.join('; '),
  ]);
}
