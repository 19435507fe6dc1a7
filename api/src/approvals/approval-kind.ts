import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import type { ApprovalRow } from './approvals.queries.ts';
import type { StoredApproval } from './stored-approvals.queries.ts';

/** How one kind is decided. Each checks for itself that a second person decides. */
export interface ApprovalActs {
  /** `askedAt`: when the request that the person looked at was made, in milliseconds. */
  approve(actor: Actor, row: ApprovalRow, askedAt: number): Promise<void>;
  reject(actor: Actor, row: ApprovalRow, askedAt: number, reason: string): Promise<void>;
  withdraw(actor: Actor, row: ApprovalRow): Promise<void>;
  /** Of kinds that a company's systems order, without a person who asked. */
  cancel?(actor: Actor, row: ApprovalRow, reason: string): Promise<void>;
}

/**
 * Does what was approved, in the transaction of the decision, or throws and changes nothing. Returns the
 * id of the transaction that it made, if any.
 */
export type CarryOut = (
  db: Db,
  approver: Actor,
  approval: StoredApproval,
) => Promise<string | null>;

/** For what the database checks itself: runs in the same transaction, once the decision is stored. */
export type CarryOutDecided = (db: Db, approvalId: string) => Promise<void>;
