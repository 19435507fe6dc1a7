import { uuidV7 } from '../src/db/uuid.ts';
import type {
  Finish,
  FinishOutcome,
  Leg,
  Outcome,
  Posting,
  PostingFailure,
} from '../src/ledger/posting.ts';

type Expected = Pick<Outcome, 'status' | 'reason' | 'replayed'>;

interface Stored {
  readonly posting: Posting;
  /** The amount that moved. */
  legs: readonly Leg[];
  id: string;
  status: Outcome['status'];
  reason: string | null;
}

/** A simple model of one company's ledger: in memory and sequential. */
export class LedgerModel {
  readonly companyId: string;
  private readonly customers: readonly string[];
  private readonly settlement: string;
  private readonly fees: string;
  private readonly balances = new Map<string, bigint>();
  private readonly held = new Map<string, bigint>();
  private readonly inactive = new Set<string>();
  private readonly stored = new Map<string, Stored>();
  private debtSum = 0n;
  /** Advances and repayments, which the ledger writes by itself. */
  private debtCount = 0;

  constructor(companyId: string, customers: readonly string[], settlement: string, fees: string) {
    this.companyId = companyId;
    this.customers = customers;
    this.settlement = settlement;
    this.fees = fees;
  }

  get storedCount(): number {
    return this.stored.size + this.debtCount;
  }

  /** What the company owes the provider. */
  get debt(): bigint {
    return this.debtSum;
  }

  balanceOf(id: string): bigint {
    return this.balances.get(id) ?? 0n;
  }

  heldOn(id: string): bigint {
    return this.held.get(id) ?? 0n;
  }

  /**
   * From outside (0) or a customer to a customer or outside; only money that leaves a customer pays
   * a fee.
   */
  movement(from: number, to: number, amount: bigint, fee: bigint): Posting {
    const places = [this.settlement, ...this.customers];
    const source = places[from % places.length] ?? this.settlement;
    const targets = places.filter((place) => place !== source);
    const target = targets[to % targets.length] ?? this.settlement;
    const isIn = source === this.settlement;
    const charged = isIn ? 0n : fee;
    const legs: Leg[] = [
      { accountId: source, amount: -amount - charged },
      { accountId: target, amount },
      ...(charged > 0n ? [{ accountId: this.fees, amount: charged }] : []),
    ];
    return this.posting(isIn ? target : source, isIn ? 'credit' : 'debit', amount, legs);
  }

  pending(on: number, type: Posting['type'], amount: bigint): Posting {
    const account = this.customers[on % this.customers.length] ?? '';
    return { ...this.posting(account, type, amount, []), hold: type === 'debit' ? amount : 0n };
  }

  reversal(which: number): Posting | null {
    const target = this.pick(which);
    if (!target?.id) return null;
    const { posting } = target;
    const legs = target.legs.map((leg) => ({ ...leg, amount: -leg.amount }));
    // A transaction that never moved money has no legs to reverse; any two legs do for a refusal.
    const opposite = posting.type === 'credit' ? 'debit' : 'credit';
    const base =
      legs.length > 0
        ? this.posting(posting.accountId, opposite, posting.amount, legs)
        : this.movement(0, 1, posting.amount, 0n);
    return { ...base, reversalOf: target.id };
  }

  earlier(which: number): Posting | null {
    return this.pick(which)?.posting ?? null;
  }

  finishing(which: number, to: Finish['to']): Finish | null {
    const waiting = [...this.stored.values()].filter(
      (one) => one.posting.hold !== undefined && one.id,
    );
    const target = waiting[which % Math.max(1, waiting.length)];
    if (!target) return null;
    const { accountId, type, amount } = target.posting;
    const signed = type === 'credit' ? amount : -amount;
    const legs =
      to === 'failed'
        ? []
        : [
            { accountId, amount: signed },
            { accountId: this.settlement, amount: -signed },
          ];
    return { companyId: this.companyId, transactionId: target.id, accountId, to, legs };
  }

  switch(number: number, isActive: boolean): string {
    const id = this.customers[number % this.customers.length] ?? '';
    if (isActive) this.inactive.delete(id);
    else this.inactive.add(id);
    return id;
  }

  post(posting: Posting): Expected {
    const earlier = this.stored.get(posting.key);
    if (earlier) {
      if (earlier.posting.description !== posting.description) return refused('key_reused');
      return { status: earlier.status, reason: earlier.reason, replayed: true };
    }
    const reason = this.objection(posting);
    if (reason && !['insufficient_funds', 'inactive_account'].includes(reason))
      return refused(reason);
    const status = reason ? 'failed' : posting.hold === undefined ? 'completed' : 'pending';
    this.stored.set(posting.key, { posting, legs: posting.legs, id: '', status, reason });
    if (status === 'completed') this.apply(posting.legs);
    if (status === 'pending') this.hold(posting.accountId, posting.hold ?? 0n);
    return { status, reason, replayed: false };
  }

  /** Like `post`, but what accounts lack is advanced. */
  postWithAdvance(posting: Posting): Expected {
    const isShort =
      !this.stored.has(posting.key) && this.objection(posting) === 'insufficient_funds';
    for (const { accountId, amount } of isShort ? posting.legs : []) {
      const lacks = -amount - this.freeOn(accountId);
      if (this.customers.includes(accountId) && amount < 0n && lacks > 0n) {
        this.owe(accountId, lacks);
      }
    }
    return this.post(posting);
  }

  /** The id that the ledger assigned to the posting with a key. */
  learn(key: string, id: string | null): void {
    const stored = this.stored.get(key);
    if (stored && id !== null) stored.id = id;
  }

  finish(finish: Finish): FinishOutcome {
    const target = [...this.stored.values()].find((one) => one.id === finish.transactionId);
    if (!target) return { status: null, reason: 'unknown_transaction', changed: false };
    const changed = target.status === 'pending';
    const isCredit = target.posting.type === 'credit' && finish.to === 'completed';
    if (changed && isCredit && this.inactive.has(finish.accountId)) {
      return { status: 'pending', reason: 'inactive_account', changed: false };
    }
    if (changed) {
      this.hold(finish.accountId, -(target.posting.hold ?? 0n));
      this.apply(finish.legs);
      target.legs = finish.legs;
      target.status = finish.to;
    }
    return { status: target.status as FinishOutcome['status'], reason: target.reason, changed };
  }

  private posting(accountId: string, type: Posting['type'], amount: bigint, legs: Leg[]): Posting {
    const texts = { kind: 'model', key: uuidV7(), description: 'From the model' };
    return { companyId: this.companyId, accountId, type, amount, legs, ...texts };
  }

  private pick(which: number): Stored | undefined {
    const all = [...this.stored.values()];
    return all[which % Math.max(1, all.length)];
  }

  private objection(posting: Posting): PostingFailure | null {
    const { reversalOf } = posting;
    if (reversalOf !== undefined) {
      const all = [...this.stored.values()];
      if (all.find((one) => one.id === reversalOf)?.status !== 'completed')
        return 'unknown_transaction';
      const done = (one: Stored) =>
        one.posting.reversalOf === reversalOf && one.status !== 'failed';
      if (all.some(done)) return 'already_reversed';
    }
    if (!this.customers.includes(posting.accountId)) return 'unknown_account';
    if (this.inactive.has(posting.accountId)) return 'inactive_account';
    if (posting.hold !== undefined) {
      return posting.hold > this.freeOn(posting.accountId) ? 'insufficient_funds' : null;
    }
    if (posting.legs.some((leg) => this.inactive.has(leg.accountId))) return 'inactive_account';
    const isShort = (leg: Leg): boolean =>
      this.customers.includes(leg.accountId) &&
      leg.amount < 0n &&
      this.freeOn(leg.accountId) < -leg.amount;
    return posting.legs.some(isShort) ? 'insufficient_funds' : null;
  }

  private freeOn(id: string): bigint {
    return this.balanceOf(id) - this.heldOn(id);
  }

  private apply(legs: readonly Leg[]): void {
    for (const { accountId, amount } of legs) {
      this.balances.set(accountId, this.balanceOf(accountId) + amount);
      if (amount > 0n && this.customers.includes(accountId)) this.repayFrom(accountId);
    }
  }

  private repayFrom(accountId: string): void {
    const free = this.freeOn(accountId);
    const repaid = free < this.debtSum ? free : this.debtSum;
    if (repaid > 0n) this.owe(accountId, -repaid);
  }

  /** An advance, or a repayment with a negative amount. */
  private owe(accountId: string, amount: bigint): void {
    this.debtSum += amount;
    this.debtCount += 1;
    this.balances.set(accountId, this.balanceOf(accountId) + amount);
  }

  private hold(id: string, amount: bigint): void {
    this.held.set(id, this.heldOn(id) + amount);
  }
}

function refused(reason: PostingFailure): Expected {
  return { status: 'failed', reason, replayed: false };
}
