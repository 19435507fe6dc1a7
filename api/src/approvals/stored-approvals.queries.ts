import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';

/** The kinds that have no table of their own. */
export type StoredKind =
  | 'deposit'
  | 'reversal'
  | 'staff-role'
  | 'factor-reset'
  | 'fee'
  | 'tax'
  | 'limit'
  | 'brake'
  | 'payout-rule'
  | 'case'
  | 'cases'
  | 'bank-account'
  | 'settlement-batch'
  | 'settlement-return'
  | 'float'
  | 'statement'
  | 'day';

export interface NewApproval {
  readonly kind: StoredKind;
  /** At most one request about the same subject waits. */
  readonly subject: string;
  readonly companyId: string | null;
  readonly accountId?: string;
  readonly transactionId?: string;
  readonly userId?: string;
  readonly roleId?: string;
  /** Hundredths of UGX. */
  readonly amount?: bigint;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly note?: string;
  readonly askedBy: string;
}

export interface StoredApproval {
  readonly id: string;
  readonly kind: StoredKind;
  readonly company_id: string | null;
  readonly account_id: string | null;
  readonly transaction_id: string | null;
  readonly user_id: string | null;
  readonly role_id: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly note: string | null;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly state: string;
  /** Its time has passed, although it is not marked yet. */
  readonly is_expired: boolean;
}

export async function insertApproval(db: Db, approval: NewApproval): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into approvals (id, kind, subject, company_id, account_id, transaction_id, user_id, role_id,
       amount, details, note, asked_by, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
       now() + approval_expiry_hours * interval '1 hour' from platform_settings`,
    [
      id,
      approval.kind,
      approval.subject,
      approval.companyId,
      approval.accountId ?? null,
      approval.transactionId ?? null,
      approval.userId ?? null,
      approval.roleId ?? null,
      approval.amount ?? null,
      JSON.stringify(approval.details ?? {}),
      approval.note ?? null,
      approval.askedBy,
    ],
  );
  db.changed({ topic: 'approvals', companyId: approval.companyId });
  return id;
}

/** The request of a person about a subject that waits. */
export async function findWaitingOf(
  db: Db,
  kind: StoredKind,
  subject: string,
  askedBy: string,
): Promise<string | null> {
  const row = await db.row<{ id: string }>(
    `select id from approvals
     where kind = $1 and subject = $2 and state = 'waiting' and asked_by = $3`,
    [kind, subject, askedBy],
  );
  return row?.id ?? null;
}

/** The lock orders decisions that are made at the same time. */
export function lockApproval(db: Db, id: string): Promise<StoredApproval | undefined> {
  return db.row<StoredApproval>(
    `select id, kind, company_id, account_id, transaction_id, user_id, role_id, amount, details, note,
       asked_by, asked_at, state, expires_at <= now() as is_expired
     from approvals where id = $1 for update`,
    [id],
  );
}

export async function writeDecision(
  db: Db,
  id: string,
  decision: {
    readonly state: 'approved' | 'rejected' | 'withdrawn';
    readonly userId: string;
    readonly note: string | null;
    readonly resultId?: string | null;
  },
): Promise<void> {
  const row = await db.row<{ company_id: string | null }>(
    `update approvals set state = $2, decided_by = $3, decided_at = now(), decision_note = $4,
       result_id = $5
     where id = $1 returning company_id`,
    [id, decision.state, decision.userId, decision.note, decision.resultId ?? null],
  );
  db.changed({ topic: 'approvals', companyId: row?.company_id ?? null });
}

/** What expired, and what it was about. */
export type ExpiredApproval = Pick<
  StoredApproval,
  'id' | 'kind' | 'company_id' | 'account_id' | 'user_id' | 'asked_by' | 'amount' | 'details'
>;

/** Those whose time has passed, or the given ones. */
export function expireStored(
  db: Db,
  ids: readonly string[] | null = null,
): Promise<ExpiredApproval[]> {
  return db.rows<ExpiredApproval>(
    `update approvals set state = 'expired', decided_at = now()
     where state = 'waiting' and case when $1::uuid[] is null then expires_at <= now()
       else id = any($1::uuid[]) end
     returning id, kind, company_id, account_id, user_id, asked_by, amount, details`,
    [ids],
  );
}
