import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';

export interface NewProposal {
  readonly payment: string;
  readonly noticeId: string;
  readonly kind: 'book' | 'release';
  readonly direction: PaymentDirection;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly accountId: string | null;
  readonly note: string;
  readonly userId: string;
}

/** Replaces the one that waits, so that a repeated request leaves one. */
export async function writeProposal(db: Db, proposal: NewProposal): Promise<void> {
  await withdrawProposal(db, proposal.payment, proposal.userId);
  await db.rows(
    `insert into suspense_decisions
       (id, payment, notice_id, kind, direction, amount, account_id, note, proposed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      uuidV7(),
      proposal.payment,
      proposal.noticeId,
      proposal.kind,
      proposal.direction,
      proposal.amount,
      proposal.accountId,
      proposal.note,
      proposal.userId,
    ],
  );
}

export async function withdrawProposal(db: Db, payment: string, userId: string): Promise<void> {
  await db.rows(
    `update suspense_decisions set state = 'withdrawn', decided_by = $2, decided_at = now()
     where payment = $1 and state = 'proposed'`,
    [payment, userId],
  );
}

export async function confirmProposal(
  db: Db,
  id: string,
  userId: string,
  transactionId: string,
): Promise<void> {
  await db.rows(
    `update suspense_decisions
     set state = 'confirmed', decided_by = $2, decided_at = now(), transaction_id = $3
     where id = $1`,
    [id, userId, transactionId],
  );
}

/** The account that is to receive money, kept from being archived; undefined if there is none. */
export function findReceiver(
  db: Db,
  id: string,
): Promise<{ readonly company_id: string; readonly is_active: boolean } | undefined> {
  return db.row(
    `select a.company_id, a.is_active from accounts a join companies c on c.id = a.company_id
     where a.id = $1 and a.kind = 'customer' and c.archived_at is null for share of c`,
    [id],
  );
}

export interface ConfirmedRow {
  readonly id: string;
  readonly payment: string;
  readonly notice_id: string;
  readonly kind: 'book' | 'release';
  readonly direction: PaymentDirection;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly network: string;
  readonly reference: string;
}

/** The decision that a transaction carried out. */
export function findByTransaction(db: Db, id: string): Promise<ConfirmedRow | undefined> {
  return db.row<ConfirmedRow>(
    `select d.id, d.payment, d.notice_id, d.kind, d.direction, d.amount, n.network, n.reference
     from suspense_decisions d join network_notices n on n.id = d.notice_id
     where d.transaction_id = $1 and d.state = 'confirmed'`,
    [id],
  );
}

export async function undoDecision(db: Db, id: string): Promise<void> {
  await db.rows("update suspense_decisions set state = 'undone' where id = $1", [id]);
}

/** The money of a payment is in suspense again, under another transaction. */
export async function moveBooking(db: Db, payment: string, transactionId: string): Promise<void> {
  await db.rows(
    `update suspense_decisions set transaction_id = $2
     where payment = $1 and kind = 'book' and state = 'confirmed'`,
    [payment, transactionId],
  );
}
