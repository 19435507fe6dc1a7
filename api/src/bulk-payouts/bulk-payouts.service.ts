import type { BulkLine, BulkPayout, bulkPayouts } from '@sente/contract/bulk-payouts';
import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { Database, Db } from '../db/database.ts';
import { shortHash } from '../db/short-hash.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { sameInput } from '../http/same-input.ts';
import type { Handlers } from '../http/serve.ts';
import { audit } from '../security/audit.ts';
import { readBulkFile, type WrittenLine } from './bulk-file.ts';
import {
  countBulks,
  findBulk,
  findBulkByKey,
  insertBulk,
  listBulks,
  type BulkRow,
  type NewBulk,
} from './bulk-payouts.queries.ts';
import { countLines, listLines } from './bulk-lines.queries.ts';
import { findPayingAccount, lockBulk, type StoredBulk } from './stored-bulks.queries.ts';
import { toBulk, toLine } from './bulk-view.ts';
import { findDoubled, requireOnce } from './doubled.ts';
import { resultFile } from './result-file.ts';
import { retryOf } from './retrying.ts';
import { submit } from './submitting.ts';
import { endUnpaid } from './unpaid.ts';

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
    return { data: await read(actor, changedId) };
  };
  const read = (actor: Actor, id: string): Promise<BulkPayout> =>
    database.within(actor.scope, async (db) =>
      toBulk(await must(db, id), await findDoubled(db, id)),
    );
  return {
    list: ({ actor, query }) => database.within(actor.scope, (db) => list(db, actor, query)),
    get: async ({ actor, params }) => ({ data: await read(actor, params.id) }),
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
      return { data: await read(actor, id) };
    },

    submit: ({ actor, params, body }) =>
      change(actor, params.id, async (db, bulk) => {
        if (bulk.state === 'checking') throw refused('The lines are still being checked');
        if (bulk.state !== 'draft') throw refused('This bulk payout was already submitted');
        const { leaveOutFaulty = false, payDoubled = false } = body;
        await requireOnce(db, bulk.id, payDoubled);
        await submit(db, actor, bulk, { leavesOut: leaveOutFaulty, paysDoubled: payDoubled });
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
  return { data: (await listBulks(db, filters, place)).map((row) => toBulk(row, null)), meta };
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
  return { data: rows.map((row) => toLine(row, bulk)), meta };
}

async function create(
  db: Db,
  actor: Actor,
  body: BodyOf<Calls['create']>,
  lines: readonly WrittenLine[],
): Promise<string> {
  const companyId = actor.companyId ?? '';
  const { idempotencyKey, ...input } = body;
  const inputHash = shortHash(JSON.stringify(input));
  const keyHash = idempotencyKey ? shortHash('portal', companyId, idempotencyKey) : null;
  const before = keyHash ? await findBulkByKey(db, companyId, keyHash) : undefined;
  if (before) return sameInput(before, inputHash).id;
  const account = await findPayingAccount(db, companyId, { id: body.accountId });
  if (!account) throw notFound('Account not found');
  if (!account.is_active) throw new AppError('account_inactive');
  if (body.replaces !== undefined) {
    const former = await lockBulk(db, body.replaces);
    if (!former || former.company_id !== companyId) throw notFound('Bulk payout not found');
    await cancel(db, actor, former);
  }
  const of = { name: body.name, accountId: account.id, retryOf: null, lines };
  return store(db, actor, of, keyHash ? { keyHash, inputHash } : noKey);
}

const noKey = { keyHash: null, inputHash: null };

async function store(
  db: Db,
  actor: Actor,
  bulk: Pick<NewBulk, 'name' | 'accountId' | 'retryOf' | 'lines'>,
  key: Pick<NewBulk, 'keyHash' | 'inputHash'> = noKey,
): Promise<string> {
  const id = uuidV7();
  const companyId = actor.companyId ?? '';
  const of = { companyId, createdBy: actor.userId, origin: 'portal' } as const;
  const isNew = await insertBulk(db, { id, ...of, leavesOut: false, ...key, ...bulk });
  if (!isNew) {
    // The same came at the same moment.
    const row = await findBulkByKey(db, companyId, key.keyHash ?? '');
    if (!row) throw new Error('A bulk payout was not stored');
    return sameInput(row, key.inputHash ?? '').id;
  }
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
  await endUnpaid(db, bulk, { state: 'cancelled' });
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
