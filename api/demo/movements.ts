import { toHundredths } from '@sente/contract/money';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
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

/**
 * Posts them in time order within each company, so that every running balance is consistent. What a payer paid was
 * asked for before: it is pending from its request until then, as the payment behind it says.
 */
export async function postMovements(
  db: Db,
  accounts: ReadonlyMap<string, SeededAccount>,
  movements: readonly Movement[],
  clock: DemoClock,
): Promise<void> {
  const otherSides = await readOtherSides(db, accounts);
  const inOrder = movements.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const planned = inOrder.map((movement, index) =>
    planOf(movement, toPosting(movement, accounts, otherSides, `demo-${index}`), index, clock),
  );
  const queues = queuesOf(planned);
  while (queues.some((queue) => queue.length > 0)) {
    await post(db, takeRuns(queues, 'post'));
    await finish(db, takeRuns(queues, 'finish'));
  }
}

interface Plan {
  readonly movement: Movement;
  readonly posting: Posting & { readonly id: string };
  readonly finish: Finish | null;
}

/** The posting of a movement, or its end. */
interface Act {
  readonly does: 'post' | 'finish';
  readonly at: Date;
  readonly plan: Plan;
}

function planOf(movement: Movement, whole: Posting, index: number, clock: DemoClock): Plan {
  const { at, ends, kind } = movement;
  const isPaidLater = ends === 'completed' && kind === 'collection';
  const askedAt = isPaidLater ? new Date(at.getTime() - waitOf(index)) : at;
  const posting = { ...whole, at: askedAt, id: uuidV7(askedAt.getTime()) };
  const end = { companyId: whole.companyId, accountId: whole.accountId, transactionId: posting.id };
  if (isPaidLater) {
    const finish = { ...end, to: 'completed' as const, legs: whole.legs, at };
    return { movement, posting: { ...posting, legs: [], hold: 0n }, finish };
  }
  if (ends !== 'declined') return { movement, posting, finish: null };
  const reason = whyDeclined(whole);
  const endedAt = new Date(Math.min(at.getTime() + declinedAfterMs, clock.now.getTime()));
  return { movement, posting, finish: { ...end, to: 'failed', legs: [], reason, at: endedAt } };
}

/** How long a payer takes to approve, from 8 to 90 seconds. */
function waitOf(index: number): number {
  return 8_000 + ((index * 37_000) % 83_000);
}

/** Of each company, its acts in time order. */
function queuesOf(plans: readonly Plan[]): Act[][] {
  const acts = plans.flatMap((plan): Act[] => [
    { does: 'post', at: plan.posting.at ?? plan.movement.at, plan },
    ...(plan.finish
      ? [{ does: 'finish' as const, at: plan.finish.at ?? plan.movement.at, plan }]
      : []),
  ]);
  const companyIds = new Set(plans.map(({ posting }) => posting.companyId));
  return [...companyIds].map((companyId) =>
    acts
      .filter(({ plan }) => plan.posting.companyId === companyId)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  );
}

/** What each company does next of this kind: few calls do all. */
function takeRuns(queues: readonly Act[][], does: Act['does']): Plan[] {
  return queues.flatMap((queue) => {
    const end = queue.findIndex((act) => act.does !== does);
    return queue.splice(0, end < 0 ? queue.length : end).map(({ plan }) => plan);
  });
}

async function post(db: Db, plans: readonly Plan[]): Promise<void> {
  for (let start = 0; start < plans.length; start += perCall) {
    const batch = plans.slice(start, start + perCall);
    const outcomes = await postAll(
      db,
      batch.map(({ posting }) => posting),
    );
    for (const [index, { movement, finish }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status !== (finish ? 'pending' : statusAfterPosting[movement.ends])) {
        throw new Error(
          `The demo data tells "${movement.description}" on ${movement.account} as ${movement.ends}, but it is ${outcome?.status} (${outcome?.reason})`,
        );
      }
    }
  }
}

async function finish(db: Db, plans: readonly Plan[]): Promise<void> {
  for (let start = 0; start < plans.length; start += perCall) {
    const batch = plans.slice(start, start + perCall);
    const ends = batch.flatMap((plan) => plan.finish ?? []);
    const outcomes = await finishAll(db, ends);
    if (outcomes.some((outcome, index) => outcome.status !== ends[index]?.to)) {
      throw new Error('The demo data ends a transaction that is not pending');
    }
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
