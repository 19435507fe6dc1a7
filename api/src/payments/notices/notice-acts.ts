import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import type { networkNotices } from '@sente/contract/network-notices';
import type { PaymentDirection } from '@sente/contract/payments';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField, refused } from '../../http/app-error.ts';
import { audit } from '../../security/audit.ts';
import { tellAsked, tellDecided } from '../../approvals/telling.ts';
import { requireSecondPerson, requireSeen } from '../../approvals/second-person.ts';
import {
  closeNotice,
  closeNotices,
  hasOther,
  type DecisionRow,
  type NoticeRow,
} from './notices.queries.ts';
import { moveMoney } from './suspense-decisions.ts';
import {
  confirmProposal,
  endProposal,
  findReceiver,
  insertProposal,
  type NewProposal,
} from './suspense-decisions.queries.ts';

/*
 * What staff do about an open notice. The caller has locked all notices of its payment.
 */

const notInSuspense = 'Nothing of this payment is in suspense';

export async function close(db: Db, actor: Actor, notice: NoticeRow, note: string): Promise<void> {
  if (notice.proposal) throw refused('A proposal waits. Confirm or withdraw it first.');
  // Through another message about it, the money stays in reach.
  if (isInSuspense(notice) && !(notice.contradicts && (await hasOther(db, notice)))) {
    throw refused('Its money is in suspense. Release it to an account first.');
  }
  if (!notice.booking && notice.undone_by === actor.userId) {
    throw refused('You reversed its booking: somebody else has to close the report');
  }
  await closeNotice(db, notice.id, actor.userId, note);
  const { network, reference, said } = notice;
  await noteAct(db, actor, notice, 'close', { network, reference, said, note });
}

export async function proposeBooking(
  db: Db,
  actor: Actor,
  notice: NoticeRow,
  { note, ...stated }: BodyOf<typeof networkNotices.proposeBooking>,
): Promise<void> {
  if (!notice.is_proven) throw refused('The message does not prove to come from the network');
  if (!notice.says_paid) throw refused('The network does not say that this was paid');
  if (notice.booking) throw refused('This payment is booked already');
  refuseBookedElsewhere(notice);
  const direction = directionOf(notice, stated.direction);
  const amount = amountOf(notice, stated.amount);
  await propose(db, actor, notice, { kind: 'book', direction, amount, accountId: null, note });
  const details = { direction, amount: toUgx(String(amount)), note };
  await noteAct(db, actor, notice, 'proposeBooking', details);
}

/** By a case about its line, or for another message about it. */
function refuseBookedElsewhere({ of_case: ofCase, booked_by: by }: NoticeRow): void {
  if (ofCase) throw refused(`Case ${ofCase.number} decides about this money`);
  if (by?.number) throw refused(`Case ${by.number} has booked this payment already`);
  if (by) throw refused('This payment is booked already');
}

/** People state it only where the network did not; the same goes for the amount. */
function directionOf(
  { direction }: NoticeRow,
  stated: PaymentDirection | undefined,
): PaymentDirection {
  if (direction !== null && stated !== undefined) {
    const moved = direction === 'collection' ? 'came in' : 'went out';
    throw invalidField('direction', `The network says that it ${moved}: leave the direction out`);
  }
  const moved = direction ?? stated;
  if (!moved) throw invalidField('direction', 'Select whether it came in or went out');
  return moved;
}

function amountOf({ amount }: NoticeRow, stated: number | undefined): bigint {
  if (amount !== null && stated !== undefined) {
    throw invalidField('amount', 'The network says how much was paid: leave the amount out');
  }
  const paid = amount === null ? toHundredths(stated ?? 0) : BigInt(amount);
  if (!paid) throw invalidField('amount', 'State how much was paid in UGX');
  return paid;
}

/** A person may replace the own proposal, which also makes a repeated request harmless. */
async function propose(
  db: Db,
  actor: Actor,
  { id: noticeId, payment_key: paymentKey, proposal }: NoticeRow,
  proposed: Omit<NewProposal, 'userId' | 'noticeId' | 'paymentKey'>,
): Promise<void> {
  const { userId } = actor;
  if (proposal && proposal.proposed_by !== userId) {
    throw refused('Somebody has proposed a decision. Confirm or reject it first.');
  }
  await endProposal(db, paymentKey, userId);
  const id = await insertProposal(db, { ...proposed, userId, noticeId, paymentKey });
  await tellAsked(db, actor, { id, kind: 'suspense', companyId: null, amount: proposed.amount });
}

export async function proposeRelease(
  db: Db,
  actor: Actor,
  notice: NoticeRow,
  { accountId, note }: BodyOf<typeof networkNotices.proposeRelease>,
): Promise<void> {
  const { booking } = notice;
  if (!booking || !isInSuspense(notice)) throw refused(notInSuspense);
  const receiver = await findReceiver(db, accountId);
  if (!receiver) throw invalidField('accountId', 'Account not found');
  if (!receiver.is_active) throw invalidField('accountId', 'Account is inactive');
  await propose(db, actor, notice, {
    kind: 'release',
    direction: booking.direction,
    amount: BigInt(booking.amount),
    accountId,
    note,
  });
  const account = { id: accountId, companyId: receiver.company_id };
  await noteAct(db, actor, notice, 'proposeRelease', { note }, account);
}

/** `seen` is the id of the proposal that the person looked at. */
export async function confirm(
  db: Db,
  actor: Actor,
  notice: NoticeRow,
  seen: string,
): Promise<void> {
  const proposal = requireSeen(notice.proposal, notice.proposal?.id === seen);
  await requireSecondPerson(db, proposal.proposed_by, actor);
  if (proposal.kind === 'release' && !isInSuspense(notice)) throw refused(notInSuspense);
  if (proposal.kind === 'book') refuseBookedElsewhere(notice);
  if (proposal.kind === 'book' && !isSaid(notice, proposal)) {
    throw refused('The network says something else by now. Reject it and look again.');
  }
  if (proposal.account && !(await findReceiver(db, proposal.account.id))) {
    throw refused('The account is not there any more');
  }
  const transaction = await moveMoney(db, notice, proposal);
  await confirmProposal(db, proposal.id, actor.userId, transaction);
  if (proposal.kind === 'release') {
    await closeNotices(db, notice.payment_key, actor.userId, proposal.note);
  }
  const details = { decision: proposal.kind, transaction };
  await noteAct(db, actor, notice, 'confirm', details, proposal.account);
  await tellDecided(db, actor, { ...askedFor(proposal), outcome: 'approved' });
}

/** A repetition may have added what the proposal states. */
function isSaid({ direction, amount }: NoticeRow, proposal: DecisionRow): boolean {
  return (
    (direction ?? proposal.direction) === proposal.direction &&
    (amount ?? proposal.amount) === proposal.amount
  );
}

/** Whoever proposed it takes it back. */
export async function withdraw(
  db: Db,
  actor: Actor,
  notice: NoticeRow,
  seen: string,
): Promise<void> {
  const proposal = requireSeen(notice.proposal, notice.proposal?.id === seen);
  if (proposal.proposed_by !== actor.userId) {
    throw refused('Only who proposed it can withdraw it: reject it');
  }
  await end(db, actor, notice, proposal, 'withdraw');
}

/** Somebody else says no. */
export async function reject(
  db: Db,
  actor: Actor,
  notice: NoticeRow,
  seen: string,
  reason: string,
): Promise<void> {
  const proposal = requireSeen(notice.proposal, notice.proposal?.id === seen);
  if (proposal.proposed_by === actor.userId) {
    throw refused('This is your own proposal: withdraw it');
  }
  await end(db, actor, notice, proposal, 'reject', reason);
  await tellDecided(db, actor, { ...askedFor(proposal), outcome: 'rejected', reason });
}

async function end(
  db: Db,
  actor: Actor,
  notice: NoticeRow,
  { kind, account }: DecisionRow,
  action: 'withdraw' | 'reject',
  reason?: string,
): Promise<void> {
  await endProposal(db, notice.payment_key, actor.userId, reason);
  const details = { decision: kind, ...(reason && { reason }) };
  await noteAct(db, actor, notice, action, details, account);
}

function askedFor({ id, proposed_by: askedBy, amount }: DecisionRow) {
  return { id, kind: 'suspense', companyId: null, askedBy, amount: BigInt(amount) } as const;
}

function isInSuspense({ booking, release }: NoticeRow): boolean {
  return booking !== null && release === null;
}

/** In the history of the account, if it is about one. */
function noteAct(
  db: Db,
  actor: Actor,
  { id, payment_key: paymentKey }: NoticeRow,
  action: keyof typeof networkNotices,
  details: Readonly<Record<string, unknown>>,
  account?: Pick<NonNullable<DecisionRow['account']>, 'id' | 'companyId'> | null,
): Promise<void> {
  return audit(db, actor, {
    action: `networkNotices.${action}`,
    subject: account ? { type: 'accounts', id: account.id } : { type: 'networkNotices', id },
    ...(account && { companyId: account.companyId }),
    details: { paymentKey, ...details },
  });
}
