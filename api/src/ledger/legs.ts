import { networkWord } from '@sente/contract/payments';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';

export interface LegRow {
  readonly kind: 'customer' | keyof typeof systemNames;
  /** Set for a customer account. */
  readonly name: string | null;
  readonly network: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly balance_after: string;
  /** What a customer account has beyond all holds now. */
  readonly available: string | null;
}

/** A ledger entry with a readable name. */
export interface ReadableLeg {
  account: string;
  amount: number;
  balanceAfter: number;
}

/** The entries of a transaction, the customer's side first. */
export function listLegs(db: Db, transactionId: string): Promise<LegRow[]> {
  return db.rows<LegRow>(
    `select a.kind, a.name, a.network, e.amount, e.balance_after,
       a.balance - a.held - a.floor as available
     from entries e join accounts a on a.id = e.account_id
     where e.transaction_id = $1
     order by a.kind <> 'customer', abs(e.amount) desc, e.amount, a.id`,
    [transactionId],
  );
}

/** For staff. */
export function toLeg(leg: LegRow): ReadableLeg {
  return {
    account: nameOf(leg),
    amount: toUgx(leg.amount),
    balanceAfter: toUgx(leg.balance_after),
  };
}

/** As a company reads it: what the provider's accounts hold is not its business, only where the money came from or went. */
export function toOwnLeg(leg: LegRow): Omit<ReadableLeg, 'balanceAfter'> & {
  balanceAfter: number | null;
} {
  const { kind, network } = leg;
  if (kind === 'customer') return toLeg(leg);
  const account = kind === 'clearing' && network ? networkWord(network) : ownNames[kind];
  return { account, amount: toUgx(leg.amount), balanceAfter: null };
}

const systemNames = {
  settlement: 'Settlement',
  fees: 'Fees',
  vat: 'VAT',
  levy: 'Levy',
  suspense: 'Suspense',
  clearing: 'Clearing',
  receivable: 'Receivable',
} as const;

const ownNames = {
  ...systemNames,
  settlement: 'Bank of the provider',
  fees: 'Fee',
  suspense: 'Owner not known yet',
  clearing: 'Network',
  receivable: 'Owed to the provider',
} as const;

/** Of a customer account its name, of another one what it stands for. */
export function nameOf({ kind, name, network }: Pick<LegRow, 'kind' | 'name' | 'network'>): string {
  if (kind === 'customer') return name ?? '';
  return network ? `${systemNames[kind]} ${networkWord(network)}` : systemNames[kind];
}
