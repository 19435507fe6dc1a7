import type { PaymentCheck } from '@sente/contract/payment-check';
import type { Checkout, CheckoutState } from '@sente/contract/payment-links';
import { toUgx } from '../db/amounts.ts';

/** A payment of a checkout. */
export interface AttemptRow {
  readonly payment_id: string;
  readonly status: string;
  readonly phone_number: string;
  readonly network: string;
  /** Hundredths of UGX; a number from JSON. */
  readonly amount: number;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  /** The network reported something that people have to decide. */
  readonly is_checked: boolean;
  readonly check: PaymentCheck | null;
  /** Reversed, or refunded whole. */
  readonly is_given_back: boolean;
}

export interface CheckoutRow {
  readonly id: string;
  readonly created_at: Date;
  /** The link is for one payment, and somebody else had paid it before this one was paid. */
  readonly is_paid_before: boolean;
  /** In their order. */
  readonly attempts: readonly AttemptRow[];
}

/** The one place that says what became of a checkout. What was paid stays paid, whatever else was tried. */
export function stateOf(attempts: readonly AttemptRow[]): CheckoutState {
  if (attempts.some(({ status }) => status === 'SUCCESS')) return 'paid';
  const isOpen = ({ status, is_checked: isChecked }: AttemptRow) =>
    status !== 'FAILED' && !isChecked;
  if (attempts.some(isOpen)) return 'waiting';
  return attempts.some(({ is_checked: isChecked }) => isChecked) ? 'checking' : 'failed';
}

/** MTN and Airtel give a payer five minutes, and tell some time later that they are over. */
const payerHasMs = 300_000;

export const deadlineOf = (attempt: AttemptRow) =>
  new Date(Date.parse(attempt.created_at) + payerHasMs);

/** As its page shows it. `late`: the time to approve is over, and the network has not said what became of it. */
export function shownStateOf(attempts: readonly AttemptRow[]): CheckoutState | 'late' {
  const state = stateOf(attempts);
  const last = attempts.at(-1);
  return state === 'waiting' && last && deadlineOf(last).getTime() <= Date.now() ? 'late' : state;
}

const isKept = ({ status, is_given_back: isGivenBack }: AttemptRow) =>
  status === 'SUCCESS' && !isGivenBack;

/** One was carried out late, after the next one had begun. */
export function hasPaidTwice(attempts: readonly AttemptRow[]): boolean {
  return attempts.filter(isKept).length > 1;
}

/** By somebody else, and the money is still with the company. */
export function isPaidBefore({ attempts, is_paid_before: isBefore }: CheckoutRow): boolean {
  return isBefore && attempts.some(isKept);
}

export function checkoutOf(row: CheckoutRow): Checkout {
  const { id, created_at: createdAt, attempts } = row;
  return {
    id,
    state: stateOf(attempts),
    isPaidTwice: hasPaidTwice(attempts) || isPaidBefore(row),
    createdAt: createdAt.toISOString(),
    attempts: attempts.map((attempt) => ({
      paymentId: attempt.payment_id,
      status: attempt.status,
      phoneNumber: attempt.phone_number,
      network: attempt.network,
      amount: toUgx(String(attempt.amount)),
      reason: attempt.reason,
      check: attempt.check,
      createdAt: new Date(attempt.created_at).toISOString(),
      finishedAt: attempt.finished_at && new Date(attempt.finished_at).toISOString(),
    })),
  };
}
