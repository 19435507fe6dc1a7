import type { Db } from '../db/database.ts';
import { notify } from '../notifications/notify.ts';
import { emitEvents } from '../webhooks/outbox.ts';
import { findBulk } from './bulk-payouts.queries.ts';
import { toApiBulk } from './bulk-view.ts';
import { moveBulk, type BulkEnd, type StoredBulk } from './stored-bulks.queries.ts';

/**
 * Ends one of which nothing is paid, and tells of it: the systems by an event, and people of what systems ordered, since
 * nobody waits for an answer to that.
 */
export async function endUnpaid(
  db: Db,
  bulk: StoredBulk,
  end: BulkEnd & { readonly state: 'cancelled' | 'refused' },
): Promise<void> {
  const { id, company_id: companyId, name, origin } = bulk;
  await moveBulk(db, id, end);
  db.changed({ topic: 'money', companyId });
  // A draft that somebody throws away in the portal is nobody else's news.
  if (origin === 'portal' && bulk.submitted_at === null) return;
  const row = await findBulk(db, id);
  if (!row) throw new Error('A bulk payout that is locked is there');
  const data = toApiBulk(row);
  await emitEvents(db, [{ companyId, paymentId: id, type: 'bulk_payout.unpaid', data }]);
  if (origin === 'portal') return;
  await notify(db, {
    kind: 'bulk-payout-finished',
    companyId,
    subjectId: id,
    key: `bulk-unpaid:${id}`,
    data: { name, outcome: end.state, ...(data.reason && { reason: data.reason }) },
  });
}
