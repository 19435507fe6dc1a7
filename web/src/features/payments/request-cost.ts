import { feeOf, feeSchedule, type FeeRule, type FeeSchedule } from '@sente/contract/fees';
import { formatUgx } from '@sente/contract/money';
import { paymentAmount } from '@sente/contract/payments';
import type { Transaction } from '@sente/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readAmount } from '../../lib/typed-amount.ts';
import { feeQueries } from '../fees/fee-queries.ts';
import { sortFees } from '../fees/fee-labels.ts';
import { isPayout, type RequestKind } from './quick-action.ts';

/* The cost of a request, shown before it is sent. The server decides what is charged. */

/** Null: no fee. Undefined: unknown. */
type KnownRule = FeeRule | null | undefined;

const schedules = z.array(feeSchedule);

/** Fees that fail to load count as not loaded: the form works without them. */
function currentFees(all: readonly FeeSchedule[]) {
  return sortFees(z.parse(schedules, all)).current;
}

export function useFeeRule(companyId: string, kind: RequestKind): KnownRule {
  const { data } = useQuery({ ...feeQueries.ofCompany(companyId), select: currentFees });
  return data && (data[isPayout(kind) ? 'payout' : 'collection']?.rule ?? null);
}

/** Null if unknown. */
function feeFor(rule: KnownRule, amountUgx: number): number | null {
  if (rule === undefined) return null;
  return rule === null ? 0 : feeOf(rule, amountUgx);
}

export interface Circumstances {
  readonly kind: RequestKind;
  readonly rule: KnownRule;
  /** The available balance of the chosen account; undefined without one. */
  readonly available: number | undefined;
}

export interface PayoutCost {
  /** Null if unknown. */
  readonly fee: number | null;
  readonly total: number;
  /** On the account, once it is held; null if unknown. */
  readonly left: number | null;
}

/** Before a payout is sent. */
export function payoutCost(typed: string, { rule, available }: Circumstances): PayoutCost {
  const amount = readAmount(typed);
  const fee = feeFor(rule, amount);
  const total = amount + (fee ?? 0);
  return { fee, total, left: available === undefined ? null : available - total };
}

/** Below the amount, while typing. */
export function costHint(typed: string, { kind, rule, available }: Circumstances): string {
  const amount = z.safeParse(paymentAmount, readAmount(typed)).data;
  if (amount === undefined) return 'Whole shillings';
  const fee = feeFor(rule, amount);
  // Many zeros are hard to count.
  if (fee === null) return formatUgx(amount);
  const feeText = fee === 0 ? 'No fee' : `Fee ${formatUgx(fee)}`;
  if (!isPayout(kind)) return `${feeText} · ${arrivalText(amount - fee)}`;
  const total = formatUgx(amount + fee);
  return available !== undefined && amount + fee > available
    ? `${feeText} · ${total} would be held, but only ${formatUgx(available)} can be spent`
    : `${feeText} · ${total} will be held`;
}

function arrivalText(rest: number): string {
  return rest > 0 ? `${formatUgx(rest)} will arrive on the account` : 'nothing of it would arrive';
}

/** Why the server would refuse it, as far as the browser knows. */
export function costProblem(
  amount: number,
  { kind, rule, available }: Circumstances,
): string | undefined {
  const fee = feeFor(rule, amount) ?? 0;
  if (!isPayout(kind)) {
    return fee >= amount ? `Must be more than the fee of ${formatUgx(fee)}` : undefined;
  }
  if (available === undefined || amount + fee <= available) return undefined;
  return fee > 0
    ? `With the fee of ${formatUgx(fee)} it is ${formatUgx(amount + fee)}; ${formatUgx(available)} can be spent`
    : `Only ${formatUgx(available)} can be spent on this account`;
}

/** For an account; a payout must cover its fee as well. */
export function spendableText({ kind, rule }: Circumstances, available: number): string {
  return `${formatUgx(available)} can be spent${isPayout(kind) && rule ? ', fee included' : ''}`;
}

/** The hold of a payout: "UGX 5,075, with the fee of UGX 75, is". */
export function heldText({ amount, fee }: Pick<Transaction, 'amount' | 'fee'>): string {
  if (fee === 0) return `${formatUgx(amount)} is`;
  return `${formatUgx(amount + fee)}, with the fee of ${formatUgx(fee)}, is`;
}
