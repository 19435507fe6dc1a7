import { caseKinds, sidesOfCases, caseTexts, type CaseAction } from '@sente/contract/case-kinds';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { formatUgx } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { lockAccounts, postWithAdvance } from '../ledger/advances.ts';
import { keepCorrectedDay } from '../ledger/corrected-days.queries.ts';
import { bookForProvider, placeOf } from '../ledger/suspense.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { endNoticesOf, keepInSuspense, lockNoticesOf } from '../payments/notices/case-money.ts';
import { bookLateSuccess } from '../payments/reviews/late-booking.ts';
import { audit } from '../security/audit.ts';
import { reverseAlone } from '../transactions/transactions.service.ts';
import { lockCase, type CaseRow } from './case-rows.queries.ts';
import {
  lockAccountsOf,
  lockPaymentsOf,
  lockSettlementsOf,
  settleCase,
  waitWithCase,
} from './case-settling.queries.ts';
import { isAnswered } from './cases.queries.ts';
import { moneyOf } from './expected-fees.ts';
import { pairCases } from './pair-cases.queries.ts';
import { lockReconciliation, matchNewBookings } from './run-matching.ts';
import { takeSettling } from './take.queries.ts';

type Settling = Exclude<CaseAction, 'wait' | 'match'>;
type Approval = Parameters<CarryOut>[2];
type Asked = Pick<Approval, 'id' | 'asked_by' | 'note'>;

/** What can be done about a case, the suggested action first. */
export function actionsOf(row: CaseRow): CaseAction[] {
  if (row.state !== 'open') return [];
  const canReverse = row.transaction_id !== null && !row.is_reversal;
  const possible = caseKinds[row.kind].actions.filter((action) => {
    if (action === 'reverse') return canReverse;
    if (action === 'float') return row.network !== 'BANK';
    if (action !== 'account') return true;
    // What was written to suspense as missing is taken back instead: the account still has it.
    return row.account_id !== null && !(row.kind === 'after-reversal' && canReverse);
  });
  // What was reversed here and stayed at the network belongs to the account again.
  return row.kind === 'only-ours' && row.is_reversal && row.account_id !== null
    ? ['account', ...possible]
    : possible;
}

/** Settles a case as two people decided, in the transaction of the decision, or throws. */
export const carryOutCase: CarryOut = async (db, approver, approval) => {
  const { caseId, otherCaseId, action } = approval.details;
  if (action === 'match') return carryOutMatch(db, approver, approval, [caseId, otherCaseId]);
  return carryOutOne(db, approver, approval, await lockOpenCase(db, String(caseId)));
};

/** Nothing is posted: what is there belongs together. */
async function carryOutMatch(
  db: Db,
  approver: Actor,
  approval: Approval,
  ids: readonly unknown[],
): Promise<null> {
  const pair = await lockPair(db, ids.map(String));
  await pairCases(db, pair, approval.id);
  await endNoticesOf(db, noticesOf(pair.theirs, approver));
  for (const row of [pair.theirs, pair.ours]) {
    await audit(db, approver, {
      action: 'reconciliation.settle',
      subject: { type: 'reconciliation', id: row.id },
      companyId: row.company_id,
      details: { case: row.number, action: 'match', approval: approval.id },
    });
  }
  return null;
}

/** A line without a booking and a booking without a line, of the same amount at the same place. */
export async function lockPair(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly theirs: CaseRow; readonly ours: CaseRow }> {
  const rows = await lockOpenCases(db, ids);
  const find = (kinds: readonly string[]) => rows.find(({ kind }) => kinds.includes(kind));
  const [theirs, ours] = [find(sidesOfCases.theirs), find(sidesOfCases.ours)];
  if (!theirs || !ours) throw refused('One of the two cases was settled in the meantime');
  const isEqual = movedBy(theirs) === -BigInt(ours.effect);
  if (!isEqual || theirs.network !== ours.network) {
    throw refused('The two cases are not of the same amount at the same place');
  }
  return { theirs, ours };
}

/** What the line of a case moved, without what the network took besides. */
const movedBy = ({ effect, fee }: CaseRow): bigint => BigInt(effect) + BigInt(fee ?? 0);

const noticesOf = ({ line_id: lineId, number }: CaseRow, { userId }: Actor) => ({
  lineId,
  number,
  decidedBy: userId,
});

/** Settles several cases of one kind, each by itself: all that are still open, or none. */
export const carryOutCases: CarryOut = async (db, approver, approval) => {
  const rows = await lockOpenCases(db, approval.details['caseIds'] as string[]);
  for (const row of rows) {
    await naming(row, () => carryOutOne(db, approver, approval, row));
  }
  return null;
};

/** Says which of several cases cannot be settled. */
export async function naming<T>({ number }: CaseRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? refused(`Case ${number}: ${error.message}`) : error;
  }
}

/** Returns the id of the transaction. */
async function carryOutOne(
  db: Db,
  approver: Actor,
  approval: Approval,
  row: CaseRow,
): Promise<string | null> {
  const { until } = approval.details;
  const action = approval.details['action'] as CaseAction;
  const about = { subject: { type: 'reconciliation', id: row.id }, companyId: row.company_id };
  const details = { case: row.number, action, approval: approval.id };
  if (action === 'wait') {
    await waitWithCase(db, row.id, String(until));
    await audit(db, approver, { action: 'reconciliation.settle', ...about, details });
    return null;
  }
  if (action === 'match') throw new Error('Cases are matched in pairs');
  const ids = await settle(db, approver, approval, row, action);
  await settleCase(db, row.id, action, approval.id);
  await tellNotices(db, approver, approval, row, action === 'suspense' ? (ids[0] ?? null) : null);
  await audit(db, approver, { action: 'reconciliation.settle', ...about, details });
  return ids[0] ?? null;
}

/** Messages of the network about the same payment end; what went to suspense is released as what they told is. */
async function tellNotices(
  db: Db,
  approver: Actor,
  approval: Approval,
  row: CaseRow,
  suspenseId: string | null,
): Promise<void> {
  const of = noticesOf(row, approver);
  if (suspenseId === null) return endNoticesOf(db, of);
  return keepInSuspense(db, {
    ...of,
    caseId: row.id,
    isUnbooked: sidesOfCases.theirs.some((kind) => kind === row.kind),
    transactionId: suspenseId,
    said: `${caseTexts(row.kind, row.network).label.toLowerCase()}, case ${row.number}`,
    proposedBy: approval.asked_by,
    note: approval.note ?? '',
  });
}

/** Those that are still open; what ended meanwhile is left out. Their accounts are locked as well. */
export async function lockOpenCases(db: Db, ids: readonly string[]): Promise<CaseRow[]> {
  await lockReconciliation(db);
  await lockPaymentsOf(db, ids);
  await matchNewBookings(db);
  const rows: CaseRow[] = [];
  for (const id of ids.toSorted()) {
    const row = await lockCase(db, id);
    if (!row) throw notFound('Case not found');
    if (row.state === 'open' && !(await isAnswered(db, id))) rows.push(row);
  }
  if (rows.length === 0) throw refused('The cases were settled in the meantime');
  const open = rows.map(({ id }) => id);
  await lockNoticesOf(db, open);
  await lockSettlementsOf(db, open);
  await lockAccountsOf(db, open);
  return rows;
}

/** Sees what was booked a moment ago, so that nothing is booked a second time because of a case. */
export async function lockOpenCase(db: Db, id: string): Promise<CaseRow> {
  await lockReconciliation(db);
  await lockPaymentsOf(db, [id]);
  await matchNewBookings(db);
  const row = await lockCase(db, id);
  if (!row) throw notFound('Case not found');
  if (row.state !== 'open') throw refused('The case was settled in the meantime');
  // Not ended here: that ends proposals, whose approvers lock them before they wait for this lock.
  if (await isAnswered(db, id)) {
    throw refused('The other side of the case was booked in the meantime: it ends by itself');
  }
  await lockNoticesOf(db, [id]);
  return row;
}

/** Moves the money, and returns the ids of the transactions. The books then agree with the network. */
export async function settle(
  db: Db,
  actor: Actor,
  asked: Asked,
  row: CaseRow,
  action: Settling,
): Promise<string[]> {
  if (!actionsOf(row).includes(action)) throw refused('This does not settle the case');
  const effect = BigInt(row.effect);
  const fee = row.kind === 'fee' ? 0n : BigInt(row.fee ?? 0);
  const ids = [await move(db, actor, asked, row, action, effect + fee)];
  // What the network took besides is booked by itself, whatever becomes of the rest.
  if (fee > 0n) ids.push(await bookForProvider(db, moneyOf(row, -fee, 'fee'), 'fees'));
  await keepCorrectedDay(db, ids, row.day);
  const moved = await takeSettling(db, row, ids);
  if (moved !== effect) {
    const [books, differ] = [moved, effect].map((amount) => formatUgx(toUgx(String(amount))));
    throw refused(
      `This would book ${books}, and the case is about ${differ}: choose another action`,
    );
  }
  return ids;
}

async function move(
  db: Db,
  actor: Actor,
  asked: Asked,
  row: CaseRow,
  action: Settling,
  amount: bigint,
): Promise<string> {
  switch (action) {
    case 'late-success':
      return bookLate(db, actor, row);
    case 'reverse': {
      const approval = { ...asked, transaction_id: row.transaction_id } as Approval;
      const id = await reverseAlone(db, actor, approval);
      if (id === null) throw new Error('A reversal without a transaction');
      return id;
    }
    case 'account':
      return bookToAccount(db, row, amount);
    case 'suspense':
      return bookForProvider(db, moneyOf(row, amount, 'rest'), 'suspense');
    case 'network-fee':
      return bookForProvider(db, moneyOf(row, amount, 'rest'), 'fees');
    case 'float':
      return bookForProvider(db, moneyOf(row, amount, 'rest'), 'settlement');
  }
}

/** As the people who decide about payments do; the line of the statement is what the network said. */
function bookLate(db: Db, { userId }: Actor, row: CaseRow): Promise<string> {
  const { company_id: companyId, payment_id: paymentId, line_amount: amount } = row;
  if (companyId === null || paymentId === null || amount === null) {
    throw refused('The payment of this case is not known: choose another action');
  }
  return bookLateSuccess(db, {
    companyId,
    paymentId,
    amount: BigInt(amount),
    networkReference: row.line_reference,
    confirmedBy: userId,
  });
}

/** The owner of the payment gains or loses it; what the account lacks, the company owes. */
async function bookToAccount(db: Db, row: CaseRow, amount: bigint): Promise<string> {
  const { company_id: companyId, account_id: accountId } = row;
  if (companyId === null || accountId === null) {
    throw refused('The account of this case is not known: choose another action');
  }
  const clearing = placeOf(await systemAccountsOf(db, companyId), row.network);
  await lockAccounts(db, [accountId, clearing]);
  const outcome = await postWithAdvance(db, {
    companyId,
    accountId,
    type: amount > 0n ? 'credit' : 'debit',
    amount: amount > 0n ? amount : -amount,
    legs: [
      { accountId, amount },
      { accountId: clearing, amount: -amount },
    ],
    kind: 'correction',
    key: `case:${row.id}`,
    reference: row.line_reference,
    description: `Correction of a payment: ${caseTexts(row.kind, row.network).label.toLowerCase()}`,
  });
  if (outcome.status === 'completed') return outcome.transactionId;
  if (outcome.reason === 'inactive_account') throw refused('Account is inactive');
  throw new Error(`A correction was not booked: ${outcome.reason}`);
}
