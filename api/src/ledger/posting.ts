import { hash } from 'node:crypto';

export interface Leg {
  readonly accountId: string;
  /** Hundredths of UGX; positive is gained by the account, negative given. */
  readonly amount: bigint;
}

/** One intent to move money between accounts of one company. */
export interface Posting {
  readonly companyId: string;
  /** The customer account that the transaction is about, and how it looks from there. */
  readonly accountId: string;
  readonly type: 'credit' | 'debit';
  readonly amount: bigint;
  /** At most one leg per account; they sum to zero. */
  readonly legs: readonly Leg[];
  /** Set: it stays pending, without legs, and this much is kept back on the account. */
  readonly hold?: bigint;
  /** Kind of transaction, such as deposit or payout. */
  readonly kind: string;
  /** Names this intent among all of the company: posting it again answers what came of it. */
  readonly key: string;
  readonly reversalOf?: string;
  readonly reference?: string | null;
  readonly description: string;
  /** Only history that is brought in lies in the past. */
  readonly at?: Date;
  /** Of the transaction to be; made when left out. The same one again is the same attempt. */
  readonly id?: string;
}

export type PostingFailure =
  | 'insufficient_funds'
  | 'inactive_account'
  | 'unknown_account'
  | 'unknown_transaction'
  | 'already_reversed'
  | 'key_reused';

export type Outcome = {
  /** The answer to an earlier posting with the same key. */
  readonly replayed: boolean;
} & (
  | {
      readonly status: 'completed' | 'pending';
      readonly transactionId: string;
      readonly reason: null;
    }
  | {
      readonly status: 'failed';
      /** Null when nothing was stored: it names what does not exist, or uses a key again. */
      readonly transactionId: string | null;
      /** A PostingFailure, or why a pending one was failed later. */
      readonly reason: string | null;
    }
);

/** A pending transaction's end. */
export interface Finish {
  readonly companyId: string;
  readonly transactionId: string;
  /** The transaction's own account. */
  readonly accountId: string;
  readonly to: 'completed' | 'failed';
  /** None when it failed. */
  readonly legs: readonly Leg[];
  readonly reason?: string;
  readonly at?: Date;
  /** Names this attempt; made when left out. */
  readonly finishId?: string;
}

export interface FinishOutcome {
  /** Null when there is no such transaction on that account. */
  readonly status: 'completed' | 'failed' | null;
  readonly reason: string | null;
  /** False when it was finished before; it then stays as it was. */
  readonly changed: boolean;
}

/** What no account could ever accept is a mistake of the program, not of a person. */
export function requirePosting(posting: Posting): void {
  requireLegs(posting.legs);
  if (posting.amount <= 0n) throw new RangeError('A posting moves more than nothing');
  const isPending = posting.hold !== undefined;
  requireMoment(posting.at);
  if (isPending !== (posting.legs.length === 0) || (posting.hold ?? 0n) < 0n) {
    throw new RangeError('A posting has legs, or waits with a hold');
  }
}

export function requireFinish(finish: Finish): void {
  requireLegs(finish.legs);
  requireMoment(finish.at);
  if ((finish.to === 'failed') !== (finish.legs.length === 0)) {
    throw new RangeError('A finish has legs exactly when it completes');
  }
}

/** Ids are made from it and begin with the year 1970. */
function requireMoment(at: Date | undefined): void {
  if (at && !(at.getTime() >= 0)) throw new RangeError('A transaction has a moment after 1970');
}

function requireLegs(legs: readonly Leg[]): void {
  const accounts = new Set(legs.map((leg) => leg.accountId));
  const sum = legs.reduce((total, leg) => total + leg.amount, 0n);
  if (sum !== 0n) throw new RangeError('The legs of a transaction sum to zero');
  if (accounts.size !== legs.length || legs.some((leg) => leg.amount === 0n)) {
    throw new RangeError('A transaction has one leg per account, and none of nothing');
  }
}

/** 128 bits in place of company and key: one short value to look for. */
export function keyHash({ companyId, key }: Posting): string {
  return shortHash(`${companyId}\0${key}`);
}

/** 128 bits of what was asked for, to tell another intent under the same key. */
export function inputHash(posting: Posting): string {
  const { companyId, accountId, type, amount, hold, kind, reversalOf } = posting;
  const legs = posting.legs.map((leg) => `${leg.accountId} ${leg.amount}`).join();
  const parts = [companyId, accountId, type, amount, hold, kind, reversalOf, legs];
  const texts = [posting.reference ?? '', posting.description];
  return shortHash([...parts, ...texts].join('\0'));
}

function shortHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}
