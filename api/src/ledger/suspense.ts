import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { uuidV7 } from '../db/uuid.ts';
import { lockAccounts, postWithAdvance } from './advances.ts';
import { postAll } from './posting.queries.ts';
import type { Outcome } from './posting.ts';
import { postReversal, type Reversible } from './reversal.ts';
import { legsOf } from './reversal.queries.ts';
import { systemAccountsOf, type SystemAccounts } from './system-accounts.ts';

export interface UnknownMoney {
  /** Or BANK. */
  readonly network: string;
  /** Collection: it came in at the network. Payout: it left there. */
  readonly direction: PaymentDirection;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  /** The same key again changes nothing. */
  readonly key: string;
  /** The payment's id at the network. */
  readonly reference?: string | null;
  readonly description: string;
  /** Only imported history is in the past. */
  readonly at?: Date;
}

/**
 * Books money that moved at a network and whose owner nobody knows, so that the clearing accounts still
 * say what the network holds: from its clearing account to the suspense account of the provider's own
 * company, or back. Returns the id of the transaction. Requires the platform scope.
 */
export function bookToSuspense(db: Db, money: UnknownMoney): Promise<string> {
  return bookForProvider(db, money, 'suspense');
}

/** What the provider's money at a network is booked against: what the network took, and the own bank. */
const providerKinds = { suspense: 'suspense', fees: 'network-fee', settlement: 'float' } as const;

type Against = keyof typeof providerKinds;

/** The same against another system account of the provider. */
export async function bookForProvider(
  db: Db,
  money: UnknownMoney,
  against: Against,
): Promise<string> {
  const outcome = await postForProvider(db, money, against);
  if (outcome.status === 'completed') return outcome.transactionId;
  throw new Error(`Money at a network was not booked: ${outcome.reason}`);
}

export async function postForProvider(
  db: Db,
  money: UnknownMoney,
  against: Against,
): Promise<Outcome> {
  const companyId = await headOffice(db);
  const system = await systemAccountsOf(db, companyId);
  const accountId = system[against];
  const kind = providerKinds[against];
  const other = placeOf(system, money.network);
  const gained = money.direction === 'collection' ? money.amount : -money.amount;
  const [outcome] = await postAll(db, [
    {
      companyId,
      accountId,
      type: gained > 0n ? 'credit' : 'debit',
      amount: money.amount,
      legs: [
        { accountId, amount: gained },
        { accountId: other, amount: -gained },
      ],
      kind,
      key: `${kind}:${money.key}`,
      reference: money.reference ?? null,
      description: money.description,
      ...(money.at && { at: money.at }),
    },
  ]);
  if (!outcome) throw new Error('The ledger gave no outcome');
  return outcome;
}

export interface Release extends UnknownMoney {
  /** The transaction that booked it to suspense. */
  readonly bookingId: string;
  /** The customer account that owns it. */
  readonly accountId: string;
  readonly companyId: string;
}

/**
 * Moves money from suspense to the account that owns it. The booking is reversed, so the money leaves
 * suspense at most once, and the account gets it from the clearing account of its own company: each
 * company still sums to zero, and all clearing accounts together do not change. Money that had left is
 * taken from the account, and what the account lacks is advanced. Returns the outcome for the account.
 */
export async function releaseFromSuspense(db: Db, release: Release): Promise<Outcome> {
  const { accountId, companyId, network, amount, direction } = release;
  const booking = await findPosted(db, release.bookingId);
  const other = placeOf(await systemAccountsOf(db, companyId), network);
  const booked = await legsOf(db, booking.company_id, booking.id);
  // At once and in order, because the ledger is called more than once.
  await lockAccounts(db, [accountId, other, ...booked.map((leg) => leg.accountId)]);
  const reversal = await postReversal(db, booking);
  if (reversal.status !== 'completed' || reversal.replayed) {
    throw new Error(`Money did not leave suspense: ${reversal.reason ?? 'it had left before'}`);
  }
  const gained = direction === 'collection' ? amount : -amount;
  return postWithAdvance(db, {
    companyId,
    accountId,
    type: gained > 0n ? 'credit' : 'debit',
    amount,
    legs: [
      { accountId, amount: gained },
      { accountId: other, amount: -gained },
    ],
    kind: 'release',
    key: `release:${release.key}`,
    reference: release.reference ?? null,
    description: release.description,
  });
}

/**
 * Locks what a reversed release moves, for a caller that reverses it and then books the money to suspense
 * again: all accounts at once and in order, because the ledger is called more than once.
 */
export async function lockForReturn(db: Db, network: string, releaseId: string): Promise<void> {
  const system = await systemAccountsOf(db, await headOffice(db));
  const release = await findPosted(db, releaseId);
  const legs = await legsOf(db, release.company_id, release.id);
  const moved = [...legs.map((leg) => leg.accountId), system.suspense, placeOf(system, network)];
  await lockAccounts(db, moved);
}

/** Where the money of a place is: the clearing account of a network, or the settlement account for the bank. */
export function placeOf({ clearing, settlement }: SystemAccounts, network: string): string {
  const id = network === 'BANK' ? settlement : clearing.get(network);
  if (id === undefined) throw new Error(`There is no clearing account of ${network}`);
  return id;
}

async function findPosted(db: Db, id: string): Promise<Reversible> {
  const found = await db.row<Reversible>(
    `select id, company_id, account_id, type, amount, reference, description
     from transactions where id = $1`,
    [id],
  );
  if (!found) throw new Error(`There is no transaction ${id}`);
  return found;
}

/** The provider's own company; created if there is none, because money must have a place. */
export async function headOffice(db: Db): Promise<string> {
  const find = () =>
    db.row<{ id: string }>(
      'select id from companies where is_head_office and archived_at is null order by id limit 1',
    );
  const found = await find();
  if (found) return found.id;
  // Two servers must not create one each.
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.headOffice]);
  const created = await find();
  if (created) return created.id;
  const id = uuidV7();
  await db.rows(
    `insert into companies (id, name, email, phone, address, is_head_office)
     values ($1, 'Head Office', 'head-office@localhost', '-', '-', true)`,
    [id],
  );
  return id;
}
