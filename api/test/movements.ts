import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { postAll } from '../src/ledger/posting.queries.ts';
import type { Posting } from '../src/ledger/posting.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { createAccount, createCompany } from './factories.ts';

/** A company with one account, and the account on the other side of its money. */
export interface Target {
  readonly companyId: string;
  readonly accountId: string;
  readonly settlement: string;
}

export async function createTarget(owner: Db, name?: string): Promise<Target> {
  const companyId = await createCompany(owner, name === undefined ? {} : { name });
  const accountId = await createAccount(owner, companyId);
  const { settlement } = await systemAccountsOf(owner, companyId);
  return { companyId, accountId, settlement };
}

/** Hundredths of UGX, negative for a debit. */
export function move(target: Target, amount: bigint, more: Partial<Posting> = {}): Posting {
  return {
    companyId: target.companyId,
    accountId: target.accountId,
    type: amount < 0n ? 'debit' : 'credit',
    amount: amount < 0n ? -amount : amount,
    legs: [
      { accountId: target.settlement, amount: -amount },
      { accountId: target.accountId, amount },
    ],
    kind: 'test',
    key: uuidV7(),
    description: `Moved ${amount}`,
    ...more,
  };
}

/** The same in whole UGX, at a given time. */
export function moveUgx(
  target: Target,
  amountUgx: number,
  at: Date,
  more: Partial<Posting> = {},
): Posting {
  return move(target, BigInt(amountUgx) * 100n, { at, description: `Moved ${amountUgx}`, ...more });
}

/** Stays pending; outgoing money is held. */
export function waitUgx(target: Target, amountUgx: number, at: Date, kind: string): Posting {
  const posting = moveUgx(target, amountUgx, at, { kind, legs: [] });
  return { ...posting, hold: amountUgx < 0 ? posting.amount : 0n };
}

/** Posts what moves at once, and returns its transaction. */
export async function postNow(db: Db, posting: Posting): Promise<string> {
  const [outcome] = await postAll(db, [posting]);
  if (outcome?.status !== 'completed') throw new Error(`Not completed: ${outcome?.reason}`);
  return outcome.transactionId;
}

/** The figures of one day of a company. */
export interface DayRow {
  readonly day: string;
  readonly type: string;
  readonly count: number;
  readonly amount: number;
  readonly left_out: number;
}

export function readDays(owner: Db, { companyId }: Target): Promise<DayRow[]> {
  return owner.rows<DayRow>(
    `select day::text, type, count::int, amount::int, left_out::int from company_day_figures
     where company_id = $1 and count <> 0 order by day, type`,
    [companyId],
  );
}
