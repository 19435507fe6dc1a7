import type { NetworkNotice } from '@sente/contract/network-notices';
import { toUgx } from '../../db/amounts.ts';
import type { DecisionRow, NoticeRow } from './notices.queries.ts';

export function toNotice(row: NoticeRow, userId: string): NetworkNotice {
  return {
    id: row.id,
    network: row.network,
    reference: row.reference,
    networkReference: row.network_reference,
    said: row.said,
    isProven: row.is_proven,
    content: row.content,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    times: row.times,
    amount: row.amount === null ? null : toUgx(row.amount),
    direction: row.direction,
    saysPaid: row.says_paid,
    contradicts: row.contradicts,
    ofCase: row.of_case,
    bookedBy: row.booked_by,
    booking: bookingOf(row),
    proposal: row.proposal && toProposal(row.proposal, userId),
    rejection: row.rejection && toRejection(row.rejection, userId),
  };
}

function bookingOf({ booking, release }: NoticeRow): NetworkNotice['booking'] {
  if (!booking) return null;
  return {
    transactionId: booking.transaction_id ?? '',
    direction: booking.direction,
    amount: toUgx(booking.amount),
    at: new Date(booking.decided_at ?? booking.proposed_at).toISOString(),
    release:
      release?.account && release.transaction_id
        ? { transactionId: release.transaction_id, account: release.account }
        : null,
  };
}

function toProposal(row: DecisionRow, userId: string): NonNullable<NetworkNotice['proposal']> {
  return {
    id: row.id,
    decision: row.kind,
    direction: row.direction,
    amount: toUgx(row.amount),
    account: row.account,
    note: row.note,
    by: row.proposed_by_name,
    isOwn: row.proposed_by === userId,
    at: new Date(row.proposed_at).toISOString(),
  };
}

function toRejection(row: DecisionRow, userId: string): NonNullable<NetworkNotice['rejection']> {
  return {
    decision: row.kind,
    proposedBy: row.proposed_by_name,
    isOwn: row.proposed_by === userId,
    by: row.decided_by_name ?? '',
    reason: row.decision_note ?? '',
    at: new Date(row.decided_at ?? row.proposed_at).toISOString(),
  };
}
