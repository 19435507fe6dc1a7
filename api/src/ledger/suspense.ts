import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { postAll } from './posting.queries.ts';
import { systemAccountsOf } from './system-accounts.ts';

export interface UnknownMoney {
  readonly network: string;
  /** Collection: it came in at the network. Payout: it left there. */
  readonly direction: PaymentDirection;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  /** The same key again changes nothing. */
  readonly key: string;
  readonly description: string;
}

/**
 * Books money that moved at a network and whose owner nobody knows, so that the clearing accounts still
 * say what the network holds: from its clearing account to the suspense account of the provider's own
 * company, or back. Returns the id of the transaction. When the owner is found, reversing it takes the
 * money out of suspense. Requires the platform scope.
 */
export async function bookToSuspense(db: Db, money: UnknownMoney): Promise<string> {
  const companyId = await headOffice(db);
  const { clearing, suspense } = await systemAccountsOf(db, companyId);
  const other = clearing.get(money.network);
  if (other === undefined) throw new Error(`There is no clearing account of ${money.network}`);
  const gained = money.direction === 'collection' ? money.amount : -money.amount;
  const [outcome] = await postAll(db, [
    {
      companyId,
      accountId: suspense,
      type: gained > 0n ? 'credit' : 'debit',
      amount: money.amount,
      legs: [
        { accountId: suspense, amount: gained },
        { accountId: other, amount: -gained },
      ],
      kind: 'suspense',
      key: `suspense:${money.key}`,
      description: money.description,
    },
  ]);
  if (outcome?.status !== 'completed') {
    throw new Error(`Money of an unknown owner was not booked: ${outcome?.reason}`);
  }
  return outcome.transactionId;
}

/** The provider's own company; created if there is none, because money must have a place. */
async function headOffice(db: Db): Promise<string> {
  const find = () =>
    db.row<{ id: string }>(
      'select id from companies where is_head_office and archived_at is null order by id limit 1',
    );
  const found = await find();
  if (found) return found.id;
  // Two servers must not create one each.
  await db.rows('select pg_advisory_xact_lock($1)', [headOfficeLockKey]);
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

/** Arbitrary advisory lock id. */
const headOfficeLockKey = 7_368_306;
