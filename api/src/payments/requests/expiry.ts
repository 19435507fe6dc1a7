import type { Database } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import { lowestUuidV7 } from '../../db/uuid.ts';
import { tellDecided } from '../../approvals/telling.ts';
import { auditServer } from '../../security/audit.ts';
import { lockPayment } from '../payments.queries.ts';
import { isExpired, listExpired } from './payment-requests.queries.ts';
import { askedFor, failPayout } from './payout-decisions.ts';

const atOnce = 100;

/**
 * Ends payouts that nobody decided about in time, and releases what they hold. Returns how many. One that
 * cannot be ended does not keep the others waiting; its error is thrown at the end.
 */
export async function expirePayouts(database: Database): Promise<number> {
  const errors: unknown[] = [];
  let count = 0;
  let after = lowestUuidV7(0);
  for (;;) {
    const from = after;
    const ids = await database.within(platformScope, (db) => listExpired(db, from, atOnce));
    for (const id of ids) {
      await expirePayout(database, id).then(
        (isEnded) => (count += Number(isEnded)),
        (error: unknown) => errors.push(error),
      );
    }
    after = ids.at(-1) ?? after;
    if (ids.length < atOnce) break;
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Payouts could not be ended');
  return count;
}

function expirePayout(database: Database, id: string): Promise<boolean> {
  return database.within(platformScope, async (db) => {
    const payment = await lockPayment(db, id);
    // Another server, or a person, may have been faster.
    if (!payment?.awaits_approval || !(await isExpired(db, id))) return false;
    const decision = { decision: 'expired', userId: null, note: null } as const;
    await failPayout(db, payment, decision, 'Nobody approved it in time');
    await auditServer(db, {
      action: 'approvals.expire',
      subject: { type: 'accounts', id: payment.account_id },
      companyId: payment.company_id,
      details: { kind: 'payout', transaction: payment.transaction_id },
    });
    await tellDecided(db, null, { ...askedFor(payment), outcome: 'expired' });
    return true;
  });
}
