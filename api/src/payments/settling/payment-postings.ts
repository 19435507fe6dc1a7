import { phoneText } from '@sente/contract/phone';
import type { Database } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import { feeLegs } from '../../ledger/fee-legs.ts';
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

/** Completes the transaction of a payment that was paid as requested. */
export function completion(payment: StoredPayment, system: SystemAccounts, at: Date): Finish {
  return { ...transactionOf(payment), to: 'completed', legs: legsOf(payment, system), at };
}

/** Fails the transaction of a payment; what a payout holds is released. */
export function failure(payment: StoredPayment, reason: string, at: Date): Finish {
  return { ...transactionOf(payment), to: 'failed', legs: [], reason, at };
}

/** A transaction that ended differently from its payment is a defect. */
export function requireFinished(
  { to, transactionId }: Finish,
  outcome: FinishOutcome | undefined,
): void {
  if (outcome?.status === to) return;
  throw new Error(`The transaction ${transactionId} did not end as its payment`);
}

/** For a payment whose own transaction cannot be completed: it has failed, or has another amount. */
export function newPosting(
  payment: StoredPayment,
  system: SystemAccounts,
  key: string,
  at: Date,
): Posting {
  const isIn = payment.direction === 'collection';
  return {
    companyId: payment.company_id,
    accountId: payment.account_id,
    type: isIn ? 'credit' : 'debit',
    amount: BigInt(payment.amount),
    legs: legsOf(payment, system),
    kind: payment.direction,
    key,
    at,
    reference: payment.reference,
    description:
      payment.description ??
      `Mobile money ${isIn ? 'from' : 'to'} ${phoneText(payment.phone_number)}`,
  };
}

/** The account gains the amount less the fee, or loses the amount and the fee. */
function legsOf(payment: StoredPayment, system: SystemAccounts): Leg[] {
  const amount = BigInt(payment.amount);
  const fee = BigInt(payment.fee);
  const moved = payment.direction === 'collection' ? amount : -amount;
  const legs: Leg[] = [
    { accountId: payment.account_id, amount: moved - fee },
    { accountId: clearingOf(payment, system), amount: -moved },
    ...feeLegs(payment, system),
  ];
  return legs.filter((leg) => leg.amount !== 0n);
}

function transactionOf(payment: StoredPayment) {
  const { company_id: companyId, account_id: accountId, transaction_id: transactionId } = payment;
  if (transactionId === null) throw new Error(`The payment ${payment.id} has no transaction`);
  return { companyId, accountId, transactionId };
}

function clearingOf({ network }: StoredPayment, { clearing }: SystemAccounts): string {
  const account = clearing.get(network);
  if (!account) throw new Error(`A company without a clearing account of ${network}`);
  return account;
}
