import type { Db } from '../db/database.ts';
import { postWithAdvance } from './advances.ts';
import type { Leg, Outcome } from './posting.ts';
import { legsOf } from './reversal.queries.ts';

/** A completed transaction that can be taken back. */
export interface Reversible {
  readonly id: string;
  readonly company_id: string;
  readonly account_id: string;
  readonly type: 'credit' | 'debit';
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly reference: string | null;
  readonly description: string;
}

/**
 * Posts the opposite of a whole transaction. Only a completed reversal keeps its key, so one that is
 * replayed means that the transaction was reversed before.
 */
export async function postReversal(db: Db, original: Reversible): Promise<Outcome> {
  const legs = await legsOf(db, original.company_id, original.id);
  return postWithAdvance(db, {
    companyId: original.company_id,
    accountId: original.account_id,
    type: original.type === 'credit' ? 'debit' : 'credit',
    amount: BigInt(original.amount),
    legs: legs.map(({ accountId, amount }): Leg => ({ accountId, amount: -amount })),
    kind: 'reversal',
    key: `reversal:${original.id}`,
    reversalOf: original.id,
    reference: original.reference,
    description: `Reversal: ${original.description}`,
  });
}
