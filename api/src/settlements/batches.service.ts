import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import type {
  SettlementBatch,
  settlementBatches,
  WholeBatch,
} from '@sente/contract/settlement-batches';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { requireSecondPerson } from '../approvals/second-person.ts';
import { toUgx } from '../db/amounts.ts';
import { findHeadOffice } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { csvLine } from '../http/csv.ts';
import { pagingOf } from '../http/paging.ts';
import { readAllStopped } from '../payments/brakes/all-stopped.ts';
import { audit } from '../security/audit.ts';
import {
  approveBatch,
  countBatches,
  findBatch,
  findFile,
  noteFetched,
  findStopped,
  insertBatch,
  listBatches,
  type BatchRow,
} from './batches.queries.ts';
import { paySettlements, whyNot } from './ending.ts';
import { toSettlement } from './settlement-view.ts';
import { listOfBatch, lockSettlements, type SettlementRow } from './settlements.queries.ts';

export interface BatchesService {
  list(
    actor: Actor,
    query: QueryOf<typeof settlementBatches.list>,
  ): Promise<{ data: SettlementBatch[]; meta: MetaOf<typeof settlementBatches.list> }>;
  get(actor: Actor, id: string): Promise<WholeBatch>;
  /** A second person approves it. */
  create(actor: Actor, settlementIds: readonly string[]): Promise<SettlementBatch>;
  file(actor: Actor, id: string): Promise<string>;
  /** All that are open. */
  pay(actor: Actor, id: string, bankReference: string): Promise<WholeBatch>;
}

export function createBatchesService(database: Database): BatchesService {
  const get = (actor: Actor, id: string): Promise<WholeBatch> =>
    database.within(actor.scope, async (db) => {
      const batch = await mustFindBatch(db, id);
      const rows = await listOfBatch(db, id);
      const settlements = rows.map((row) => toSettlement(actor, row));
      return { ...toBatch(batch, await isFileKept(db)), settlements };
    });
  return {
    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        const paging = pagingOf(query, await countBatches(db));
        const { page, pageSize: limit } = paging;
        const rows = await listBatches(db, { limit, offset: (page - 1) * limit });
        const isKept = await isFileKept(db);
        return { data: rows.map((row) => toBatch(row, isKept)), meta: paging };
      }),

    get,

    create: (actor, settlementIds) =>
      database.within(actor.scope, async (db) => {
        const id = await make(db, actor, [...new Set(settlementIds)]);
        return toBatch(await mustFindBatch(db, id), await isFileKept(db));
      }),

    file: (actor, id) =>
      database.within(actor.scope, async (db) => {
        await mustFindBatch(db, id);
        const file = await findFile(db, id);
        if (file === null) throw refused('The file exists once a second person approved the batch');
        if (await isFileKept(db)) {
          throw refused('All payouts are stopped: the file can be fetched once they go on');
        }
        await noteFetched(db, id, actor.userId);
        await audit(db, actor, { action: 'settlementBatches.file', details: { batch: id } });
        return file;
      }),

    pay: async (actor, id, bankReference) => {
      await database.within(actor.scope, async (db) => {
        const { state } = await mustFindBatch(db, id);
        if ((await paySettlements(db, actor, { batchId: id }, bankReference)) > 0) return;
        throw refused(
          state === 'approved'
            ? 'All settlements of this batch were paid or returned already, or their return waits for approval'
            : 'A second person has not approved this batch',
        );
      });
      return get(actor, id);
    },
  };
}

async function make(db: Db, actor: Actor, ids: readonly string[]): Promise<string> {
  const rows = await lockSettlements(db, ids);
  if (rows.length < ids.length) throw notFound('Settlement not found');
  const taken = rows.find(({ state }) => state !== 'requested');
  if (taken) throw refused(`${taken.reference}: ${takenText(taken)}`);
  await refuseStopped(db, ids);
  const id = uuidV7();
  const amount = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
  await insertBatch(db, { id, createdBy: actor.userId, amount }, ids);
  const companyId = await findHeadOffice(db);
  await ask(db, actor, {
    kind: 'settlement-batch',
    subject: id,
    companyId,
    amount,
    details: { batchId: id, count: rows.length },
    about: companyId ? { type: 'companies', id: companyId } : { type: 'users', id: actor.userId },
    isWaiting: 'This batch waits for a second person already',
  });
  await audit(db, actor, {
    action: 'settlementBatches.create',
    details: { batch: id, count: rows.length, amount: toUgx(String(amount)) },
  });
  return id;
}

function takenText(row: SettlementRow): string {
  return row.state === 'batched' ? 'It is in a batch already' : whyNot(row, 'paid');
}

async function refuseStopped(db: Db, ids: readonly string[]): Promise<void> {
  const stopped = await findStopped(db, ids);
  if (!stopped) return;
  throw refused(`${stopped.reference} of ${stopped.company} cannot be paid: ${stopped.problem}`);
}

const wanted = z.object({ batchId: z.string() });

/** Who wanted the money to go where it goes does not let it go: neither who asked, nor who added the bank account. */
async function refuseInterested(
  db: Db,
  approver: Actor,
  rows: readonly SettlementRow[],
): Promise<void> {
  const reasons = new Map<string, string>();
  for (const { reference, requested_by: by, bank_account_added_by: addedBy } of rows) {
    reasons.set(addedBy, `You added the bank account to which ${reference} goes`);
    if (by !== null) reasons.set(by, `You asked for the settlement ${reference}`);
  }
  for (const [person, reason] of reasons) {
    const isSame = `${reason}, so somebody else has to approve this batch`;
    await requireSecondPerson(db, person, approver, isSame);
  }
}

/** By the same rules as when it was made. From now on the bank may pay it. */
export const carryOutBatch: CarryOut = async (db, approver, { details }) => {
  const { batchId } = wanted.parse(details);
  const rows = await lockSettlements(
    db,
    (await listOfBatch(db, batchId)).map(({ id }) => id),
  );
  await refuseInterested(db, approver, rows);
  await refuseStopped(
    db,
    rows.map(({ id }) => id),
  );
  if (!(await approveBatch(db, batchId, bankFile(rows)))) throw notFound('Batch not found');
  return null;
};

const header = ['Reference', 'Beneficiary', 'Bank', 'Branch', 'Account', 'Amount', 'Narration'];

/** One line for each settlement. */
export function bankFile(rows: readonly SettlementRow[]): string {
  const lines = rows.map((row) =>
    csvLine([
      row.reference,
      row.bank_account_name,
      row.bank,
      row.branch ?? '',
      row.bank_account_number,
      toUgx(row.amount),
      `Settlement ${row.reference} ${row.company_name}`,
    ]),
  );
  return [csvLine(header), ...lines].join('');
}

async function mustFindBatch(db: Db, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id);
  if (!batch) throw notFound('Batch not found');
  return batch;
}

/** No file goes to the bank while the payouts of all companies are stopped. */
async function isFileKept(db: Db): Promise<boolean> {
  return (await readAllStopped(db)) !== null;
}

function toBatch(row: BatchRow, isKept: boolean): SettlementBatch {
  return {
    id: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    approvedAt: row.approved_at?.toISOString() ?? null,
    approvedBy: row.approved_by_name,
    fetchedAt: row.fetched_at?.toISOString() ?? null,
    fetchedBy: row.fetched_by_name,
    approvalId: row.approval_id,
    count: row.count,
    amount: toUgx(row.amount),
    openCount: row.open_count,
    paidCount: row.paid_count,
    returnedCount: row.returned_count,
    heldUpBy: heldUpBy(row, isKept),
  };
}

function heldUpBy({ state, stopped, open_count: open }: BatchRow, isKept: boolean): string | null {
  const hasFile = state === 'approved' && open > 0;
  return hasFile && isKept ? 'The file cannot be fetched: all payouts are stopped' : stopped;
}
