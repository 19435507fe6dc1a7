import type { Database } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import { lockPayment } from '../payments.queries.ts';
import { isExpired, listExpired } from './payment-requests.queries.ts';
import { failPayout } from './payment-requests.service.ts';

const atOnce = 100;

/** Ends payouts that nobody decided about in time, and releases what they hold. Returns how many. */
export async function expirePayouts(database: Database): Promise<number> {
  const ids = await database.within(platformScope, (db) => listExpired(db, atOnce));
  let count = 0;
  for (const id of ids) {
    await database.within(platformScope, async (db) => {
      const payment = await lockPayment(db, id);
      // Another server, or a person, may have been faster.
      if (!payment?.awaits_approval || !(await isExpired(db, id))) return;
      await failPayout(db, payment, { decision: 'expired', userId: null, note: null });
      count++;
    });
  }
  return ids.length === atOnce ? count + (await expirePayouts(database)) : count;
}
