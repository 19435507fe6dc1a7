import { fromHundredths } from '@sente/contract/money';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import { feeLegs } from '../ledger/fee-legs.ts';
import { finishAll } from '../ledger/posting.queries.ts';
import type { Finish, Leg } from '../ledger/posting.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { notify } from '../notifications/notify.ts';
import { audit } from '../security/audit.ts';
import { emitEvents } from '../webhooks/outbox.ts';
import { bankText } from './bank-accounts.service.ts';
import { mustFind, toEvent } from './settlement-view.ts';
import {
  isAtBank,
  lockByTransaction,
  markCancelled,
  markPaid,
  markReturned,
  type Moved,
  type SettlementRow,
} from './settlements.queries.ts';

/*
 * How settlements end. Each first takes the state in one update, so that of two callers one goes on, and then
 * moves the money in the same database transaction.
 */

export async function cancelSettlement(db: Db, actor: Actor, id: string): Promise<void> {
  const cancelled = await markCancelled(db, id);
  if (!cancelled) throw refused(whyNot(await mustFind(db, id), 'cancelled'));
  await finish(db, [release(cancelled, 'Cancelled')]);
  await note(db, actor, 'settlements.cancel', cancelled, {});
}

/** One settlement, or all of a batch that are open. Returns how many. */
export async function paySettlements(
  db: Db,
  actor: Actor,
  which: { readonly id: string } | { readonly batchId: string },
  bankReference: string,
): Promise<number> {
  const paid = await markPaid(db, which, bankReference);
  const completions: Finish[] = [];
  for (const each of paid) completions.push(await completion(db, each));
  for (const each of paid) {
    await note(db, actor, 'settlements.pay', each, { bankReference });
    await tell(db, await mustFind(db, each.id));
  }
  // Last: from here on nobody closes a day, and who books on the same accounts waits.
  await finish(db, completions);
  return paid.length;
}

/**
 * The bank has the file, so nobody alone says that it did not pay: a second person approves each return. What
 * was booked as paid is credited back by a reversal. Returns the request.
 */
export async function askForReturn(
  db: Db,
  actor: Actor,
  id: string,
  reason: string,
): Promise<string> {
  const settlement = await mustFind(db, id);
  const { state, company_id: companyId, account_id: accountId } = settlement;
  if (state !== 'paid' && !(await isAtBank(db, id))) throw refused(whyNot(settlement, 'returned'));
  const isWaiting = 'The return of this settlement waits for a second person already';
  if (settlement.return_approval_id !== null) throw refused(isWaiting);
  const asked = {
    companyId,
    accountId,
    transactionId: settlement.transaction_id,
    amount: BigInt(settlement.amount),
    note: reason,
    about: { type: 'accounts', id: accountId },
    isWaiting,
  } as const;
  if (state === 'paid') {
    return ask(db, actor, { ...asked, kind: 'reversal', subject: settlement.transaction_id });
  }
  const { reference, batch_id: batchId, bank, bank_account_number: account_number } = settlement;
  const details = {
    settlementId: id,
    batchId,
    reference,
    to: bankText({ bank, account_number }),
    fee: fromHundredths(BigInt(settlement.fee)),
  };
  return ask(db, actor, { ...asked, kind: 'settlement-return', subject: id, details });
}

const wanted = z.object({ settlementId: z.string() });

/** What it held is free again. */
export const carryOutReturn: CarryOut = async (db, approver, { details, note: said }) => {
  const { settlementId: id } = wanted.parse(details);
  const reason = said ?? 'Returned by the bank';
  const returned = await markReturned(db, id, 'batched', reason);
  if (!returned) {
    const why = whyNot(await mustFind(db, id), 'returned');
    throw refused(`${why}. Reject this request; if the bank sent it back, book the return again.`);
  }
  await note(db, approver, 'settlements.giveBack', returned, { reason });
  await tell(db, await mustFind(db, id));
  await finish(db, [release(returned, `Returned by the bank: ${reason}`)]);
  return null;
};

/** Around the reversal of any transaction: that of a settlement is its return. */
export async function followReturn<T>(
  db: Db,
  transactionId: string,
  reason: string | null,
  reverse: () => Promise<T>,
): Promise<T> {
  // Before the accounts, as by everybody.
  const id = await lockByTransaction(db, transactionId);
  const result = await reverse();
  if (id === null) return result;
  if (!(await markReturned(db, id, 'paid', reason ?? 'Reversed'))) {
    throw new Error(`The settlement ${id} was not paid, but its transaction was reversed`);
  }
  await tell(db, await mustFind(db, id));
  return result;
}

export function whyNot(
  { state }: SettlementRow,
  wanted: 'cancelled' | 'paid' | 'returned',
): string {
  switch (state) {
    case 'requested':
      return 'This settlement is in no batch yet';
    case 'batched':
      return wanted === 'cancelled'
        ? 'This settlement is on its way to the bank and cannot be cancelled'
        : 'The batch of this settlement waits for a second person';
    case 'paid':
      return 'This settlement was paid already';
    case 'returned':
      return 'This settlement was returned already';
    case 'cancelled':
      return 'This settlement was cancelled already';
  }
}

async function finish(db: Db, finishes: readonly Finish[]): Promise<void> {
  const outcomes = await finishAll(db, finishes);
  const wrong = outcomes.find(({ changed }) => !changed);
  if (wrong) throw new Error(`The money of a settlement did not move: ${wrong.reason}`);
}

function release(moved: Moved, reason: string): Finish {
  return { ...keysOf(moved), to: 'failed', legs: [], reason };
}

async function completion(db: Db, moved: Moved): Promise<Finish> {
  const system = await systemAccountsOf(db, moved.company_id);
  const [amount, fee] = [BigInt(moved.amount), BigInt(moved.fee)];
  const legs: Leg[] = [
    { accountId: moved.account_id, amount: -(amount + fee) },
    { accountId: system.settlement, amount },
    ...feeLegs(moved, system),
  ];
  return { ...keysOf(moved), to: 'completed', legs };
}

function keysOf({ company_id, account_id, transaction_id }: Moved) {
  return { companyId: company_id, accountId: account_id, transactionId: transaction_id };
}

function note(
  db: Db,
  actor: Actor,
  action: string,
  { id, company_id: companyId, account_id: accountId, amount }: Moved,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action,
    subject: { type: 'accounts', id: accountId },
    companyId,
    details: { settlement: id, amount: fromHundredths(BigInt(amount)), ...details },
  });
}

/** The company's people and its systems. */
async function tell(db: Db, settlement: SettlementRow): Promise<void> {
  const { id, state, company_id: companyId, amount, reason, bank } = settlement;
  const type = state === 'paid' ? 'settlement.paid' : 'settlement.returned';
  const paymentId = settlement.transaction_id;
  await emitEvents(db, [{ companyId, paymentId, type, data: toEvent(settlement) }]);
  await notify(db, {
    kind: 'settlement-ended',
    companyId,
    subjectId: id,
    key: `settlement:${id}:${state}`,
    data: {
      outcome: state,
      amount: fromHundredths(BigInt(amount)),
      name: bankText({ bank, account_number: settlement.bank_account_number }),
      reason,
    },
  });
}
