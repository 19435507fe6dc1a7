import type { Database } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import type { Finish, FinishOutcome, Leg, Posting } from '../../ledger/posting.ts';
import { systemAccountsOf, type SystemAccounts } from '../../ledger/system-accounts.ts';
import type { StoredPayment } from '../payments.queries.ts';

/** The system accounts of a company, which never change once created. */
export type FindSystemAccounts = (companyId: string) => Promise<SystemAccounts>;

export function createFindSystemAccounts(database: Database): FindSystemAccounts {
  const known = new Map<string, Promise<SystemAccounts>>();
  return (companyId) => {
    const found = known.get(companyId);
    if (found) return found;
    // In a transaction of its own: accounts from a transaction that is rolled back must not be
    // cached.
    const reading = database.within(platformScope, (db) => systemAccountsOf(db, companyId));
    known.set(companyId, reading);
    reading.catch(() => known.delete(companyId));
    return reading;
  };
}

/** Credits the company's account with the payment less the fee. */
export function collectionPosting(
  payment: StoredPayment,
  system: SystemAccounts,
  amount: bigint,
  fee: bigint,
  key: string,
): Posting {
  const legs: Leg[] = [
    { accountId: payment.account_id, amount: amount - fee },
    { accountId: clearingOf(payment, system), amount: -amount },
    { accountId: system.fees, amount: fee },
  ];
  return {
    ...facts(payment),
    type: 'credit',
    amount,
    legs: legs.filter((leg) => leg.amount !== 0n),
    kind: 'collection',
    key,
    description: payment.description ?? `Mobile money from ${payment.phone_number}`,
  };
}

/** Completes the hold: amount and fee leave the account. */
export function payoutFinish(payment: StoredPayment, system: SystemAccounts): Finish {
  return {
    companyId: payment.company_id,
    transactionId: holdOf(payment),
    accountId: payment.account_id,
    to: 'completed',
    legs: payoutLegs(payment, system),
  };
}

export function payoutRelease(payment: StoredPayment, reason: string): Finish {
  return {
    companyId: payment.company_id,
    transactionId: holdOf(payment),
    accountId: payment.account_id,
    to: 'failed',
    legs: [],
    reason,
  };
}

/** A hold that ended differently from its payment is a defect. */
export function requireFinished(
  finishes: readonly Finish[],
  outcomes: readonly FinishOutcome[],
): void {
  const wrong = finishes.find(({ to }, index) => outcomes[index]?.status !== to);
  if (wrong) throw new Error(`The hold ${wrong.transactionId} did not end as its payment`);
}

/** For a payout that turns out to be paid after its hold was released. */
export function latePayoutPosting(
  payment: StoredPayment,
  system: SystemAccounts,
  key: string,
): Posting {
  return {
    ...facts(payment),
    type: 'debit',
    amount: BigInt(payment.amount),
    legs: payoutLegs(payment, system),
    kind: 'payout',
    key,
    description: payment.description ?? `Mobile money to ${payment.phone_number}`,
  };
}

function payoutLegs(payment: StoredPayment, system: SystemAccounts): Leg[] {
  const amount = BigInt(payment.amount);
  const fee = BigInt(payment.fee);
  const legs: Leg[] = [
    { accountId: payment.account_id, amount: -(amount + fee) },
    { accountId: clearingOf(payment, system), amount },
    { accountId: system.fees, amount: fee },
  ];
  return legs.filter((leg) => leg.amount !== 0n);
}

function facts({ company_id, account_id, reference }: StoredPayment) {
  return { companyId: company_id, accountId: account_id, reference };
}

function holdOf({ transaction_id }: StoredPayment): string {
  if (transaction_id === null) throw new Error('A payout without a hold');
  return transaction_id;
}

function clearingOf({ network }: StoredPayment, { clearing }: SystemAccounts): string {
  const account = clearing.get(network);
  if (!account) throw new Error(`A company without a clearing account of ${network}`);
  return account;
}
