import type { NotificationKindName } from '@sente/contract/notification-kinds';
import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';

/** What the books say of a payment that is being checked: paid, failed, or not yet either. */
export type Doubt = 'paid' | 'failed' | 'open';

/** What two people decided about a payment that was being checked. */
export type CheckEnd = 'was-paid' | 'not-paid' | 'stays' | 'reversed';

/** What the texts are made of; see news-texts.ts. */
export interface NewsData {
  /** How many there are, if several are told together. */
  readonly count?: number;
  /** In UGX. */
  readonly amount?: number;
  /** That was asked for, if `amount` was paid instead. */
  readonly asked?: number;
  readonly phoneNumber?: string;
  readonly transactionId?: string | null;
  /** Of a state that lasts: whether it began or ended. */
  readonly isOn?: boolean;
  readonly company?: string | null;
  /** Of a person, a product, a network. */
  readonly name?: string;
  /** Of a role that allows more. */
  readonly roleId?: string;
  readonly reason?: string | null;
  /** What was decided, or what became of it. */
  readonly outcome?: string;
  readonly approvalKind?: string;
  /** Of a request about limits: what it is about, and what changes. */
  readonly limitOf?: string;
  readonly change?: string;
  readonly step?: 'colleague' | 'provider';
  /** Of payments that are being checked. */
  readonly direction?: PaymentDirection;
  readonly doubt?: Doubt | CheckEnd;
  /** Of a week: its first day, in Kampala. */
  readonly from?: string;
  /** Who does not hear of it: who did it, and who is told in another way. */
  readonly notTo?: readonly string[];
  readonly [more: string]: unknown;
}

export interface News {
  readonly kind: NotificationKindName;
  /** Whose people are told; without it staff are, or the people of all companies. */
  readonly companyId?: string | null;
  /** The only person who is told. */
  readonly userId?: string;
  /** The record that it is about. */
  readonly subjectId?: string | null;
  /** Names its cause: people are told once of the same one. */
  readonly key: string;
  readonly data?: NewsData;
}

/**
 * In the transaction of its cause, so that nobody hears of what was rolled back. A job finds out who may
 * see the matter and how they want to be told. Returns whether it is new.
 */
export async function notify(db: Db, news: News): Promise<boolean> {
  const { kind, companyId = null, userId = null, subjectId = null, key, data = {} } = news;
  const row = await db.row<{ is_new: boolean }>(
    'select notifications_add($1, $2, $3, $4, $5, $6) as is_new',
    [kind, companyId, userId, subjectId, key, JSON.stringify(data)],
  );
  return row?.is_new ?? false;
}
