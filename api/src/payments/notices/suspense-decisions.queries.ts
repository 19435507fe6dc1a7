import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';

export interface NewProposal {
  readonly paymentKey: string;
  readonly noticeId: string;
  readonly kind: 'book' | 'release';
  readonly direction: PaymentDirection;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly accountId: string | null;
  readonly note: string;
  readonly userId: string;
}

/** Returns its id. */
export async function insertProposal(db: Db, proposal: NewProposal): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into suspense_decisions
       (id, payment_key, notice_id, kind, direction, amount, account_id, note, proposed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      proposal.paymentKey,
      proposal.noticeId,
      proposal.kind,
      proposal.direction,
      proposal.amount,
      proposal.accountId,
      proposal.note,
      proposal.userId,
    ],
  );
  return id;
}

/** Whoever proposed it withdraws it; anybody else rejects it. */
export async function endProposal(
  db: Db,
  paymentKey: string,
  userId: string,
  reason?: string,
): Promise<void> {
  await db.rows(
    `update suspense_decisions
     set state = case proposed_by when $2 then 'withdrawn' else 'rejected' end, decided_by = $2,
       decided_at = now(), decision_note = $3
     where payment_key = $1 and state = 'proposed'`,
    [paymentKey, userId, reason ?? null],
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
  readonly payment_key: string;
  readonly notice_id: string;
  readonly kind: 'book' | 'release';
  readonly direction: PaymentDirection;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly network: string;
  readonly reference: string;
  readonly network_reference: string | null;
  /** The case that wrote it to suspense. */
  readonly case_id: string | null;
}

/** The decision that a transaction carried out. */
export function findByTransaction(db: Db, id: string): Promise<ConfirmedRow | undefined> {
  return db.row<ConfirmedRow>(
    `select d.id, d.payment_key, d.notice_id, d.kind, d.direction, d.amount, n.network, n.reference,
       n.network_reference, n.case_id
     from suspense_decisions d join network_notices n on n.id = d.notice_id
     where d.transaction_id = $1 and d.state = 'confirmed'`,
    [id],
  );
}

export async function undoDecision(db: Db, id: string, userId: string): Promise<void> {
  await db.rows(
    `update suspense_decisions set state = 'undone', undone_by = $2, undone_at = now()
     where id = $1`,
    [id, userId],
  );
}

/** The money of a payment is in suspense again, under another transaction. */
export async function moveBooking(
  db: Db,
  paymentKey: string,
  transactionId: string,
): Promise<void> {
  await db.rows(
    `update suspense_decisions set transaction_id = $2
     where payment_key = $1 and kind = 'book' and state = 'confirmed'`,
    [paymentKey, transactionId],
  );
}

/** For the matching: what has the place of another transaction at the network. */
export async function insertMove(db: Db, transactionId: string, insteadOf: string): Promise<void> {
  await db.rows('insert into suspense_moves (transaction_id, instead_of) values ($1, $2)', [
    transactionId,
    insteadOf,
  ]);
}
