import { caseActionLabel, caseTexts, type CaseAction } from '@sente/contract/case-kinds';
import { formatUgx } from '@sente/contract/money';
import type { CaseDetails, CaseEvent } from '@sente/contract/reconciliation';
import { toUgx } from '../db/amounts.ts';
import type { EventRow } from './case-events.queries.ts';
import type { CaseRow } from './case-rows.queries.ts';
import type { OurRow, TheirRow } from './case-sides.queries.ts';

/* What people read of a case: both sides, its cause and its history. */

export function toTheirs(line: TheirRow): NonNullable<CaseDetails['theirs']> {
  const ugx = (amount: string | null): number | null => (amount === null ? null : toUgx(amount));
  return {
    reference: line.reference,
    orderId: line.order_id,
    phoneNumber: line.phone,
    at: line.at.toISOString(),
    direction: line.direction,
    amount: toUgx(line.amount),
    fee: ugx(line.fee),
    balanceAfter: ugx(line.balance_after),
    status: line.status,
    text: line.text,
    statementId: line.file_id,
    statementName: line.file_name,
    lineNumber: line.line_number,
  };
}

export function toOurs(booking: OurRow, { id }: CaseRow): NonNullable<CaseDetails['ours']> {
  return {
    recordId: booking.payment_id ?? booking.transaction_id ?? id,
    transactionId: booking.transaction_id,
    direction: booking.direction,
    phoneNumber: booking.phone,
    amount: toUgx(booking.amount),
    status: booking.status,
    networkReference: booking.network_reference,
    createdAt: booking.created_at.toISOString(),
    bookedAt: booking.booked_at?.toISOString() ?? null,
    account: booking.account,
  };
}

export function causeOf({ kind, network, fee, expected_fee: expected }: CaseRow): string {
  if (kind !== 'fee' || fee === null || expected === null) return caseTexts(kind, network).cause;
  const [taken, due] = [formatUgx(toUgx(fee)), formatUgx(toUgx(expected))];
  return expected === fee
    ? `The network took ${taken} with this payment, as its tariff says.`
    : `The network took ${taken} with this payment, and its tariff says ${due}.`;
}

export function historyOf(row: CaseRow, events: readonly EventRow[]): CaseEvent[] {
  const labelOf = (action: CaseAction, other: string | null): string =>
    action === 'match' && other !== null
      ? `It is the other side of case ${other}`
      : caseActionLabel(action, row.network);
  const at = row.settled_at?.toISOString();
  const last: CaseEvent[] = [];
  if (row.settled_by === 'server' && at) last.push({ at, what: 'settled', by: null, text: null });
  if (row.settled_by === 'withdrawal' && at) {
    last.push({ at, what: 'ended', by: null, text: row.withdrawn_with });
  }
  return [
    { at: row.opened_at.toISOString(), what: 'opened', by: null, text: null },
    ...events.map(({ at, what, by, action, other, text }) => ({
      at: at.toISOString(),
      what,
      by,
      text: what === 'proposed' && action ? `${labelOf(action, other)}: ${text ?? ''}` : text,
    })),
    ...last,
  ];
}
