import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import type { networkNotices } from '@sente/contract/network-notices';
import type { Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField } from '../../http/app-error.ts';
import { audit } from '../../security/audit.ts';
import { closeNotice, closeNotices, type DecisionRow, type NoticeRow } from './notices.queries.ts';
import { carryOut } from './suspense-decisions.ts';
import {
  confirmProposal,
  findReceiver,
  withdrawProposal,
  writeProposal,
} from './suspense-decisions.queries.ts';

/*
 * What staff do about an open notice. The caller has locked its payment.
 */

const notInSuspense = 'Nothing of this payment is in suspense';

export async function close(db: Db, actor: Actor, notice: NoticeRow, note: string): Promise<void> {
  if (notice.proposal) throw refused('A proposal waits. Confirm or withdraw it first.');
  if (isInSuspense(notice)) {
    throw refused('Its money is in suspense. Release it to an account first.');
  }
  await closeNotice(db, notice.id, actor.userId, note);
  const { network, reference, said } = notice;
  await noteAct(db, actor, notice, 'close', { network, reference, said, note });
}

export async function proposeBooking(
  db: Db,
  actor: Actor,
  notice: NoticeRow,
  { direction, amount, note }: BodyOf<typeof networkNotices.proposeBooking>,
): Promise<void> {
  if (!notice.is_proven) throw refused('The message does not prove to come from the network');
  if (notice.booking) throw refused('This payment is booked already');
  await writeProposal(db, {
    ...aboutNotice(actor, notice),
    kind: 'book',
    direction,
    amount: toHundredths(amount) ?? 0n,
    accountId: null,
    note,
  });
  await noteAct(db, actor, notice, 'proposeBooking', { direction, amount, note });
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
  await writeProposal(db, {
    ...aboutNotice(actor, notice),
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
  const proposal = requireConfirmable(notice, actor, seen);
  if (proposal.account && !(await findReceiver(db, proposal.account.id))) {
    throw refused('The account is not there any more');
  }
  const transaction = await carryOut(db, notice, proposal);
  await confirmProposal(db, proposal.id, actor.userId, transaction);
  if (proposal.kind === 'release') {
    await closeNotices(db, notice.payment, actor.userId, proposal.note);
  }
  const details = { decision: proposal.kind, transaction };
  await noteAct(db, actor, notice, 'confirm', details, proposal.account);
}

function requireConfirmable(notice: NoticeRow, actor: Actor, seen: string): DecisionRow {
  const { proposal } = notice;
  if (!proposal) throw refused('Nobody has proposed a decision yet');
  if (proposal.id !== seen) throw refused('The proposal was changed. Look again.');
  if (proposal.proposed_by === actor.userId) {
    throw refused('Somebody else has to confirm your proposal');
  }
  if (proposal.kind === 'release' && !isInSuspense(notice)) throw refused(notInSuspense);
  return proposal;
}

/** Whoever proposed it, or somebody else who rejects it. */
export async function withdraw(db: Db, actor: Actor, notice: NoticeRow): Promise<void> {
  const { proposal } = notice;
  if (!proposal) return;
  await withdrawProposal(db, notice.payment, actor.userId);
  const details = { decision: proposal.kind };
  await noteAct(db, actor, notice, 'withdraw', details, proposal.account);
}

function isInSuspense({ booking, release }: NoticeRow): boolean {
  return booking !== null && release === null;
}

function aboutNotice({ userId }: Actor, { id: noticeId, payment }: NoticeRow) {
  return { userId, noticeId, payment };
}

/** In the history of the account, if it is about one. */
function noteAct(
  db: Db,
  actor: Actor,
  { id, payment }: NoticeRow,
  action: keyof typeof networkNotices,
  details: Readonly<Record<string, unknown>>,
  account?: Pick<NonNullable<DecisionRow['account']>, 'id' | 'companyId'> | null,
): Promise<void> {
  return audit(db, actor, {
    action: `networkNotices.${action}`,
    subject: account ? { type: 'accounts', id: account.id } : { type: 'networkNotices', id },
    ...(account && { companyId: account.companyId }),
    details: { payment, ...details },
  });
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
