import { toUgx } from '../db/amounts.ts';
import type { Database, Db } from '../db/database.ts';
import { engineScope, platformScope } from '../db/scope.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { notify } from '../notifications/notify.ts';
import { acceptAll, holdOf, readyOrder, refusalOf } from '../payments/orders/acceptance.ts';
import type { ReadyOrder } from '../payments/orders/order.ts';
import { emitEvents } from '../webhooks/outbox.ts';
import { orderOf } from './bulk-order.ts';
import { findPaidBefore } from './retrying.ts';
import { findBulk } from './bulk-payouts.queries.ts';
import { lockBulk, type StoredBulk } from './stored-bulks.queries.ts';
import { toApiBulk } from './bulk-view.ts';
import {
  failRest,
  readEnds,
  takeLines,
  writeFinish,
  writeMade,
  type MadeLine,
  type PayableRow,
} from './make-payments.queries.ts';

/** In one transaction, which locks the account and the counts of the company until it ends. */
const atOnce = 100;

class ShortOfMoney extends Error {}

interface Made {
  /** They can be sent now. */
  readonly orders: readonly ReadyOrder[];
  /** False if no line is left. */
  readonly hasMore: boolean;
}

/**
 * Makes the next lines of an approved bulk payout ordinary payouts: accepted, held and marked as made in one
 * transaction, so a crash leaves all of it or nothing, and no line is made twice. When the money does not
 * suffice for the next line, that one and all after it fail.
 */
export async function makeSome(database: Database, bulk: StoredBulk): Promise<Made> {
  for (let size = atOnce; ; size = Math.ceil(size / 4)) {
    try {
      return await database.within(engineScope, (db) => makeChunk(db, bulk.id, size));
    } catch (error) {
      if (!(error instanceof ShortOfMoney)) throw error;
      if (size === 1) break;
    }
  }
  await database.within(platformScope, async (db) => {
    if ((await lockBulk(db, bulk.id))?.state !== 'running') return;
    const text = 'The account did not hold enough money for this line and those after it';
    await failRest(db, bulk.id, { code: 'INSUFFICIENT_FUNDS', text });
  });
  return none;
}

const none: Made = { orders: [], hasMore: false };
const paidBefore = {
  reasonCode: 'PAID_BEFORE',
  reason: 'The network says that the line whose failure this retries was paid after all',
};

async function makeChunk(db: Db, bulkId: string, size: number): Promise<Made> {
  const bulk = await lockBulk(db, bulkId);
  if (bulk?.state !== 'running') return none;
  const lines = await takeLines(db, bulkId, size);
  if (lines.length === 0) return none;
  const paid = await findPaidBefore(db, bulkId, lines);
  if (paid.size > 0) {
    const left = [...paid].map((number) => ({ number, paymentId: null, ...paidBefore }));
    await writeMade(db, bulkId, left);
    return { orders: [], hasMore: true };
  }
  const orders = lines.map((line) => readyOf(bulk, line));
  const rows = await acceptAll(db, orders, bulkId);
  const made: MadeLine[] = [];
  const holds = [];
  for (const [index, row] of rows.entries()) {
    const order = orders[index];
    const number = lines[index]?.number;
    if (!order || number === undefined) throw new Error('A line without an answer');
    if (row.refusal) {
      const { code, message } = refusalOf(order, row);
      made.push({ number, paymentId: null, reasonCode: code.toUpperCase(), reason: message });
    } else {
      made.push({ number, paymentId: row.id, reasonCode: null, reason: null });
      if (!row.is_replay) holds.push(holdOf(order, row));
    }
  }
  for (const { status, reason } of await postAll(db, holds)) {
    if (reason === 'insufficient_funds') throw new ShortOfMoney();
    if (status !== 'pending') throw new Error(`A line was not held: ${reason}`);
  }
  await writeMade(db, bulkId, made);
  return { orders: orders.filter((_, index) => made[index]?.paymentId !== null), hasMore: true };
}

function readyOf(bulk: StoredBulk, line: PayableRow): ReadyOrder {
  const { number, phone_number: phoneNumber, network, reference } = line;
  const amount = BigInt(line.amount);
  const order = orderOf(bulk, { number, phoneNumber, network, amount, reference });
  if (!order) throw new Error('A line without its number');
  return readyOrder(order);
}

/** Ends it once every line has an end, and tells of it. False if some have none yet. */
export function finishIfDone(database: Database, bulkId: string): Promise<boolean> {
  return database.within(platformScope, async (db) => {
    const bulk = await lockBulk(db, bulkId);
    if (bulk?.state !== 'running') return true;
    const ends = await readEnds(db, bulkId);
    if (ends.left > 0 || ends.pending > 0) return false;
    await writeFinish(db, bulkId, ends);
    const row = await findBulk(db, bulkId);
    if (!row) throw new Error('A bulk payout that finished is there');
    const companyId = bulk.company_id;
    const data = toApiBulk(row);
    await emitEvents(db, [{ companyId, paymentId: bulkId, type: 'bulk_payout.finished', data }]);
    await notify(db, {
      kind: 'bulk-payout-finished',
      companyId,
      subjectId: bulkId,
      key: `bulk-finished:${bulkId}`,
      data: {
        name: bulk.name,
        count: ends.paid,
        amount: toUgx(ends.paid_amount),
        failed: ends.failed,
      },
    });
    db.changed({ topic: 'money', companyId });
    return true;
  });
}
