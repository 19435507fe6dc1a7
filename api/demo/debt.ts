import type { Db } from '../src/db/database.ts';
import { postWithAdvance } from '../src/ledger/advances.ts';
import type { Posting } from '../src/ledger/posting.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import type { SeededAccount } from './accounts.ts';
import type { DemoClock } from './clock.ts';
import { secondsAfter } from './payment-rows.ts';

/** In hundredths of UGX: what the account lacked, and what the company has collected since. */
const lacked = 350_000_00n;
const collected = 120_000_00n;

/**
 * A company that owes the provider: a payout that had been reported as failed was paid after all, when
 * the account no longer held enough. A collection has repaid a part.
 */
export async function seedDebt(
  db: Db,
  accounts: ReadonlyMap<string, SeededAccount>,
  clock: DemoClock,
): Promise<void> {
  const account = accounts.get('soroti');
  if (!account) throw new Error('The company that owes has no account');
  const { companyId, id: accountId } = account;
  const { available, last } = await readState(db, accountId);
  const { clearing } = await systemAccountsOf(db, companyId);
  const mtn = clearing.get('MTN') ?? '';
  const post = (posting: Pick<Posting, 'type' | 'amount' | 'kind' | 'description'>, at: Date) => {
    const gained = posting.type === 'credit' ? posting.amount : -posting.amount;
    return postWithAdvance(db, {
      ...posting,
      companyId,
      accountId,
      legs: [
        { accountId, amount: gained },
        { accountId: mtn, amount: -gained },
      ],
      key: `demo-debt-${posting.kind}`,
      reference: `MTN${posting.type === 'credit' ? '90417744' : '90416203'}`,
      // Not in the future, if the account had business a moment ago.
      at: at < clock.now ? at : clock.now,
    });
  };
  // Mobile money has no cents.
  const amount = (available / 100n) * 100n + lacked;
  const paidOut = { type: 'debit', kind: 'payout', description: 'Solar kits, order 88' } as const;
  await post({ ...paidOut, amount }, secondsAfter(last, 20));
  const paidIn = {
    type: 'credit',
    kind: 'collection',
    description: 'Kit and voucher sales',
  } as const;
  await post({ ...paidIn, amount: collected }, secondsAfter(last, 40));
}

/** The money beyond all holds, and the time of the last entry. */
async function readState(db: Db, accountId: string): Promise<{ available: bigint; last: Date }> {
  const row = await db.row<{ available: string; last: Date }>(
    `select balance - held - floor as available, last_transaction_at as last
     from accounts where id = $1`,
    [accountId],
  );
  if (!row) throw new Error('The company that owes has no account');
  return { available: BigInt(row.available), last: row.last };
}
