import { fromHundredths } from '@sente/contract/money';
import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { toUgx } from '../db/amounts.ts';
import { readApprovalsAbout } from '../approvals/approvals.service.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import {
  findDetails,
  listLegs,
  type DetailsRow,
  type LegRow,
} from './transaction-details.queries.ts';
import { amountsOf, datesOf, isOfDebt, statusLabels, typeLabels } from './transaction-view.ts';

/** Includes archived companies, as the platform-wide lists do. */
export async function readDetails(
  db: Db,
  actor: Actor,
  id: string,
): Promise<SystemTransactionDetails> {
  const row = await findDetails(db, id);
  if (!row) throw notFound('Transaction not found');
  const legs = await listLegs(db, id);
  return {
    ...toDetails(row, legs.map(toLeg)),
    reversal: reversalOf(row, legs),
    approvals: await readApprovalsAbout(db, actor, id),
  };
}

type Legs = SystemTransactionDetails['legs'];

/** The ledger entries of a transaction with readable names. */
export async function readLegs(db: Db, transactionId: string): Promise<Legs> {
  return (await listLegs(db, transactionId)).map(toLeg);
}

function toLeg(leg: LegRow): Legs[number] {
  return {
    account: nameOf(leg),
    amount: toUgx(leg.amount),
    balanceAfter: toUgx(leg.balance_after),
  };
}

function toDetails(
  row: DetailsRow,
  legs: Legs,
): Omit<SystemTransactionDetails, 'reversal' | 'approvals'> {
  const isPending = row.status === 'pending';
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    isCompanyArchived: row.is_company_archived,
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    type: typeLabels[row.type],
    ...amountsOf(row),
    status: statusLabels[row.status],
    kind: row.kind,
    reference: row.reference,
    description: row.description,
    reason: row.reason,
    ...datesOf(row),
    reversalOf: row.reversal_of,
    reversedBy: row.reversed_by,
    // The row keeps the held amount after the hold is released.
    held: isPending ? toUgx(row.held) : 0,
    legs,
    apiTransactionId: row.payment_id,
  };
}

/** The same rules as for posting it; the server applies them again then. */
function reversalOf(
  row: DetailsRow,
  legs: readonly LegRow[],
): SystemTransactionDetails['reversal'] {
  const isDone = row.reversal_of !== null || row.reversed_by !== null;
  if (row.status !== 'completed' || isDone || row.is_company_archived || isOfDebt(row.kind)) {
    return null;
  }
  let [advanced, repaid] = [0n, 0n];
  for (const { amount, available } of legs) {
    // Only customer accounts have a limit.
    if (available === null) continue;
    const left = BigInt(available) - BigInt(amount);
    const debt = BigInt(row.debt) - repaid;
    if (left < 0n) advanced -= left;
    else if (BigInt(amount) < 0n) repaid += left < debt ? left : debt;
  }
  return {
    advanced: fromHundredths(advanced),
    repaid: fromHundredths(repaid),
    owed: fromHundredths(BigInt(row.debt) + advanced - repaid),
  };
}

const systemNames = {
  settlement: 'Settlement',
  fees: 'Fees',
  suspense: 'Suspense',
  clearing: 'Clearing',
  receivable: 'Receivable',
} as const;

function nameOf({ kind, name, network }: LegRow): string {
  if (kind === 'customer') return name ?? '';
  return network ? `${systemNames[kind]} ${network}` : systemNames[kind];
}
