import type { Attention, AttentionItem } from '@sente/contract/attention';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { countOpen, filtersOf, totalWaitingFor } from '../approvals/approvals-read.ts';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { countWaitingEnquiries } from '../enquiries/enquiries.service.ts';
import type { Actor } from '../http/actor.ts';
import { readToldMailTrouble } from '../notifications/look-states.ts';
import { countOpenCases, readToldFloats } from '../reconciliation/attention.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import {
  countLedgerFaults,
  countOpenNotices,
  countUnknownPayments,
  countUnproposedReviews,
  listBrakesOn,
  listFailedSince,
  listGaveUpWebhooks,
  listOpenReviews,
  listWaiting,
  readWatcher,
  type AttentionRow,
  type WaitingRow,
  type WatcherRow,
} from './attention.queries.ts';
import { readTotals } from '../transactions/filtered-list.ts';
import { toBase } from './system-transactions.ts';

const maxOfEachKind = 50;
/** Maximum age of a request whose failure is still noticed. */
const longestWaitDays = 14;
/** How long an event that was given up is listed. */
const gaveUpDays = 7;

export async function readAttention(db: Db, actor: Actor, now: Date): Promise<Attention> {
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
  const forReader = await totalWaitingFor(db, actor);
  // As the dashboard has it: what the reader can decide, or else what others decide.
  const tab = forReader.count > 0 ? 'waiting' : 'open';
  const waiting = await listWaiting(db, filtersOf(actor, { tab }), maxOfEachKind);
  const brakes = await listBrakesOn(db);
  const items = [
    ...waiting.map((row) => toItem('pending-approval', row, row.kind)),
    ...reviews.map((row) => toItem('payment-review', row)),
    ...failed.map((row) => toItem('failed-transaction', row)),
  ];
  const counted = [waiting, reviews, failed].map(([first]) => first?.total ?? 0);
  return {
    pendingApprovals: await countOpen(db, actor),
    approvalsForReader: forReader.count,
    approvalsAmount: toUgx(forReader.amount),
    approvalsSince: forReader.since?.toISOString() ?? null,
    paymentReviews: reviews[0]?.total ?? 0,
    reviewsForReader: actor.permissions.has('staffMoney') ? await countUnproposedReviews(db) : 0,
    failedTransactions: failed[0]?.total ?? 0,
    failedSinceYesterday: (
      await readTotals(db, {
        status: 'failed',
        kind: 'no-collection',
        dateBy: 'finished',
        startDate: kampalaDay(now.getTime() - dayMs),
        endDate: kampalaDay(now.getTime()),
      })
    ).count,
    unknownPayments: unknown?.since
      ? { count: unknown.count, since: unknown.since.toISOString() }
      : null,
    openNotices: await countOpenNotices(db),
    payoutBrakes: brakes.map(({ since, ...brake }) => ({ ...brake, since: since.toISOString() })),
    watcher: troubleOf(await readWatcher(db)),
    openCases: await countOpenCases(db),
    unexplainedFloats: await readToldFloats(db),
    ledgerFaults: await countLedgerFaults(db),
    mailTrouble: await readToldMailTrouble(db, now),
    webhooksGaveUp: gaveUp.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
    // All times have the same format, so their text sorts by time.
    items: items.toSorted((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0)),
    unlistedItems: counted.reduce((sum, count) => sum + count, 0) - items.length,
    newEnquiries: mayAnswer(actor) ? await countWaitingEnquiries(db) : 0,
  };
}

/** Others would see a number that they cannot make smaller. */
function mayAnswer({ isVisitor, permissions }: Actor): boolean {
  return !isVisitor && permissions.has('staffCompanies');
}

function troubleOf(watcher: WatcherRow | undefined): Attention['watcher'] {
  if (!watcher || watcher.isLate) {
    return { problem: 'late', since: watcher?.lastLookedAt.toISOString() ?? null };
  }
  return watcher.canSeal ? null : { problem: 'cannot-seal', since: null };
}

function toItem(
  kind: AttentionItem['kind'],
  row: AttentionRow | WaitingRow,
  approvalKind: AttentionItem['approvalKind'] = null,
): AttentionItem {
  return {
    kind,
    ...toBase(row),
    description: row.description,
    reason: row.reason,
    since: row.since.toISOString(),
    approvalKind,
  };
}
