import type { ApiBulk, bulkPayoutCalls } from '@sente/contract/bulk-payouts-api';
import type { BulkLineState } from '@sente/contract/bulk-payouts';
import type { Database, Db } from '../db/database.ts';
import { shortHash } from '../db/short-hash.ts';
import { fromShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { ApiCaller } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import { sameInput } from '../http/same-input.ts';
import type { Handlers } from '../http/serve.ts';
import {
  findBulk,
  findBulkByKey,
  insertBulk,
  type BulkRow,
  type NewBulk,
} from './bulk-payouts.queries.ts';
import { isReady, isUnderWay, listLinesAfter } from './bulk-lines.queries.ts';
import { retryOf } from './retrying.ts';
import { findPayingAccount, lockBulk } from './stored-bulks.queries.ts';
import { toApiBulk, toApiLine } from './bulk-view.ts';

const defaultLimit = 100;
const unknownBulk = 'Bulk payout not found';

/** The line and its payment in each state, of the columns of `l` and `p`, in the bulk payout `$1`. */
const inState: Readonly<Record<BulkLineState, string>> = {
  unchecked: "l.state = 'new'",
  ok: isReady,
  faulty: "l.state = 'faulty'",
  'left-out': "l.state = 'faulty'",
  pending: isUnderWay,
  paid: "p.status = 'SUCCESS'",
  failed: "(l.state = 'failed' or p.status = 'FAILED')",
};

/** Bulk payouts of a company's own systems: checked, submitted and paid without a further call. */
export function bulkPayoutsApiRoutes(database: Database): Handlers<typeof bulkPayoutCalls> {
  const withBulk = <T>(
    { scope }: ApiCaller,
    bulkId: string,
    work: (db: Db, row: BulkRow) => Promise<T>,
  ): Promise<T> =>
    database.within(scope, async (db) => {
      const id = fromShortId(bulkId);
      const row = id && (await findBulk(db, id));
      if (!row) throw notFound(unknownBulk);
      return work(db, row);
    });
  return {
    createBulkPayout: ({ caller, body, idempotencyKey }) =>
      orderOnce(database, caller, idempotencyKey, body, async (db) => {
        const { companyId } = caller;
        const number = body.accountNumber;
        const account = await findPayingAccount(db, companyId, { number });
        if (!account && number !== undefined)
          throw invalidField('accountNumber', 'Account not found');
        if (!account)
          throw new AppError('refused', { message: 'The company has no active account' });
        if (!account.is_active) throw new AppError('account_inactive');
        return {
          accountId: account.id,
          name: body.name,
          leavesOut: body.faultyLines === 'leave-out',
          retryOf: null,
          lines: body.lines.map((line, index) => ({
            number: index + 1,
            phone: line.phoneNumber,
            amount: String(line.amount),
            name: line.name,
            network: line.network ?? null,
            reference: line.reference,
          })),
        };
      }),

    retryBulkPayout: ({ caller, params, body, idempotencyKey }) =>
      orderOnce(database, caller, idempotencyKey, { ...params, ...body }, async (db) => {
        const id = fromShortId(params.bulkId);
        const bulk = id && (await lockBulk(db, id));
        if (!bulk || bulk.company_id !== caller.companyId) throw notFound(unknownBulk);
        const leavesOut = body.faultyLines === 'leave-out';
        return { ...(await retryOf(db, bulk)), accountId: bulk.account_id, leavesOut };
      }),

    getBulkPayout: ({ caller, params }) =>
      withBulk(caller, params.bulkId, async (_db, row) => ({ data: toApiBulk(row) })),

    listBulkLines: ({ caller, params, query }) =>
      withBulk(caller, params.bulkId, async (db, bulk) => {
        const { state, after = 0, limit = defaultLimit } = query;
        const isSubmitted = bulk.submitted_at !== null;
        // A faulty line is left out once the others are asked for.
        const isNever = state === (isSubmitted ? 'faulty' : 'left-out');
        const condition = isNever ? 'false' : state ? inState[state] : 'true';
        const rows = await listLinesAfter(db, bulk.id, after, limit + 1, condition);
        const shown = rows.slice(0, limit);
        const nextAfter = rows.length > limit ? (shown.at(-1)?.number ?? null) : null;
        return { data: shown.map((row) => toApiLine(row, bulk)), meta: { nextAfter } };
      }),
  };
}

type Order = Omit<NewBulk, 'id' | 'companyId' | 'origin' | 'createdBy' | 'keyHash' | 'inputHash'>;

/** Stores what `make` returns, or answers what the same key has stored before. */
function orderOnce(
  database: Database,
  { companyId, scope }: ApiCaller,
  idempotencyKey: string,
  input: object,
  make: (db: Db) => Promise<Order>,
): Promise<{ data: ApiBulk; isReplay: boolean }> {
  return database.within({ ...scope, platform: true }, async (db) => {
    const keyHash = shortHash(companyId, idempotencyKey);
    const inputHash = shortHash(JSON.stringify(input));
    const before = await findBulkByKey(db, companyId, keyHash);
    if (before) return { data: toApiBulk(sameInput(before, inputHash)), isReplay: true };
    const made = { id: uuidV7(), companyId, origin: 'api', createdBy: null } as const;
    const isNew = await insertBulk(db, { ...made, keyHash, inputHash, ...(await make(db)) });
    const row = await findBulkByKey(db, companyId, keyHash);
    if (!row) throw new Error('A bulk payout was not stored');
    return { data: toApiBulk(sameInput(row, inputHash)), isReplay: !isNew };
  });
}
