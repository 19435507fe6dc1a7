import type { Approval } from '@sente/contract/approval';
import { failureReason } from '@sente/contract/failure-reason';
import { formatUgx, fromHundredths } from '@sente/contract/money';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { behindCauses, inOrder } from '../api-transactions/step-order.ts';
import { findTraced, type TracedPayment } from '../api-transactions/trace.ts';
import { readApprovalsAbout } from '../approvals/approvals-read.ts';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { listLegs, toLeg, toOwnLeg, type LegRow } from '../ledger/legs.ts';
import { whyNotReversibleNow } from '../payments/refunds.ts';
import { readSettlementOf } from '../settlements/settlement-view.ts';
import { findBookedFee, findCaseOfFee } from './booked-together.queries.ts';
import {
  findDetails,
  findPaymentRef,
  listOfPhone,
  type DetailsRow,
} from './transaction-details.queries.ts';
import { readRefunds } from './transaction-refunds.ts';
import { deliveryOf, paymentFields, paymentOf, readKeptEvents } from './transaction-payment.ts';
import { approvalSteps, holdSteps, ledgerSteps, movedText } from './transaction-steps.ts';
import { amountsOf, datesOf, refusalOfFee, refusalOfReversal } from './transaction-view.ts';

const samePhoneCount = 5;

/**
 * By the id of a transaction or of a payment, in the reader's scope. Includes archived companies, as the
 * platform-wide lists do.
 */
export async function readDetails(db: Db, actor: Actor, id: string): Promise<TransactionDetails> {
  const ref = await findPaymentRef(db, id);
  const row = await findDetails(db, ref?.transaction_id ?? id);
  const paymentId = ref?.id ?? row?.payment_id;
  const companyId = ref?.company_id ?? row?.company_id;
  const traced =
    paymentId && companyId
      ? await findTraced(db, { actor, companyId, recordId: paymentId })
      : undefined;
  const fields = row ? fieldsOf(row) : traced && paymentFields(traced);
  if (!fields) throw notFound('Transaction not found');
  const legs = row ? await listLegs(db, row.id) : [];
  const approvals = row ? await readApprovalsAbout(db, actor, row.id) : [];
  return {
    ...fields,
    ...(traced && stateOf(traced)),
    legs: legs.map(actor.isStaff ? toLeg : toOwnLeg),
    ...(row && actor.isStaff
      ? await readReversal(db, row, legs)
      : { reversal: null, whyNotReversible: null, reversedWith: null }),
    ...(traced ? askerOf(traced) : makerOf(row)),
    payment: traced ? paymentOf(traced) : null,
    bookedInsteadOf: traced ? bookedInsteadOf(traced) : null,
    settlement: row?.kind === 'settlement' ? await readSettlementOf(db, actor, row.id) : null,
    ...(await readRefunds(db, traced)),
    bulk: await readBulk(db, traced),
    approvals,
    deliveries: traced?.events.map(deliveryOf) ?? [],
    keptEvents: await readKeptEvents(db, traced),
    steps: stepsOf(row, traced, approvals),
    samePhone: traced ? await readSamePhone(db, fields.companyId, traced) : [],
  };
}

type Fields = Pick<TransactionDetails, Exclude<keyof TransactionDetails, keyof Reversal | Added>>;
type Added =
  | 'legs'
  | keyof Asker
  | 'payment'
  | 'bookedInsteadOf'
  | 'settlement'
  | 'refunds'
  | 'refundReason'
  | 'bulk'
  | 'approvals'
  | 'deliveries'
  | 'keptEvents'
  | 'steps'
  | 'samePhone';

function fieldsOf(row: DetailsRow): Fields {
  const held = row.status === 'pending' ? toUgx(row.held) : 0;
  return {
    id: row.id,
    transactionId: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    isCompanyArchived: row.is_company_archived,
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    type: row.type,
    kind: row.kind,
    status: row.status,
    summary: summaryOf(row),
    nextStepAt: null,
    ...amountsOf(row),
    // The row keeps the held amount after the hold is released.
    held,
    reference: row.reference,
    description: row.description,
    reason: row.reason,
    ...datesOf(row),
    reversalOf: row.reversal_of,
    reversedBy: row.reversed_by,
    refunded: row.refunded,
    check: row.check,
    refundOf: row.refund_of,
    correctsDay: row.corrects_day,
  };
}

type Asker = Pick<TransactionDetails, 'askedBy' | 'askedById'>;

function askerOf({ payment }: TracedPayment): Asker {
  const { requested_by: askedBy, requested_by_id: id } = payment;
  return { askedBy, askedById: askedBy === null ? null : id };
}

function makerOf(row: DetailsRow | undefined): Asker {
  return { askedBy: row?.made_by?.name ?? null, askedById: row?.made_by?.id ?? null };
}

/** A payment knows more about its state than its transaction. */
/** A payment begins when it is asked for, which may be before its transaction. */
function stateOf(
  traced: TracedPayment,
): Pick<Fields, 'status' | 'summary' | 'nextStepAt' | 'date'> {
  const { status, summary, nextStepAt, date } = paymentFields(traced);
  return { status, summary, nextStepAt, date };
}

function summaryOf(row: DetailsRow): string {
  if (row.status === 'failed') return `Failed: ${failureReason(row.reason)}. No money has moved.`;
  if (row.status === 'pending') {
    const held = toUgx(row.held);
    const why =
      row.kind === 'settlement'
        ? 'Not finished yet: the provider sends it to the bank in a batch.'
        : 'Not finished yet.';
    return held > 0
      ? `${why} ${formatUgx(held)} is held on the account until it is.`
      : `${why} No money has moved.`;
  }
  const moved = row.net === null ? 'Booked.' : `Booked: ${movedText(row.net, row.account_name)}.`;
  if (row.reversal_of) return `${moved} It takes an earlier transaction back.`;
  return row.reversed_by ? `${moved} It was taken back by a reversal.` : moved;
}

function stepsOf(
  row: DetailsRow | undefined,
  traced: TracedPayment | undefined,
  approvals: readonly Approval[],
): TransactionDetails['steps'] {
  const decisions = approvalSteps(approvals);
  if (!traced) {
    const own = row ? ledgerSteps(row) : [];
    return inOrder([...decisions, ...own.map((step) => behindCauses(step, decisions))]);
  }
  const told = traced.trace.steps.map((step) =>
    step.kind === 'reversed' ? behindCauses(step, decisions) : step,
  );
  const [held, ...released] = row ? holdSteps(row) : [];
  return inOrder([
    ...decisions,
    ...told.slice(0, 1),
    ...(held ? [held] : []),
    ...told.slice(1),
    ...released.map((step) => behindCauses(step, told)),
  ]);
}

function bookedInsteadOf({ payment: { failed } }: TracedPayment) {
  return failed && { ...failed, finishedAt: new Date(failed.finishedAt).toISOString() };
}

async function readBulk(
  db: Db,
  traced: TracedPayment | undefined,
): Promise<TransactionDetails['bulk']> {
  if (traced?.payment.direction !== 'payout') return null;
  const row = await db.row<NonNullable<TransactionDetails['bulk']>>(
    `select b.id, b.name, l.number from bulk_payout_lines l join bulk_payouts b on b.id = l.bulk_id
     where l.payment_id = $1`,
    [traced.payment.id],
  );
  return row ?? null;
}

async function readSamePhone(
  db: Db,
  companyId: string,
  { payment: { id, phone_number: phoneNumber } }: TracedPayment,
): Promise<TransactionDetails['samePhone']> {
  const rows = await listOfPhone(db, { companyId, phoneNumber, id }, samePhoneCount);
  return rows.map(({ created_at, amount, ...row }) => ({
    ...row,
    date: created_at.toISOString(),
    amount: toUgx(amount),
  }));
}

type Reversal = Pick<TransactionDetails, 'reversal' | 'whyNotReversible' | 'reversedWith'>;

/** The same rules as for posting it; the server applies them again then. */
async function readReversal(db: Db, row: DetailsRow, legs: readonly LegRow[]): Promise<Reversal> {
  const caseNumber = await findCaseOfFee(db, row.id);
  const whyNotReversible = row.is_company_archived
    ? 'The company is archived'
    : (refusalOfReversal(row) ??
      (caseNumber === null ? await whyNotReversibleNow(db, row.id) : refusalOfFee(caseNumber)));
  if (whyNotReversible !== null) return { reversal: null, whyNotReversible, reversedWith: null };
  const fee = await findBookedFee(db, row);
  return {
    reversal: effectOf(row, legs),
    whyNotReversible,
    reversedWith: fee
      ? { id: fee.id, amount: toUgx(fee.amount), caseNumber: Number(fee.number) }
      : null,
  };
}

function effectOf(
  row: DetailsRow,
  legs: readonly LegRow[],
): NonNullable<TransactionDetails['reversal']> {
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
