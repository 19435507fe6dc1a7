import type { Account } from '@sente/contract/accounts';
import { feeOf, feeSchedule, type FeeSchedule } from '@sente/contract/fees';
import { formatUgx } from '@sente/contract/money';
import { maxPaymentAmount, paymentAmount, type PaymentDirection } from '@sente/contract/payments';
import { chargeOf } from '@sente/contract/taxes';
import type { Transaction } from '@sente/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readAmount } from '../../lib/typed-amount.ts';
import { availableOf } from '../accounts/held-money.tsx';
import { feeQueries } from '../fees/fee-queries.ts';
import { sortFees } from '../fees/fee-labels.ts';
import { taxQueries } from '../fees/tax-queries.ts';
import { limitQueries } from '../limits/limit-queries.ts';
import { isPayout, type RequestKind } from './quick-action.ts';

/* The cost of a request, shown before it is sent. The server decides what is charged. */

/** The fee of an amount, with the taxes on top of it. Null: no fee. Undefined: unknown. */
type KnownCost = ((amountUgx: number) => number) | null | undefined;

const schedules = z.array(feeSchedule);

/** Fees that fail to load count as not loaded: the form works without them. */
function currentFees(all: readonly FeeSchedule[]) {
  return sortFees(z.parse(schedules, all)).current;
}

export function useCost(companyId: string, kind: RequestKind): KnownCost {
  const { data } = useQuery({ ...feeQueries.ofCompany(companyId), select: currentFees });
  const { data: taxes } = useQuery(taxQueries.current());
  if (!data || !Array.isArray(taxes)) return undefined;
  const direction = directionOf(kind);
  const rule = data[direction]?.rule;
  if (!rule && taxes.every((tax) => tax.direction !== direction)) return null;
  return (amount) => chargeOf(rule ? feeOf(rule, amount) : 0, amount, direction, taxes).fee;
}

/** The company's own limit of one payment, where it is lower than that of everybody; undefined without one. */
function useMost(companyId: string, kind: RequestKind): number | undefined {
  const { data } = useQuery(limitQueries.ofCompany(companyId));
  // What fails to load limits nothing here: the server decides.
  if (!Array.isArray(data)) return undefined;
  const own = data.find(
    (limit) =>
      limit.scope === 'company' &&
      limit.direction === directionOf(kind) &&
      limit.kind === 'payment',
  );
  return own && own.most < maxPaymentAmount ? own.most : undefined;
}

/** What the browser knows of a request before an account is chosen. */
export function useKnown(companyId: string, kind: RequestKind): Omit<Circumstances, 'available'> {
  return { kind, cost: useCost(companyId, kind), most: useMost(companyId, kind) };
}

function directionOf(kind: RequestKind): PaymentDirection {
  return isPayout(kind) ? 'payout' : 'collection';
}

/** Null if unknown. */
function feeFor(cost: KnownCost, amountUgx: number): number | null {
  if (cost === undefined) return null;
  return cost === null ? 0 : cost(amountUgx);
}

export interface Circumstances {
  readonly kind: RequestKind;
  readonly cost: KnownCost;
  /** The available balance of the chosen account; undefined without one. */
  readonly available: number | undefined;
  /** What the company may move in one payment, where it has a limit of its own. */
  readonly most?: number | undefined;
}

export interface PayoutCost {
  /** Null if unknown. */
  readonly fee: number | null;
  readonly total: number;
  /** On the account, once it is held; null if unknown. */
  readonly left: number | null;
}

/** Before a payout is sent. */
export function payoutCost(typed: string, { cost, available }: Circumstances): PayoutCost {
  const amount = readAmount(typed);
  const fee = feeFor(cost, amount);
  const total = amount + (fee ?? 0);
  return { fee, total, left: available === undefined ? null : available - total };
}

/** Said while typing: no fee and no balance changes it. */
export function limitProblem(
  typed: string,
  { kind, most }: Pick<Circumstances, 'kind' | 'most'>,
): string | undefined {
  if (most === undefined || !(readAmount(typed) > most)) return undefined;
  return `At most ${formatUgx(most)} in one ${directionOf(kind)}`;
}

/** Below the amount, while typing. */
export function costHint(typed: string, { kind, cost, available }: Circumstances): string {
  const amount = z.safeParse(paymentAmount, readAmount(typed)).data;
  if (amount === undefined) return 'Whole shillings';
  const fee = feeFor(cost, amount);
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
function costProblem(amount: number, { kind, cost, available }: Circumstances): string | undefined {
  const fee = feeFor(cost, amount) ?? 0;
  if (!isPayout(kind)) {
    return fee >= amount ? `Must be more than the fee of ${formatUgx(fee)}` : undefined;
  }
  if (available === undefined || amount + fee <= available) return undefined;
  return fee > 0
    ? `With the fee of ${formatUgx(fee)} it is ${formatUgx(amount + fee)}; ${formatUgx(available)} can be spent`
    : `Only ${formatUgx(available)} can be spent on this account`;
}

/** What is wrong with a request, in the order in which it is said. */
export function requestProblems(
  known: Omit<Circumstances, 'available'>,
  accounts: readonly Account[],
) {
  return {
    /** Of what was typed: before the limit of everybody. */
    ofAmount: (typed: string) => limitProblem(typed, known),
    ofCost: ({ accountId, amount }: { accountId: string; amount: number }) => {
      const account = accounts.find(({ id }) => id === accountId);
      return costProblem(amount, { ...known, available: account && availableOf(account) });
    },
  };
}

/** For an account: what it can pay, which must cover the fee of a payout as well, or what it holds before money comes. */
export function balanceText({ kind, cost }: Circumstances, available: number): string {
  if (!isPayout(kind)) return `holds ${formatUgx(available)} now`;
  return `${formatUgx(available)} can be spent${cost ? ', fee included' : ''}`;
}

/** The hold of a payout: "UGX 5,075, with the fee of UGX 75, is". */
export function heldText({ amount, fee }: Pick<Transaction, 'amount' | 'fee'>): string {
  if (fee === 0) return `${formatUgx(amount)} is`;
  return `${formatUgx(amount + fee)}, with the fee of ${formatUgx(fee)}, is`;
}
