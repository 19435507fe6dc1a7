import { sqlState } from '../src/db/database-errors.ts';
import type { Database, Db } from '../src/db/database.ts';
import { retrying } from '../src/db/retrying.ts';
import { platformScope } from '../src/db/scope.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { postAll } from '../src/ledger/posting.queries.ts';
import { acceptAll, type AcceptedRow } from '../src/payments/orders/acceptance.queries.ts';
import type { ReadyOrder } from '../src/payments/orders/order.ts';

/**
 * Accepts orders and holds the money of payouts, as the server does: in one transaction, with retries. Tries
 * again if others of the company take so long that the database gives up waiting, as clients do.
 */
export async function acceptHeld(
  database: Database,
  orders: readonly ReadyOrder[],
): Promise<AcceptedRow[]> {
  const write = (db: Db) => acceptHeldIn(db, orders);
  for (;;) {
    try {
      return await retrying(() => database.within(platformScope, write), 'payments_key');
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error;
    }
  }
}

/** The same in the caller's transaction. */
export async function acceptHeldIn(db: Db, orders: readonly ReadyOrder[]): Promise<AcceptedRow[]> {
  const named = orders.map((order) =>
    order.direction === 'payout'
      ? { ...order, transactionId: order.transactionId ?? uuidV7() }
      : order,
  );
  const rows = await acceptAll(db, named);
  for (const [index, row] of rows.entries()) {
    const order = named[index];
    if (order?.direction !== 'payout' || row.refusal || row.is_replay) continue;
    await hold(db, order, row);
  }
  return rows;
}

export async function hold(db: Db, order: ReadyOrder, row: AcceptedRow): Promise<void> {
  const [outcome] = await postAll(db, [
    {
      companyId: order.companyId,
      accountId: row.account_id,
      type: 'debit',
      amount: order.amount,
      legs: [],
      hold: order.amount + BigInt(row.fee),
      kind: 'payout',
      key: `payout:${row.id}`,
      reference: order.reference,
      description: 'Mobile money',
      ...(order.transactionId && { id: order.transactionId }),
    },
  ]);
  if (outcome?.status !== 'pending') throw new Error(`Not held: ${outcome?.reason}`);
}
