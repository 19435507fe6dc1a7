import type { Attention, AttentionItem, WaitingPayout } from '@sente/contract/attention';
import { dayMs } from '@sente/contract/kampala';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import {
  countUnknownPayments,
  listFailedSince,
  listGaveUpWebhooks,
  listOpenReviews,
  listWaitingPayouts,
  type AttentionRow,
  type WaitingPayoutRow,
} from './attention.queries.ts';
import { toBase } from './system-transactions.ts';

const maxOfEachKind = 50;
/** Maximum age of a request whose failure is still noticed. */
const longestWaitDays = 14;
/** How long an event that was given up is listed. */
const gaveUpDays = 7;

export async function readAttention(db: Db, userId: string, now: Date): Promise<Attention> {
  const waiting = await listWaitingPayouts(db, maxOfEachKind);
  const reviews = await listOpenReviews(db, maxOfEachKind);
  const failed = await listFailedSince(db, {
    since: new Date(now.getTime() - dayMs),
    fromId: lowestUuidV7(now.getTime() - (1 + longestWaitDays) * dayMs),
    limit: maxOfEachKind,
  });
  const gaveUp = await listGaveUpWebhooks(
    db,
    new Date(now.getTime() - gaveUpDays * dayMs),
    maxOfEachKind,
  );
  const unknown = await countUnknownPayments(db);
  const items = [
    ...waiting.map((row) => toItem('pending-approval', row, toPayout(row, userId))),
    ...reviews.map((row) => toItem('payment-review', row)),
    ...failed.map((row) => toItem('failed-transaction', row)),
  ];
  return {
    pendingApprovals: waiting[0]?.total ?? 0,
    paymentReviews: reviews[0]?.total ?? 0,
    failedTransactions: failed[0]?.total ?? 0,
    unknownPayments: unknown?.since
      ? { count: unknown.count, since: unknown.since.toISOString() }
      : null,
    webhooksGaveUp: gaveUp.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
    // All times have the same format, so their text sorts by time.
    items: items.toSorted((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0)),
  };
}

function toItem(
  kind: AttentionItem['kind'],
  row: AttentionRow,
  payout: WaitingPayout | null = null,
): AttentionItem {
  return {
    kind,
    ...toBase(row),
    description: row.description,
    reason: row.reason,
    since: row.since.toISOString(),
    payout,
  };
}

function toPayout(row: WaitingPayoutRow, userId: string): WaitingPayout {
  return {
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    isAccountActive: row.is_account_active,
    phoneNumber: row.phone_number,
    network: row.network,
    fee: toUgx(row.fee),
    held: toUgx(row.held),
    note: row.note,
    requestedBy: row.requested_by_name,
    isOwn: row.requested_by === userId,
  };
}
