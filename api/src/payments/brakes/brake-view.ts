import { type BrakedPayout, type PayoutBrake, payoutBrake } from '@sente/contract/payout-brakes';
import { toUgx } from '../../db/amounts.ts';
import type { BrakedRow } from './held-payouts.queries.ts';
import type { BrakeRow } from './payout-brakes.queries.ts';

/** None of what has ended. */
const none = { count: 0, amount: 0 };

export function toBrake(row: BrakeRow, heldSettlements = none): PayoutBrake {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    sign: row.sign,
    reason: row.reason,
    figures: figuresOf(row.figures),
    trippedAt: row.tripped_at.toISOString(),
    trippedBy: row.tripped_by,
    heldCount: row.held_count,
    heldAmount: toUgx(row.held_amount),
    heldSettlements,
    proposal: row.ended_at === null ? proposalOf(row) : null,
    end: endOf(row),
  };
}

/** The watcher writes them; what is not as agreed is left out rather than breaking the page. */
function figuresOf(figures: unknown): PayoutBrake['figures'] {
  return payoutBrake.shape.figures.safeParse(figures).data ?? [];
}

function proposalOf(row: BrakeRow): PayoutBrake['proposal'] {
  const { approval_id: approvalId, decision, asked_by: by, asked_at: at } = row;
  if (approvalId === null || decision === null || at === null) return null;
  return {
    approvalId,
    decision,
    cancelledCount: row.to_cancel ?? 0,
    by: by ?? 'Unknown',
    at: at.toISOString(),
  };
}

function endOf(row: BrakeRow): PayoutBrake['end'] {
  const { ended_at: at, outcome, approval_id: approvalId } = row;
  if (at === null || outcome === null || approvalId === null) return null;
  return {
    at: at.toISOString(),
    outcome,
    proposedBy: row.asked_by ?? 'Unknown',
    approvedBy: row.approved_by ?? 'Unknown',
    reason: row.note,
    approvalId,
    releasedCount: row.released_count,
    releasedAmount: toUgx(row.released_amount),
    cancelledCount: row.cancelled_count,
    cancelledAmount: toUgx(row.cancelled_amount),
    heldSettlements: row.settlements ?? none,
  };
}

export function toBraked(row: BrakedRow): BrakedPayout {
  return {
    paymentId: row.payment_id,
    transactionId: row.transaction_id,
    companyId: row.company_id,
    companyName: row.company_name,
    phoneNumber: row.phone_number,
    network: row.network,
    amount: toUgx(row.amount),
    heldAt: row.held_at.toISOString(),
    status: row.status,
    outcome: row.outcome,
  };
}
