import type { Attention, AttentionItem } from '@sente/contract/dashboards';
import type { Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import { dayMs } from '../http/kampala-days.ts';
import { listFailedSince, listWaitingPayouts, type AttentionRow } from './attention.queries.ts';
import { toSystemTransaction } from './system-transactions.ts';

const maxOfEachKind = 50;
/** How long something may have waited before it failed and still be noticed. */
const longestWaitDays = 14;

export async function readAttention(db: Db, now: Date): Promise<Attention> {
  const waiting = await listWaitingPayouts(db, maxOfEachKind);
  const failed = await listFailedSince(db, {
    since: new Date(now.getTime() - dayMs),
    fromId: lowestUuidV7(now.getTime() - (1 + longestWaitDays) * dayMs),
    limit: maxOfEachKind,
  });
  const items = [
    ...waiting.map((row) => toItem('pending-approval', row)),
    ...failed.map((row) => toItem('failed-transaction', row)),
  ];
  return {
    pendingApprovals: waiting[0]?.total ?? 0,
    failedTransactions: failed[0]?.total ?? 0,
    // All times are written in one form, so their texts are in the order of time.
    items: items.toSorted((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0)),
  };
}

function toItem(kind: AttentionItem['kind'], row: AttentionRow): AttentionItem {
  return {
    kind,
    ...toSystemTransaction(row),
    description: row.description,
    reason: row.reason,
    since: row.since.toISOString(),
  };
}
