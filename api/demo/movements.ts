import { toHundredths } from '@sente/contract/money';
import type { Db } from '../src/db/database.ts';
import { finishAll, postAll } from '../src/ledger/posting.queries.ts';
import type { Finish, Posting } from '../src/ledger/posting.ts';
import { systemAccountsOf, type SystemAccounts } from '../src/ledger/system-accounts.ts';
import type { SeededAccount } from './accounts.ts';
import type { DemoClock } from './clock.ts';
import { declinedReason } from './ledger-payments.ts';

/** A demo transaction. */
export interface Movement {
  /** The account's key. */
  readonly account: string;
  readonly at: Date;
  /** Positive for a credit, negative for a debit. */
  readonly amountUgx: number;
  readonly kind: 'deposit' | 'collection' | 'payout' | 'withdrawal' | 'charge';
  /** The account on the other side. */
  readonly via: 'bank' | 'fees' | 'MTN' | 'AIRTEL';
  readonly description: string;
  readonly reference: string | null;
  /** Declined: was pending and then failed. Refused: insufficient funds. */
  readonly ends: 'completed' | 'pending' | 'declined' | 'refused';
}

const perCall = 256;
const declinedAfterMs = 3 * 60_000;
const statusAfterPosting = {
  completed: 'completed',
  pending: 'pending',
  declined: 'pending',
  refused: 'failed',
} as const;

/** Posts them in time order, so that every running balance is consistent. */
export async function postMovements(
  db: Db,
  accounts: ReadonlyMap<string, SeededAccount>,
  movements: readonly Movement[],
  clock: DemoClock,
): Promise<void> {
  const otherSides = await readOtherSides(db, accounts);
  const inOrder = movements.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (let start = 0; start < inOrder.length; start += perCall) {
    const batch = inOrder.slice(start, start + perCall);
    const postings = batch.map((movement, index) =>
      toPosting(movement, accounts, otherSides, `demo-${start + index}`),
    );
    const outcomes = await postAll(db, postings);
    const declined: Finish[] = [];
    for (const [index, movement] of batch.entries()) {
      const [outcome, posting] = [outcomes[index], postings[index]];
      if (!outcome || !posting || outcome.status !== statusAfterPosting[movement.ends]) {
        throw new Error(
          `The demo data tells "${movement.description}" on ${movement.account} as ${movement.ends}, but it is ${outcome?.status} (${outcome?.reason})`,
        );
      }
      if (movement.ends === 'declined' && outcome.transactionId !== null) {
        declined.push(toFailure(posting, outcome.transactionId, movement.at, clock));
      }
    }
    await finishAll(db, declined);
  }
}

async function readOtherSides(
  db: Db,
  accounts: ReadonlyMap<string, SeededAccount>,
): Promise<Map<string, SystemAccounts>> {
  const companyIds = new Set([...accounts.values()].map(({ companyId }) => companyId));
  const otherSides = new Map<string, SystemAccounts>();
  for (const id of companyIds) otherSides.set(id, await systemAccountsOf(db, id));
  return otherSides;
}

function toPosting(
  movement: Movement,
  accounts: ReadonlyMap<string, SeededAccount>,
  otherSides: ReadonlyMap<string, SystemAccounts>,
  key: string,
): Posting {
  const account = accounts.get(movement.account);
  const otherSide = account && otherSides.get(account.companyId);
  const moved = toHundredths(movement.amountUgx);
  if (!account || !otherSide || moved === null) {
    throw new Error(`The demo data cannot post "${movement.description}" on ${movement.account}`);
  }
  const amount = moved < 0n ? -moved : moved;
  const posting = {
    companyId: account.companyId,
    accountId: account.id,
    type: moved < 0n ? ('debit' as const) : ('credit' as const),
    amount,
    kind: movement.kind,
    key,
    reference: movement.reference,
    description: movement.description,
    at: movement.at,
  };
  if (movement.ends === 'pending' || movement.ends === 'declined') {
    return { ...posting, legs: [], hold: moved < 0n ? amount : 0n };
  }
  const legs = [
    { accountId: otherSideOf(otherSide, movement.via), amount: -moved },
    { accountId: account.id, amount: moved },
  ];
  return { ...posting, legs };
}

function otherSideOf(accounts: SystemAccounts, via: Movement['via']): string {
  if (via === 'bank') return accounts.settlement;
  if (via === 'fees') return accounts.fees;
  const clearing = accounts.clearing.get(via);
  if (clearing === undefined) throw new Error(`No clearing account for ${via}`);
  return clearing;
}

/** As the payment behind it says, where it is mobile money; see `paymentOf`. */
function whyDeclined({ kind }: Posting): string {
  return kind === 'collection' || kind === 'payout' ? declinedReason(kind)[1] : 'declined';
}

function toFailure(posting: Posting, transactionId: string, at: Date, clock: DemoClock): Finish {
  const end = Math.min(at.getTime() + declinedAfterMs, clock.now.getTime());
  return {
    companyId: posting.companyId,
    accountId: posting.accountId,
    transactionId,
    to: 'failed',
    legs: [],
    reason: whyDeclined(posting),
    at: new Date(end),
  };
}
