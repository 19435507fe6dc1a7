import { formatUgx } from '@sente/contract/money';
import type { PayoutBrake } from '@sente/contract/payout-brakes';
import { toUgx } from '../db/amounts.ts';

/* The end of a payout brake is decided by what it holds, which grows while the request waits. */

interface HeldNow {
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
}

/** Of a request in the queue. */
export interface BrakeAbout {
  /** Of a brake whose end waits: what it holds now. */
  readonly held_now: HeldNow | null;
}

/** Of a request `q`. */
export const brakeAbout = `case when q.kind = 'brake' and q.is_waiting then (
    select jsonb_build_object('count', count(*), 'amount', coalesce(sum(w.amount), 0)::text)
    from braked_payments h join payments w on w.company_id = h.company_id and w.id = h.payment_id
    where h.brake_id = (q.details->>'brakeId')::uuid and h.outcome is null
      and w.status in ('PENDING', 'PROCESSING')
  ) end as held_now`;

interface BrakeRequest extends BrakeAbout {
  readonly details: Readonly<Record<string, unknown>>;
  readonly company_name: string | null;
}

/** What is decided as it was asked for, and how much that is by now. */
export function brakeSentence(row: BrakeRequest): string {
  return payoutsSentence(row) + nowSentence(row) + settlementsSentence(row);
}

/** Payouts that were approved or ordered since. */
function nowSentence({ details, held_now: now }: BrakeRequest): string {
  if (now === null) return '';
  const isSame = now.count === Number(details['held']) && totalOf(now) === details['total'];
  return isSame ? '' : ` By now it holds ${payouts(now.count)}, ${totalOf(now)} together.`;
}

function totalOf({ amount }: HeldNow): string {
  return formatUgx(toUgx(amount));
}

function payouts(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'payout' : 'payouts'}`;
}

/** They are in no decision about payouts, and go on with them. */
function settlementsSentence({ details }: BrakeRequest): string {
  const { count = 0, amount = 0 } = (details['settlements'] ?? {}) as Partial<HeldSettlements>;
  if (count === 0) return '';
  const what = `${count.toLocaleString('en-US')} ${count === 1 ? 'settlement' : 'settlements'}`;
  return ` It also holds up ${what}, ${formatUgx(amount)}${count === 1 ? ', which goes on.' : ' together, which go on.'}`;
}

type HeldSettlements = PayoutBrake['heldSettlements'];

function payoutsSentence({ details, company_name }: BrakeRequest): string {
  const of = company_name ? `of ${company_name}` : 'of all companies';
  const count = Number(details['held']);
  if (count === 0) {
    return `End the payout brake ${of}, which holds no payouts. Those that were held since then ${details['decision'] === 'cancel' ? 'are cancelled' : 'go on'}.`;
  }
  const held = `${count.toLocaleString('en-US')} held ${count === 1 ? 'payout' : 'payouts'} ${of}, ${textOf(details['total'])} together`;
  if (details['decision'] === 'cancel') {
    return `End the payout brake and cancel the ${held}: they fail, and the money is free on the accounts again. Payouts that were held since then are cancelled too.`;
  }
  const cancelled = Number(details['cancelled'] ?? 0);
  const common = details['common'] ? ` (${textOf(details['common'])})` : '';
  const later = details['selection']
    ? 'Those that were held since then and match are cancelled too, the others go on.'
    : 'Payouts that were held since then go on too.';
  if (cancelled === 0) {
    return `End the payout brake and release the ${held}: they are sent at once. ${later}`;
  }
  const some = `${cancelled.toLocaleString('en-US')} of the ${held},`;
  return `End the payout brake. Cancel ${some} namely ${textOf(details['cancelledTotal'])}${common}: they fail, and the money is free on the accounts again. The other ${(count - cancelled).toLocaleString('en-US')} are sent at once. ${later}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
